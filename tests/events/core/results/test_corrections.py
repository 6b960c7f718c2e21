"""Results of complete rounds: corrected, and the event once it is finished."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.events.finishing_actions import finish_event
from events.core.results.report_actions import undo_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round, reopen_round
from events.core.standings.actions import withdraw_standings
from events.core.standings.correction_actions import correct_result
from events.models import Event, Verb
from tests.events.scenario import (
    at_table,
    byes,
    enter_slips,
    event_with_owner,
    journaled,
    play_round,
    refused,
    report,
    round_of,
    start_round,
    tables,
)
from tests.events.support.stages import playoff

pytestmark = pytest.mark.django_db


def playing(players: int = 6, **columns: object) -> tuple[Event, User]:
    """An event in which round 1 is being played."""
    event, owner = event_with_owner(players, **columns)
    start_round(event, owner, 1)
    return event, owner


def result(event: Event, table: int, number: int = 1) -> str:
    return at_table(event, number, table).result_text


def test_a_correction_needs_a_complete_round_a_reason_and_another_result() -> None:
    event, owner = playing(4)
    report(event, owner, 1)
    correction: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1, "table": 1}
    with refused("Round 1 is not complete. Enter the result at the desk."):
        correct_result(**correction, slip=Slip.of(0, 2), reason="slip")
    complete_round(event_id=event.pk, actor=owner, number=1)
    with refused("Give a reason. It is recorded in the journal.", "reason"):
        correct_result(**correction, slip=Slip.of(0, 2), reason=" ")
    with refused("This result is already recorded.", "score"):
        correct_result(**correction, slip=Slip.of(2, 0), reason="slip")
    with refused("3-0 is impossible in a best of 3: 2 wins end the match.", "score"):
        correct_result(**correction, slip=Slip.of(3, 0), reason="slip")
    with refused("Table 9 does not exist in round 1. Tables run from 1 to 2.", "table"):
        correct_result(**correction | {"table": 9}, slip=Slip.of(0, 2), reason="slip")
    assert not journaled(event, Verb.RESULT_CORRECTED)


def test_a_correction_is_journaled_with_its_reason_and_leaves_pairings_alone() -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    play_round(event, owner, 2)
    start_round(event, owner, 3)
    before = tables(event, 3), byes(event, 3), event.rounds.get(number=3).posted_rows
    correct_result(
        event_id=event.pk, actor=owner, number=1, table=2, slip=Slip.of(1, 2), reason=" Misread. "
    )
    assert result(event, 2) == "1-2"
    [entry] = journaled(event, Verb.RESULT_CORRECTED)
    assert entry.data["reason"] == "Misread."
    assert (entry.data["before"], entry.data["after"]) == ([2, 0, 0, False], [1, 2, 0, False])
    assert before == (tables(event, 3), byes(event, 3), event.rounds.get(number=3).posted_rows)


def test_a_correction_is_undone_first_after_the_round_was_opened_again() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1, publish=False)
    correct_result(
        event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(2, 1), reason="misread"
    )
    reopen_round(event_id=event.pk, actor=owner, number=1)
    for left in ("2-0", ""):
        undo_result(event_id=event.pk, actor=owner, number=1, table=1)
        assert result(event, 1) == left


def test_a_finished_event_takes_no_results() -> None:
    event, owner = event_with_owner(4, rounds=1)
    play_round(event, owner, 1)
    finish_event(event_id=event.pk, actor=owner)
    words = "The event is finished. To change anything, reopen it on the event page."
    with refused(words):
        enter_slips(event, owner, 1, "1 21")
    with refused(words):
        withdraw_standings(event_id=event.pk, actor=owner, number=1, reason="wrong")
    with refused(words):
        correct_result(
            event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(0, 2), reason="wrong"
        )


def test_a_correction_drops_nobody() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    with refused(
        "A correction cannot drop a player. Drop the player on the player's page.", "score"
    ):
        correct_result(
            event_id=event.pk,
            actor=owner,
            number=1,
            table=1,
            slip=Slip.of(2, 1, drop_second=True),
            reason="slip misread",
        )


def test_a_correction_during_the_playoff_leaves_the_swiss_order_to_the_swiss_rounds() -> None:
    event, owner = playoff(8, 4)
    newest = round_of(event, 1).snapshots.order_by("-revision")
    before = newest[0].rows
    lost = before[-1]["number"]
    table = next(table for table, both in tables(event, 1).items() if lost in both)
    won = Slip.of(2, 1) if tables(event, 1)[table][0] == lost else Slip.of(1, 2)
    correct_result(
        event_id=event.pk, actor=owner, number=1, table=table, slip=won, reason="misread"
    )
    after = newest[0].rows
    assert newest[0].revision == 2
    assert lost in [row["number"] for row in after[:4]]
    assert [row["points"] for row in after] == [3] * 4 + [0] * 4
    assert sum(row["drawn"] for row in after[:4]) == sum(row["drawn"] for row in before[:4])
