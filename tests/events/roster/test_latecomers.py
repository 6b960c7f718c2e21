"""Swapping a latecomer into an unposted round: nobody gets the loss for it."""

import pytest
from django.contrib.auth.models import User

from events.core.journal.words.entries import sentence
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.rounds.pairing_actions import pair_next_round
from events.desk.unposted_actions import swap_players
from events.models import Event
from tests import factories
from tests.events.scenario import (
    assigned_losses,
    byes,
    event_with_owner,
    pairs,
    play_round,
    player,
    refused,
    tables,
)
from tests.events.support.doors import address

pytestmark = pytest.mark.django_db


def with_latecomer(players: int) -> tuple[Event, User, int]:
    """Return an event with round 1 not posted yet, its owner, and a latecomer's number."""
    event, owner = event_with_owner(players)
    pair_next_round(event_id=event.pk, actor=owner, number=1, seed=1)
    (late,) = enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name="Late Lou")])
    assert assigned_losses(event, 1) == [late.number]
    return event, owner, late.number


def test_a_swap_with_the_bye_never_gives_its_holder_an_assigned_loss() -> None:
    event, owner, late = with_latecomer(7)
    (holder,) = byes(event, 1)
    swap_players(event_id=event.pk, actor=owner, number=1, first=holder, second=late)
    assert (assigned_losses(event, 1), byes(event, 1)) == ([], [])
    assert frozenset({holder, late}) in pairs(event, 1)


@pytest.mark.parametrize("late_first", [True, False])
def test_a_swap_with_a_latecomer_gives_nobody_an_assigned_loss(late_first: bool) -> None:
    event, owner, late = with_latecomer(6)
    one, two = tables(event, 1)[2]
    both = (late, one) if late_first else (one, late)
    swap_players(event_id=event.pk, actor=owner, number=1, first=both[0], second=both[1])
    assert tables(event, 1)[2] == (late, two)
    assert (assigned_losses(event, 1), byes(event, 1)) == ([], [one])
    assert player(event, late).first_round == 1


def test_who_makes_room_for_a_latecomer_plays_the_holder_of_the_bye() -> None:
    event, owner, late = with_latecomer(7)
    (holder,) = byes(event, 1)
    one, two = tables(event, 1)[1]
    swap_players(event_id=event.pk, actor=owner, number=1, first=one, second=late)
    assert (assigned_losses(event, 1), byes(event, 1)) == ([], [])
    assert {frozenset({late, two}), frozenset({one, holder})} <= pairs(event, 1)


def test_two_latecomers_are_not_swapped() -> None:
    event, owner, late = with_latecomer(6)
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name="Later Lee")])
    with refused("Neither player is paired. Add them to the round.", "second"):
        swap_players(event_id=event.pk, actor=owner, number=1, first=late, second=late + 1)
    assert assigned_losses(event, 1) == [late, late + 1]


def test_the_loss_of_an_unposted_round_is_not_counted_yet() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    factories.RoundFactory.create(event=event, number=2)
    page = factories.client_of(owner).post(
        address(event, "roster-add"), {"name": "Late Three", "late": "losses"}, follow=True
    )
    words = "1 assigned loss. Unposted round 2 does not include them."
    assert words in page.content.decode()
    assert sentence(event.journal.latest("pk")).endswith("Arrived late: 1 assigned loss.")
