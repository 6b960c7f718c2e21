"""Posting a round, its clock, its extensions, completing it and opening it again."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.clock.actions import start_clock
from events.core.players.actions import change_enrollment
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import EnrollmentData, NewEnrollment
from events.core.results.report_actions import undo_result
from events.core.results.slips import Slip
from events.core.rounds.actions import (
    complete_round,
    extend_time,
    post_round,
    reopen_round,
    unpost_round,
)
from events.core.rounds.pairing_actions import discard_round, pair_next_round
from events.core.standings.actions import withdraw_standings
from events.desk.unposted_actions import swap_players
from events.models import Enrollment, Event, Round, Verb
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    at_table,
    byes,
    enter_slips,
    event_with_owner,
    journaled,
    play_round,
    player,
    refused,
    report,
    round_of,
    start_round,
    tables,
)

pytestmark = pytest.mark.django_db


def playing(players: int = 6, **columns: object) -> tuple[Event, User, dict[str, Any]]:
    """An event in which round 1 is being played, and what every write begins with."""
    event, owner = event_with_owner(players, **columns)
    start_round(event, owner, 1)
    return event, owner, {"event_id": event.pk, "actor": owner, "number": 1}


def test_posting_freezes_what_players_see() -> None:
    event, owner = event_with_owner(5, platform="Somewhere")
    event.enrollments.filter(number=1).update(platform_id="First#1234")
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    round = post_round(event_id=event.pk, actor=owner, number=1)
    assert round.state == Round.State.POSTED
    assert round.posted_at is not None
    rows = round.posted_rows or []
    assert [row["table"] for row in rows] == [1, 2, None]
    assert [row["kind"] for row in rows] == ["played", "played", "bye"]
    assert rows[2]["second"] is None
    assert [(row["first"]["number"], row["second"]["number"]) for row in rows[:2]] == list(
        tables(event, 1).values()
    )
    people = [row[side] for row in rows for side in ("first", "second") if row[side]]
    assert {one["number"]: one["platform_id"] for one in people}[1] == "First#1234"
    assert {(one["points"], one["record"]) for one in people} == {(0, "0-0-0")}
    assert [entry.round_number for entry in journaled(event, Verb.ROUND_POSTED)] == [1]


def test_posted_pairings_keep_the_names_they_were_posted_with() -> None:
    event, owner, _same = playing(4)
    before = round_of(event, 1).posted_rows
    change_enrollment(
        event_id=event.pk, actor=owner, number=1, data=EnrollmentData(name="Another Name")
    )
    assert round_of(event, 1).posted_rows == before


def test_posted_rows_carry_points_and_records_from_before_the_round() -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20", "2 d", "3 dl", "4 02")
    complete_round(event_id=event.pk, actor=owner, number=1)
    start_round(event, owner, 2)
    seen = {}
    for row in round_of(event, 2).posted_rows or []:
        for one in (row["first"], row["second"]):
            seen[one["number"]] = (one["points"], one["record"])
    one, two = tables(event, 1)[1], tables(event, 1)[2]
    three, four = tables(event, 1)[3], tables(event, 1)[4]
    assert (seen[one[0]], seen[one[1]]) == ((3, "1-0-0"), (0, "0-1-0"))
    assert (seen[two[0]], seen[two[1]]) == ((1, "0-0-1"), (1, "0-0-1"))
    assert (seen[three[0]], seen[three[1]]) == ((0, "0-1-0"), (0, "0-1-0"))
    assert (seen[four[0]], seen[four[1]]) == ((0, "0-1-0"), (3, "1-0-0"))


def test_a_round_is_posted_once() -> None:
    event, _owner, same = playing(4)
    with refused("Round 1 is already posted. Players can see it."):
        post_round(**same)
    with refused("Round 2 does not exist."):
        post_round(**same | {"number": 2})
    assert len(journaled(event, Verb.ROUND_POSTED)) == 1


def test_a_posted_round_goes_back_to_a_draft_that_can_be_changed() -> None:
    event, _owner, same = playing(4)
    start_clock(**same)
    with refused("Give a reason. It is recorded in the journal.", "reason"):
        unpost_round(**same, reason="  ")
    round = unpost_round(**same, reason="two players stand at the wrong event")
    assert round.state == Round.State.UNPOSTED
    assert (round.posted_at, round.started_at, round.posted_rows) == (None, None, None)
    [entry] = journaled(event, Verb.ROUND_UNPOSTED)
    assert entry.data == {"reason": "two players stand at the wrong event"}
    one, two = tables(event, 1)[1]
    swap_players(**same, first=one, second=two)
    post_round(**same)
    rows = round_of(event, 1).posted_rows or []
    assert rows[0]["first"]["number"] == two


def test_a_round_with_results_is_not_taken_back() -> None:
    event, owner, same = playing(5)
    assert byes(event, 1)
    enter_slips(event, owner, 1, "1 20")
    with refused("Round 1 has results. Undo them first, then unpost the round."):
        unpost_round(**same, reason="wrong")
    undo_result(**same, table=1)
    unpost_round(**same, reason="wrong")
    discard_round(**same, reason="a latecomer")
    assert not event.rounds.exists()


def test_a_draft_is_not_played() -> None:
    event, owner = event_with_owner(4)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    words = "Round 1 is not posted yet."
    with refused(words):
        start_clock(**same)
    with refused(words):
        enter_slips(event, owner, 1, "1 20")
    with refused(words):
        extend_time(**same, table=1, minutes=3)
    with refused(words):
        complete_round(**same)
    with refused(words):
        unpost_round(**same, reason="wrong")


def test_an_extension_is_set_for_one_table() -> None:
    event, _owner, same = playing(4)
    assert extend_time(**same, table=2, minutes=5).extension_minutes == 5
    assert at_table(event, 1, 1).extension_minutes == 0
    extend_time(**same, table=2, minutes=0)
    assert at_table(event, 1, 2).extension_minutes == 0
    assert [entry.data["minutes"] for entry in journaled(event, Verb.EXTENSION_GIVEN)] == [5, 0]
    for minutes in (-1, 121):
        with refused("A time extension must be between 0 and 120 minutes.", "minutes"):
            extend_time(**same, table=2, minutes=minutes)
    with refused("Table 3 does not exist in round 1. Tables run from 1 to 2.", "table"):
        extend_time(**same, table=3, minutes=5)


def test_a_round_with_all_results_is_completed() -> None:
    event, owner, same = playing(5)
    report(event, owner, 1)
    round = complete_round(**same)
    assert round.state == Round.State.COMPLETE
    assert round.completed_at is not None
    [entry] = journaled(event, Verb.ROUND_COMPLETED)
    assert entry.data == {"resolved": 0}
    with refused("Round 1 is complete. The head judge can correct a result."):
        complete_round(**same)


def test_a_round_with_results_missing_names_their_tables() -> None:
    event, owner, same = playing(8)
    enter_slips(event, owner, 1, "2 20")
    with refused("Tables without a result: 1, 3, 4. Enter or decide them first.", "resolutions"):
        complete_round(**same)
    with refused("Tables without a result: 1, 4. Enter or decide them first.", "resolutions"):
        complete_round(**same, resolutions={3: Slip.of(2, 0)})
    assert round_of(event, 1).state == Round.State.POSTED
    assert at_table(event, 1, 3).result_text == "", "nothing is written by half"


def test_every_missing_table_is_resolved_in_its_own_way() -> None:
    event, _owner, same = playing(8)
    complete_round(
        **same,
        resolutions={
            1: Slip.of(1, 1),
            2: Slip.of(2, 0, drop_second=True),
            3: Slip.of(0, 2, drop_first=True),
            4: Slip.of(0, 0, double_loss=True, drop_first=True, drop_second=True),
        },
    )
    assert [at_table(event, 1, table).result_text for table in (1, 2, 3, 4)] == [
        "1-1",
        "2-0",
        "0-2",
        "dl",
    ]
    gone = {one.number for one in event.enrollments.filter(state=Enrollment.State.DROPPED)}
    seats = tables(event, 1)
    assert gone == {seats[2][1], seats[3][0], *seats[4]}
    assert {player(event, number).dropped_after for number in gone} == {1}
    assert len(journaled(event, Verb.RESULT_ENTERED)) == 4
    assert journaled(event, Verb.ROUND_COMPLETED)[0].data == {"resolved": 4}


def test_a_no_show_who_dropped_already_is_resolved_all_the_same() -> None:
    event, owner, same = playing(4)
    absent = tables(event, 1)[1][1]
    drop(event_id=event.pk, actor=owner, number=absent)
    enter_slips(event, owner, 1, "2 20")
    complete_round(**same, resolutions={1: Slip.of(2, 0, drop_second=True)})
    assert at_table(event, 1, 1).result_text == "2-0"
    assert len(journaled(event, Verb.DROPPED)) == 1


def test_a_result_that_came_in_meanwhile_stands() -> None:
    event, owner, same = playing(4)
    enter_slips(event, owner, 1, "1 02", "2 20")
    first = tables(event, 1)[1][0]
    complete_round(**same, resolutions={1: Slip.of(2, 0, drop_first=True)})
    assert at_table(event, 1, 1).result_text == "0-2"
    assert player(event, first).state == Enrollment.State.ACTIVE


def test_an_impossible_resolution_is_refused_and_nothing_is_written() -> None:
    event, _owner, same = playing(4, draws_allowed=False)
    with refused("This event has no draws. One side must win.", "resolutions[1].score"):
        complete_round(**same, resolutions={1: Slip.of(2, 0), 2: Slip.of(1, 1)})
    assert at_table(event, 1, 1).result_text == ""
    assert round_of(event, 1).state == Round.State.POSTED


def test_a_complete_round_is_opened_again_while_nothing_follows_it() -> None:
    event, owner = event_with_owner(4)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    with refused("Round 1 does not exist."):
        reopen_round(**same)
    start_round(event, owner, 1)
    with refused("Round 1 is not complete."):
        reopen_round(**same)
    report(event, owner, 1)
    complete_round(**same)
    round = reopen_round(**same)
    assert (round.state, round.completed_at) == (Round.State.POSTED, None)
    assert len(journaled(event, Verb.ROUND_REOPENED)) == 1
    undo_result(**same, table=1)
    assert not at_table(event, 1, 1).has_result


def test_published_or_followed_rounds_stay_complete() -> None:
    event, owner = event_with_owner(4)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    play_round(event, owner, 1)
    with refused("The standings after round 1 are published. Withdraw them first."):
        reopen_round(**same)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    with refused("Round 2 is already paired. Correct the result instead."):
        reopen_round(**same)
    discard_round(event_id=event.pk, actor=owner, number=2, reason="a latecomer")
    withdraw_standings(**same, reason="a slip was misread")
    reopen_round(**same)
    assert round_of(event, 1).state == Round.State.POSTED


def test_a_late_player_does_not_hold_up_a_round() -> None:
    event, owner, same = playing(4)
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Late Player")])
    report(event, owner, 1)
    assert complete_round(**same).state == Round.State.COMPLETE
