"""Recorded losses wait at the next match until a result shows them."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from domain.results import Side
from events.core.judging.penalty_actions import give_penalty
from events.core.results.assigned_losses import open_losses, recorded_losses
from events.core.rounds.actions import complete_round
from events.models import Event, Infraction, PenaltyKind
from events.paper.queries import paper_matches
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    report,
    round_of,
    start_round,
)

pytestmark = pytest.mark.django_db


def penalize(event: Event, owner: User, number: int, kind: PenaltyKind) -> None:
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": number}
    give_penalty(**who, infraction=Infraction.TARDINESS, penalty=kind, note="late")


def test_before_the_first_round_it_waits_for_that() -> None:
    event, owner = event_with_owner(4)
    penalize(event, owner, 2, PenaltyKind.GAME_LOSS)
    start_round(event, owner, 1)
    [(match, [loss])] = recorded_losses(round_of(event, 1)).items()
    assert loss.enrollment.number == 2
    [paper] = [one for one in paper_matches(round_of(event, 1)) if one.match.pk == match]
    assert paper.second is not None
    losses = {side.player.number: list(side.losses) for side in (paper.first, paper.second)}
    assert losses.pop(2) == [PenaltyKind.GAME_LOSS]
    assert list(losses.values()) == [[]]


def test_between_two_rounds_it_waits_for_the_next_and_not_for_the_last() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    loser = at_table(event, 1, 1).second
    assert loser is not None
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    penalize(event, owner, loser.number, PenaltyKind.MATCH_LOSS)
    assert open_losses(at_table(event, 1, 1), None) == []
    start_round(event, owner, 2)
    [[loss]] = recorded_losses(round_of(event, 2)).values()
    assert (loss.enrollment, loss.is_of_match) == (loser, True)
    enter_slips(event, owner, 2, "1 d", "2 d")
    found = [open_losses(at_table(event, 2, table), None) for table in (1, 2)]
    assert sum(map(len, found)) == 1
    assert recorded_losses(round_of(event, 2)) == {}, "the tables have a result"


def test_a_loss_of_the_round_is_not_one_of_the_next() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    penalize(event, owner, at_table(event, 1, 2).first.number, PenaltyKind.GAME_LOSS)
    [loss] = open_losses(at_table(event, 1, 2), None)
    assert loss.side is Side.FIRST
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    start_round(event, owner, 2)
    assert recorded_losses(round_of(event, 2)) == {}
