"""Pairing an unposted round again and throwing it away."""

from typing import Any

import pytest

from events.core.rounds.pairing_actions import discard_round, pair_again, pair_next_round
from events.models import Event, Round, Verb
from tests.events.scenario import (
    event_with_owner,
    journaled,
    play_round,
    refused,
    start_round,
    tables,
)

pytestmark = pytest.mark.django_db


def test_pairing_again_takes_another_seed_and_forgets_changes_by_hand() -> None:
    event, owner = event_with_owner(12)
    pair_next_round(event_id=event.pk, actor=owner, number=1, seed=5)
    before = tables(event, 1)
    Round.objects.filter(event=event).update(changed_by_hand=True)
    round = pair_again(event_id=event.pk, actor=owner, number=1, seed=6, reason="a latecomer")
    assert tables(event, 1) != before
    assert (round.seed, round.changed_by_hand) == (6, False)
    [entry] = journaled(event, Verb.ROUND_PAIRED_AGAIN)
    assert entry.data == {"seed": 6, "before": 5, "reason": "a latecomer"}
    pair_again(event_id=event.pk, actor=owner, number=1, seed=5, reason="a latecomer")
    assert tables(event, 1) == before, "the same seed and the same field"


def test_a_posted_round_is_neither_paired_again_nor_thrown_away() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    before = tables(event, 1)
    for write in (pair_again, discard_round):
        with refused("Round 1 is already posted. Players can see it."):
            write(event_id=event.pk, actor=owner, number=1, reason="a latecomer")
    assert tables(event, 1) == before


def test_throwing_the_first_draft_away_goes_back_to_set_up() -> None:
    event, owner = event_with_owner(4)
    pair_next_round(event_id=event.pk, actor=owner, number=1, seed=9)
    discard_round(event_id=event.pk, actor=owner, number=1, reason="a latecomer")
    event.refresh_from_db()
    assert event.state == Event.State.SETUP
    assert not event.rounds.exists()
    [entry] = journaled(event, Verb.ROUND_DISCARDED)
    assert entry.data == {"seed": 9, "reason": "a latecomer"}
    with refused("Round 1 does not exist."):
        discard_round(event_id=event.pk, actor=owner, number=1, reason="a latecomer")


def test_throwing_a_later_draft_away_leaves_the_event_running() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    discard_round(event_id=event.pk, actor=owner, number=2, reason="a latecomer")
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    assert [round.number for round in event.rounds.all()] == [1]


def test_the_seed_of_a_draft_that_was_thrown_away_draws_again() -> None:
    event, owner = event_with_owner(8)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    seed = pair_next_round(**who).seed
    before = tables(event, 1)
    discard_round(**who, reason="a latecomer")
    assert pair_next_round(**who).seed == seed
    assert tables(event, 1) == before
