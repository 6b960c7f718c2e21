"""A dropped player who is added again is reinstated, on every path."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.players.waiting_list import Doubts
from events.models import Enrollment, Event, SignUp
from events.roster.drop_actions import disqualify
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import event_with_owner, play_round, player, refused
from tests.markup import flat

pytestmark = pytest.mark.django_db

AFTER = "Player 003, number 3, dropped after round 1."
OFFER = "Reinstate the player instead of enrolling again."


def left(round: int = 1) -> tuple[Event, User, Client]:
    """Player 003 dropped, after round 1 or before it."""
    event, owner = event_with_owner(4, rounds=3)
    if round:
        play_round(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=3)
    return event, owner, factories.client_of(owner)


@pytest.mark.parametrize("back", ["", "desk"])
def test_the_form_says_that_they_dropped_and_one_button_brings_them_back(back: str) -> None:
    event, _owner, client = left()
    data = {"name": "player 003", "back": back, "late": "losses"}
    answer = client.post(f"/staff/e/{event.slug}/roster/add/", data)
    page = flat(answer)
    assert answer.status_code == 409
    assert f"{AFTER} {OFFER}" in page
    assert f'href="/staff/e/{event.slug}/roster/players/3/">Reinstate Player 003</a>' in page
    client.post(f"/staff/e/{event.slug}/roster/players/3/reinstate/", data)
    assert player(event, 3).state == Enrollment.State.ACTIVE
    assert event.enrollments.count() == 4


def test_another_person_of_the_name_is_enrolled() -> None:
    event, _owner, client = left()
    data = {"name": "Player 003", "answers.left-player": "enroll", "late": "losses"}
    assert client.post(f"/staff/e/{event.slug}/roster/add/", data).status_code == 302
    assert event.enrollments.count() == 5


def test_the_same_address_says_so_too() -> None:
    event, owner, _client = left()
    known = player(event, 3).player
    known.email = "ada@example.org"
    known.save()
    with refused(f"{AFTER} {OFFER}", "email"):
        entry = NewEnrollment(name="Ada", email="ada@example.org")
        enroll(event_id=event.pk, actor=owner, entries=[entry])


def test_a_pasted_line_says_so_with_a_link() -> None:
    event, _owner, client = left()
    page = flat(
        client.post(
            f"/staff/e/{event.slug}/roster/paste/", {"text": "Player 003\nZoe", "late": "losses"}
        )
    )
    assert f"{AFTER} {OFFER}" in page
    assert f'<a href="/staff/e/{event.slug}/roster/players/3/">Reinstate player</a>' in page


def test_a_sign_up_waits_for_the_desk_which_reads_it() -> None:
    event, _owner, client = left(round=0)
    sign_up = SignUp.objects.create(event=event, name="Player 003", place=1, key="k")
    assert Doubts(event).of(sign_up) == [
        f"Player 003, number 3, dropped before round 1. {OFFER}",
    ]
    page = flat(client.get(f"/staff/e/{event.slug}/sign-ups/"))
    assert f'href="/staff/e/{event.slug}/roster/players/3/">Reinstate player</a>' in page


def test_nobody_offers_to_reinstate_a_disqualified_player() -> None:
    event, owner = event_with_owner(4)
    disqualify(event_id=event.pk, actor=owner, number=3, reason="cheating")
    client = factories.client_of(owner)
    page = flat(client.post(f"/staff/e/{event.slug}/roster/add/", {"name": "Player 003"}))
    assert "Player 003, number 3, is disqualified." in page
    assert "Reinstate" not in page
