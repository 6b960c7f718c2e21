"""Re-pairing asks the round how it was paired, not today's settings."""

import pytest

from events.core.refusals import RefusedError
from events.core.repairing.actions import apply_repairing
from events.core.repairing.queries import round_to_re_pair
from events.models import Repairing
from tests.events.core.repairing.test_repairing import apply, plan_of, wrong_round
from tests.events.scenario import round_of, start_round
from tests.events.support.stages import finish_round

pytestmark = pytest.mark.django_db


def test_brackets_and_rounds_by_standings_are_not_repaired() -> None:
    event, owner = wrong_round()
    stage = event.stages.get()
    stage.rounds, stage.last_by_standings = 3, True
    stage.save()
    finish_round(event, owner, 2)
    start_round(event, owner, 3)
    with pytest.raises(RefusedError, match="by standings"):
        apply_repairing(event_id=event.pk, actor=owner, number=3, key="fewest-2", digest="x")
    stage.rounds = 4
    stage.save()
    with pytest.raises(RefusedError, match="by standings"):
        apply_repairing(event_id=event.pk, actor=owner, number=3, key="fewest-2", digest="x")
    stage.kind = "round-robin"
    stage.save()
    with pytest.raises(
        RefusedError, match="Pairings in this stage are fixed by its schedule or its bracket"
    ):
        apply_repairing(event_id=event.pk, actor=owner, number=3, key="fewest-2", digest="x")


def test_a_round_that_becomes_the_last_one_keeps_how_it_was_paired() -> None:
    event, owner = wrong_round()
    event.stages.update(rounds=2, last_by_standings=True)
    assert round_to_re_pair(event, 2) == round_of(event, 2)
    assert apply(event, owner, plan_of(event, Repairing.Plan.FEWEST)).after
