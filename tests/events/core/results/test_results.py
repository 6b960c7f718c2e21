"""Results as slips come in: entered, refused, contradicted, undone, corrected."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.adapters import records_before
from events.core.results.actions import enter_result
from events.core.results.report_actions import undo_last, undo_result
from events.core.results.result_questions import ResultConflictError, SameResultError
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.actions import publish_standings
from events.models import Enrollment, Event, Report, Role, Verb
from events.roster.drop_actions import disqualify, reinstate
from standings import PROFILES
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    journaled,
    player,
    refused,
    report,
    start_round,
    tables,
)

pytestmark = pytest.mark.django_db


def playing(players: int = 6, **columns: object) -> tuple[Event, User]:
    """An event in which round 1 is being played."""
    event, owner = event_with_owner(players, **columns)
    start_round(event, owner, 1)
    return event, owner


def result(event: Event, table: int, number: int = 1) -> str:
    return at_table(event, number, table).result_text


@pytest.mark.parametrize(
    ("slip", "stored"),
    [
        ("1 20", (2, 0, 0, False)),
        ("1 21", (2, 1, 0, False)),
        ("1 2-0-1", (2, 0, 1, False)),
        ("1 1-0-1", (1, 0, 1, False)),
        ("1 02", (0, 2, 0, False)),
        ("1 11", (1, 1, 0, False)),
        ("1 00", (0, 0, 0, False)),
        ("1 d", (0, 0, 3, False)),
        ("1 dl", (0, 0, 0, True)),
    ],
)
def test_every_kind_of_score_is_stored(slip: str, stored: tuple[int, int, int, bool]) -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, slip)
    match = at_table(event, 1, 1)
    assert (*(match.games or ()), match.double_loss) == stored
    assert match.official_report is not None
    assert (match.official_report.account, match.official_report.source) == (
        owner,
        Report.Source.SLIP,
    )
    [entry] = journaled(event, Verb.RESULT_ENTERED)
    assert (entry.round_number, entry.table, entry.actor) == (1, 1, owner)
    assert (entry.first_number, entry.second_number) == tables(event, 1)[1]
    assert entry.data["before"] is None
    assert entry.data["after"] == list(stored)


@pytest.mark.parametrize(
    ("slip", "who"), [("1 20 x1", (0,)), ("1 20 x2", (1,)), ("1 dl x12", (0, 1))]
)
def test_who_drops_on_the_slip_leaves_after_this_round(slip: str, who: tuple[int, ...]) -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, slip)
    leaving = [tables(event, 1)[1][side] for side in who]
    for number in tables(event, 1)[1]:
        one = player(event, number)
        gone = number in leaving
        assert one.state == (Enrollment.State.DROPPED if gone else Enrollment.State.ACTIVE)
        assert one.dropped_after == (1 if gone else None)
    assert [entry.first_number for entry in journaled(event, Verb.DROPPED)] == leaving
    assert journaled(event, Verb.RESULT_ENTERED)[0].data["dropped"] == leaving


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (Slip.of(3, 0), "3-0 is impossible in a best of 3: 2 wins end the match."),
        (Slip.of(2, 2), "2-2 is impossible in a best of 3: 2 wins end the match."),
        (Slip.of(2, 1, 3), "2-1-3 is impossible: it adds up to 6 games in a best of 3."),
    ],
)
def test_impossible_results_are_refused(score: Slip, words: str) -> None:
    event, owner = playing()
    with refused(words, "score"):
        enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=score)
    assert not at_table(event, 1, 1).has_result


@pytest.mark.parametrize("score", [Slip.of(1, 1), Slip.of(0, 0), Slip.of(0, 0, 3)])
def test_draws_are_refused_where_the_event_has_none(score: Slip) -> None:
    event, owner = playing(draws_allowed=False)
    with refused("This event has no draws. One side must win.", "score"):
        enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=score)
    enter_slips(event, owner, 1, "1 dl")
    assert result(event, 1) == "dl"


def test_a_best_of_one_ends_with_one_win() -> None:
    event, owner = playing(games_to_win=1)
    with refused("2-0 is impossible in a best of 1: 1 win ends the match.", "score"):
        enter_slips(event, owner, 1, "1 20")
    enter_slips(event, owner, 1, "1 10")
    assert result(event, 1) == "1-0"


def test_results_of_tables_and_rounds_that_are_not_there() -> None:
    event, owner = playing(6, first_table=5)
    with refused("Table 31 does not exist in round 1. Tables run from 5 to 7.", "table"):
        enter_slips(event, owner, 1, "31 20")
    with refused("Round 2 does not exist."):
        enter_slips(event, owner, 2, "5 20")


def test_results_belong_to_the_round_that_is_being_played() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    with refused("Round 1 is complete. The head judge can correct a result."):
        enter_slips(event, owner, 1, "1 02")


def test_a_second_result_is_held_against_the_first() -> None:
    event, owner = playing()
    other = factories.staff_member(event, Role.JUDGE, "judge-of-tables")
    enter_slips(event, owner, 1, "2 20")
    with pytest.raises(ResultConflictError) as caught:
        enter_slips(event, other, 1, "2 12")
    assert str(caught.value) == (
        f"Table 2 already has a different result, entered by {owner.get_username()}."
    )
    assert caught.value.match.games == (2, 0, 0)
    assert caught.value.slip == Slip.of(1, 2)
    assert result(event, 2) == "2-0"
    assert len(journaled(event, Verb.RESULT_ENTERED)) == 1


def test_the_same_result_twice_is_told_apart_from_a_contradiction() -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "2 20 x2")
    with pytest.raises(SameResultError) as caught:
        enter_slips(event, owner, 1, "2 20 x2")
    assert str(caught.value) == (
        f"Table 2 already has this result, entered by {owner.get_username()}."
    )
    assert len(journaled(event, Verb.RESULT_ENTERED)) == 1


def test_a_double_loss_is_not_the_draw_without_games() -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "1 00")
    with pytest.raises(ResultConflictError):
        enter_slips(event, owner, 1, "1 dl")
    assert result(event, 1) == "0-0"
    enter_result(
        event_id=event.pk,
        actor=owner,
        number=1,
        table=1,
        slip=Slip.of(0, 0, double_loss=True),
        replace="0-0",
    )
    assert result(event, 1) == "dl"
    with pytest.raises(ResultConflictError):
        enter_result(
            event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(2, 0), replace="0-0"
        )


def test_the_same_slip_with_a_drop_that_was_forgotten_adds_the_drop() -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "2 20", "2 20 x2")
    first, second = tables(event, 1)[2]
    assert player(event, second).state == Enrollment.State.DROPPED
    assert player(event, first).state == Enrollment.State.ACTIVE
    undo_result(event_id=event.pk, actor=owner, number=1, table=2)
    assert player(event, second).state == Enrollment.State.ACTIVE
    assert result(event, 2) == "2-0"


def test_a_slip_that_replaces_another_takes_its_drop_back_and_undo_brings_it_again() -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "2 20 x2")
    second = tables(event, 1)[2][1]
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1, "table": 2}
    enter_result(**who, slip=Slip.of(2, 1), replace="2-0")
    assert player(event, second).state == Enrollment.State.ACTIVE
    undo_result(**who)
    assert player(event, second).state == Enrollment.State.DROPPED
    assert result(event, 2) == "2-0"


def test_only_the_result_that_was_seen_is_replaced() -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "2 20")
    replace: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1, "table": 2}
    with pytest.raises(ResultConflictError):
        enter_result(**replace, slip=Slip.of(0, 2), replace="2-1")
    assert result(event, 2) == "2-0"
    enter_result(**replace, slip=Slip.of(0, 2), replace="2-0")
    assert result(event, 2) == "0-2"
    entry = journaled(event, Verb.RESULT_ENTERED)[-1]
    assert (entry.data["before"], entry.data["after"]) == (
        [2, 0, 0, False],
        [0, 2, 0, False],
    )


def test_undo_takes_the_result_of_a_table_back() -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "1 20", "2 21")
    undo_result(event_id=event.pk, actor=owner, number=1, table=1)
    match = at_table(event, 1, 1)
    assert (match.games, match.official_report) == (None, None)
    assert result(event, 2) == "2-1"
    [entry] = journaled(event, Verb.RESULT_UNDONE)
    assert (entry.data["before"], entry.data["after"]) == ([2, 0, 0, False], None)
    with refused("Table 1 has no result to undo.", "table"):
        undo_result(event_id=event.pk, actor=owner, number=1, table=1)


def test_undo_goes_back_one_replacement_after_the_other() -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "1 20")
    for score, seen in ((Slip.of(2, 1), "2-0"), (Slip.of(1, 2), "2-1")):
        enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=score, replace=seen)
    for left in ("2-1", "2-0", ""):
        undo_result(event_id=event.pk, actor=owner, number=1, table=1)
        assert result(event, 1) == left
    with refused("Table 1 has no result to undo."):
        undo_result(event_id=event.pk, actor=owner, number=1, table=1)


def test_undo_takes_the_drop_back_that_came_with_the_slip() -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "1 20 x2")
    undo_result(event_id=event.pk, actor=owner, number=1, table=1)
    second = player(event, tables(event, 1)[1][1])
    assert (second.state, second.dropped_after) == (Enrollment.State.ACTIVE, None)
    assert journaled(event, Verb.REINSTATED)[0].data["reason"] == "result-undone"


def test_undo_leaves_a_drop_alone_that_was_told_at_the_desk() -> None:
    event, owner = playing()
    second = tables(event, 1)[1][1]
    drop(event_id=event.pk, actor=owner, number=second)
    enter_slips(event, owner, 1, "1 20 x2")
    undo_result(event_id=event.pk, actor=owner, number=1, table=1)
    assert player(event, second).state == Enrollment.State.DROPPED


@pytest.mark.parametrize("state", [Enrollment.State.ACTIVE, Enrollment.State.DISQUALIFIED])
def test_undo_works_when_the_player_is_no_longer_dropped(state: Enrollment.State) -> None:
    event, owner = playing()
    enter_slips(event, owner, 1, "1 20 x2")
    second = tables(event, 1)[1][1]
    if state == Enrollment.State.ACTIVE:
        reinstate(event_id=event.pk, actor=owner, number=second)
    else:
        disqualify(event_id=event.pk, actor=owner, number=second, reason="theft")
    undo_result(event_id=event.pk, actor=owner, number=1, table=1)
    assert result(event, 1) == ""
    assert player(event, second).state == state


def test_undo_of_the_last_takes_back_ones_own_newest_first() -> None:
    event, owner = playing()
    other = factories.staff_member(event, Role.JUDGE, "judge-at-tables")
    enter_slips(event, owner, 1, "1 20", "2 20")
    enter_slips(event, other, 1, "3 20")
    last: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    assert undo_last(**last).match.table == 2
    assert undo_last(**last).match.table == 1
    with refused("You have no result in this round to undo."):
        undo_last(**last)
    assert result(event, 3) == "2-0"


def test_undo_of_the_last_leaves_what_somebody_else_replaced() -> None:
    event, owner = playing()
    other = factories.staff_member(event, Role.JUDGE, "judge-who-replaces")
    enter_slips(event, owner, 1, "1 20")
    enter_result(
        event_id=event.pk, actor=other, number=1, table=1, slip=Slip.of(0, 2), replace="2-0"
    )
    with refused("You have no result in this round to undo."):
        undo_last(event_id=event.pk, actor=owner, number=1)
    assert result(event, 1) == "0-2"


def test_a_double_sided_match_has_two_games() -> None:
    event, owner = playing(4, profile=PROFILES["netrunner"].to_dict())
    with refused("A double-sided match has two games: 20, 11 or 02.", "score"):
        enter_slips(event, owner, 1, "1 21")
    enter_slips(event, owner, 1, "1 20", "2 11")
    complete_round(event_id=event.pk, actor=owner, number=1)
    snapshot = publish_standings(event_id=event.pk, actor=owner, number=1)
    assert sorted(row["points"] for row in snapshot.rows) == [0, 3, 3, 6]
    points = records_before(pair_next_round(event_id=event.pk, actor=owner, number=2))
    assert sorted(found[0] for found in points.values()) == [0, 3, 3, 6]
