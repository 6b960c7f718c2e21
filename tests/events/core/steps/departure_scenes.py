"""Steps after a round that ask about what happened in it, or no longer follows from it."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User

from events.core.events.announced_value_actions import change_announced
from events.core.rounds.actions import complete_round
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.core.standings.actions import withdraw_standings
from events.models import Event, Round
from tests.events.core.basis.test_departures import correct, top_4_that_changed
from tests.events.core.steps.question_scenes import REASON, Scene, finishing, pairing, publishing
from tests.events.preflight.test_preflight import started
from tests.events.scenario import enter_slips, event_with_owner, play_round, round_of, start_round
from tests.events.support.stages import SINGLE, confirm, play_swiss, seeds, staged
from tests.events.test_preflight_moves import asked_of_everything


def after_a_round() -> Scene:
    """Publish after a round in which nearly everything happened that is asked about."""
    event, owner = asked_of_everything()
    event.rounds.filter(number=2).update(state=Round.State.COMPLETE)
    return event, owner, publishing(2)


def leader_dropped() -> Scene:
    """Pair round 3 after a leader dropped with a drawn match."""
    event, owner = event_with_owner(4, rounds=3)
    play_round(event, owner, 1)
    _play(event, owner, 2, "1 11t x1", "2 11t")
    return event, owner, pairing(3)


def winner_dropped() -> Scene:
    """Finish after a player won the last round and dropped."""
    event, owner = event_with_owner(4, rounds=1)
    _play(event, owner, 1, "1 20 x1", "2 20")
    return event, owner, finishing()


def both_winners_dropped() -> Scene:
    """Finish after both winners of the last round dropped."""
    event, owner = event_with_owner(4, rounds=1)
    _play(event, owner, 1, "1 20 x1", "2 20 x1")
    return event, owner, finishing()


def _play(event: Event, owner: User, number: int, *slips: str) -> None:
    start_round(event, owner, number)
    started(event, 40, number)
    enter_slips(event, owner, number, *slips)
    complete_round(event_id=event.pk, actor=owner, number=number)


def other_cut() -> Scene:
    """Pair a bracket whose cut no longer follows."""
    event, owner, _advanced, _today = top_4_that_changed(posted=False)
    return event, owner, pairing(4)


def other_seeds() -> Scene:
    """Seeds of a posted bracket no longer follow."""
    cut = StagePlan(rounds=1, cut_by="points", cut_value=3)
    event, owner = staged(8, cut, StagePlan(kind=SINGLE))
    play_swiss(event, owner, 1, 1)
    confirm(event, owner, 1)
    start_round(event, owner, 2)
    correct(event, owner, 1, seeds(event)[4], (2, 0))
    return _published_again(event, owner, 1)


def other_pods() -> Scene:
    """Pods of a draft no longer follow."""
    event, owner = staged(16, StagePlan(rounds=1), StagePlan(rounds=3, pods=True))
    play_swiss(event, owner, 1, 1)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "stage": 2}
    first, _second = draw_stage_pods(**who, seed=5)
    post_pods(**who)
    start_round(event, owner, 2)
    correct(event, owner, 1, first[0], (0, 2))
    return _published_again(event, owner, 1)


def other_order() -> Scene:
    """A last round was paired by standings that changed."""
    event, owner = staged(8, StagePlan(rounds=3, last_by_standings=True))
    play_swiss(event, owner, 1, 2)
    start_round(event, owner, 3)
    correct(event, owner, 2, round_of(event, 3).proof["order"][0], (0, 2))
    return _published_again(event, owner, 2, reason="")


def other_last_round() -> Scene:
    """A round became the last one after it was paired."""
    event, owner = staged(8, StagePlan(rounds=3, last_by_standings=True))
    play_swiss(event, owner, 1, 1)
    start_round(event, owner, 2)
    change_announced(
        event_id=event.pk,
        actor=owner,
        rounds={1: 2},
        minutes=50,
        stage_minutes={},
        reason="the hall closes",
    )
    return _published_again(event, owner, 1, reason="")


def _published_again(event: Event, owner: User, number: int, reason: str = REASON) -> Scene:
    withdraw_standings(event_id=event.pk, actor=owner, number=number, reason="a slip was misread")
    return event, owner, publishing(number, reason)


# By the code of the question.
DEPARTURES: dict[str, Callable[[], Scene]] = {
    "seeds-differ": other_seeds,
    "pods-differ": other_pods,
    "order-differs": other_order,
    "last-round-differs": other_last_round,
}
