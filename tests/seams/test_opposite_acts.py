"""Two people do the opposite of each other at once: one act is done, the other refused in words."""

from collections.abc import Callable
from typing import Any

import pytest

from events.core.events.finishing_actions import finish_event
from events.core.results.report_actions import undo_result
from events.core.rounds.actions import reopen_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.cut_actions import confirm_cut, take_cut_back
from events.core.stages.cuts import cut_line
from events.core.stages.plans import StagePlan
from events.core.standings.actions import withdraw_standings
from events.models import Event
from events.roster.drop_actions import drop
from events.roster.merging_actions import merge_players
from tests.events.scenario import enter_slips, event_with_owner, play_round, start_round
from tests.events.support.stages import SINGLE, confirm, staged
from tests.events.test_concurrency import at_once, refusals

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]

Act = Callable[[], Any]
Acts = tuple[Event, Act, Act]


def _before_a_cut() -> tuple[Event, dict[str, Any]]:
    plans = (StagePlan(rounds=1, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE))
    event, owner = staged(6, *plans)
    play_round(event, owner, 1)
    return event, {"event_id": event.pk, "actor": owner}


def two_confirm_the_cut() -> Acts:
    event, who = _before_a_cut()
    numbers = cut_line(event.stages.get(number=1)).numbers
    act = lambda: confirm_cut(**who, number=1, advancing=numbers)  # noqa: E731
    return event, act, act


def cut_and_reopen() -> Acts:
    event, who = _before_a_cut()
    numbers = cut_line(event.stages.get(number=1)).numbers
    return (
        event,
        lambda: confirm_cut(**who, number=1, advancing=numbers),
        lambda: reopen_round(**who, number=1),
    )


def undo_the_cut_and_pair() -> Acts:
    event, who = _before_a_cut()
    confirm(event, who["actor"], 1)
    return (
        event,
        lambda: take_cut_back(**who, number=1, reason="a drop"),
        lambda: pair_next_round(**who, number=2),
    )


def finish_and_reopen() -> Acts:
    event, owner = event_with_owner(4, rounds=1)
    play_round(event, owner, 1)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    return event, lambda: finish_event(**who), lambda: reopen_round(**who, number=1)


def two_drop_a_player() -> Acts:
    event, owner = event_with_owner(5, rounds=3)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 5}
    return event, lambda: drop(**who), lambda: drop(**who)


def two_undo_a_result() -> Acts:
    event, owner = event_with_owner(4, rounds=3)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20")
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    act = lambda: undo_result(**who, number=1, table=1)  # noqa: E731
    return event, act, act


def two_withdraw() -> Acts:
    event, owner = event_with_owner(4, rounds=3)
    play_round(event, owner, 1)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    act = lambda: withdraw_standings(**who, number=1, reason="misread")  # noqa: E731
    return event, act, act


def merge_both_ways() -> Acts:
    event, owner = event_with_owner(5, rounds=3)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    return (
        event,
        lambda: merge_players(**who, number=4, other=5),
        lambda: merge_players(**who, number=5, other=4),
    )


CASES = (
    *(two_confirm_the_cut, cut_and_reopen, undo_the_cut_and_pair, finish_and_reopen),
    *(two_drop_a_player, two_undo_a_result, two_withdraw, merge_both_ways),
)


@pytest.mark.parametrize("case", CASES)
def test_one_of_two_opposite_acts_is_done(case: Callable[[], Acts]) -> None:
    event, one, other = case()
    answers = at_once(event, one, other)
    [words] = refusals(answers)
    assert words.endswith(".")
    event.refresh_from_db()
