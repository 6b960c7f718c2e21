"""Two at the same moment: at the clock, at a table, with an announcement, with the areas."""

import datetime

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from events.core.clock.actions import add_time, pause_clock, start_clock
from events.core.clock.round_clock import clock_of
from events.core.events.announcement_actions import announce, take_down
from events.core.refusals import RefusedError
from events.floor.actions import attend_table, deal_tables
from events.models import Event, Role, Verb
from tests import factories
from tests.events.scenario import at_table, event_with_owner, journaled, round_of, start_round
from tests.events.test_concurrency import at_once, refusals

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]

CHANGED = "The clock changed a moment ago. Check it, then press again if needed."


def playing() -> tuple[Event, User, User]:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    return event, owner, factories.staff_member(event, Role.SCOREKEEPER)


def test_two_start_the_clock() -> None:
    event, owner, other = playing()
    answers = at_once(
        event,
        lambda: start_clock(event_id=event.pk, actor=owner, number=1),
        lambda: start_clock(event_id=event.pk, actor=other, number=1),
    )
    assert refusals(answers) == [("The clock of round 1 was already started. Nothing was changed.")]
    assert len(journaled(event, Verb.CLOCK_STARTED)) == 1


def test_two_give_the_round_another_minute() -> None:
    event, owner, other = playing()
    start_clock(event_id=event.pk, actor=owner, number=1)
    seen = clock_of(round_of(event, 1)).token
    answers = at_once(
        event,
        lambda: add_time(event_id=event.pk, actor=owner, number=1, minutes=1, token=seen),
        lambda: add_time(event_id=event.pk, actor=other, number=1, minutes=1, token=seen),
    )
    assert refusals(answers) == [CHANGED]
    assert round_of(event, 1).added_seconds == 60


def test_two_pause_the_clock() -> None:
    event, owner, other = playing()
    start_clock(event_id=event.pk, actor=owner, number=1)
    seen = clock_of(round_of(event, 1)).token
    answers = at_once(
        event,
        lambda: pause_clock(event_id=event.pk, actor=owner, number=1, token=seen),
        lambda: pause_clock(event_id=event.pk, actor=other, number=1, token=seen),
    )
    assert refusals(answers) == [CHANGED]
    assert len(journaled(event, Verb.CLOCK_PAUSED)) == 1


def test_two_judges_go_to_one_table() -> None:
    event, owner, other = playing()
    answers = at_once(
        event,
        lambda: attend_table(event_id=event.pk, actor=owner, number=1, table=2),
        lambda: attend_table(event_id=event.pk, actor=other, number=1, table=2),
    )
    there = at_table(event, 1, 2).judge
    assert there is not None
    assert refusals(answers) == [f"{there.get_username()} is already at table 2."]
    assert len(journaled(event, Verb.TABLE_ATTENDED)) == 1


def test_two_announce_the_same_and_take_it_down() -> None:
    event, owner, other = playing()
    until = timezone.now() + datetime.timedelta(hours=1)
    answers = at_once(
        event,
        lambda: announce(event_id=event.pk, actor=owner, until=until, text_en="Lunch"),
        lambda: announce(event_id=event.pk, actor=other, until=until, text_en="Lunch"),
    )
    assert refusals(answers) == ["This announcement is already shown."]
    [made] = [one for one in answers if not isinstance(one, RefusedError)]
    answers = at_once(
        event,
        lambda: take_down(event_id=event.pk, actor=owner, announcement_id=made.pk),
        lambda: take_down(event_id=event.pk, actor=other, announcement_id=made.pk),
    )
    assert refusals(answers) == ["This announcement is no longer shown."]


def test_two_share_the_tables() -> None:
    event, owner, _other = playing()
    for name in ("ann", "ben"):
        factories.staff_member(event, Role.JUDGE, name)
    at_once(
        event,
        lambda: deal_tables(event_id=event.pk, actor=owner, number=1),
        lambda: deal_tables(event_id=event.pk, actor=owner, number=1),
    )
    assert [str(area) for area in event.areas.all()] == ["1-2", "3-4"]
