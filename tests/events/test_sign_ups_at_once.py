"""Two want the last place at the same moment; see test_concurrency."""

from collections.abc import Callable
from typing import Any

import pytest

from events.core.players.waiting_list_actions import change_sign_up
from events.core.sign_ups.actions import SignUpData, cancel_sign_up, sign_up
from events.models import Event, SignUpSettings, Verb
from tests.events.scenario import event_with_owner, journaled
from tests.events.test_concurrency import at_once, refusals

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]


def comes(event: Event, name: str, key: str = "") -> Callable[[], Any]:
    data = SignUpData(name=name, key=key or name)
    return lambda: sign_up(event_id=event.pk, data=data)


def states(event: Event) -> list[str]:
    return sorted(event.sign_ups.values_list("state", flat=True))


def test_one_place_for_two_and_the_same_form_sent_twice_is_one() -> None:
    event, _owner = event_with_owner(1)
    SignUpSettings.objects.create(event=event, is_open=True, capacity=2)
    answers = at_once(event, comes(event, "Ann"), comes(event, "Bob"), comes(event, "Ann"))
    assert refusals(answers) == []
    assert states(event) == ["enrolled", "waiting"]
    assert event.enrollments.count() == 2
    assert len(journaled(event, Verb.SIGNED_UP)) == 2


def test_one_cancels_while_there_are_more_places_and_nobody_comes_in_twice() -> None:
    event, owner = event_with_owner(0)
    SignUpSettings.objects.create(event=event, is_open=True, capacity=1)
    ann, *_others = [comes(event, name)() for name in ("Ann", "Bob", "Cid", "Dan")]
    answers = at_once(
        event,
        lambda: cancel_sign_up(event_id=event.pk, sign_up_id=ann.pk),
        lambda: change_sign_up(event_id=event.pk, actor=owner, values={"capacity": 2}),
    )
    assert refusals(answers) == []
    assert states(event) == ["cancelled", "enrolled", "enrolled", "waiting"]
    assert {one.name for one in event.enrollments.all()} == {"Bob", "Cid"}
