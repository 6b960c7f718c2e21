"""Publishing standings, revisions, withdrawing."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.results.slips import Slip
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.actions import publish_standings, withdraw_standings
from events.core.standings.correction_actions import correct_result
from events.models import Event, StandingsSnapshot, Verb
from events.roster.drop_actions import disqualify
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    byes,
    event_with_owner,
    journaled,
    play_round,
    refused,
    start_round,
    tables,
)

pytestmark = pytest.mark.django_db


def snapshots(event: Event) -> list[tuple[int, int, bool]]:
    """Round, revision and whether it is withdrawn, of everything that was published."""
    rows = StandingsSnapshot.objects.filter(round__event=event).order_by("round", "revision")
    return list(rows.values_list("round__number", "revision", "withdrawn"))


def newest(event: Event, number: int) -> StandingsSnapshot:
    return StandingsSnapshot.objects.filter(round__event=event, round__number=number).latest(
        "revision"
    )


def rows_by_number(event: Event, number: int) -> dict[int, dict[str, Any]]:
    return {row["number"]: row for row in newest(event, number).rows}


def played(players: int, rounds: int, **columns: object) -> tuple[Event, User]:
    event, owner = event_with_owner(players, **columns)
    for number in range(1, rounds + 1):
        play_round(event, owner, number)
    return event, owner


def correct(event: Event, owner: User, number: int, table: int, score: Slip) -> None:
    correct_result(
        event_id=event.pk,
        actor=owner,
        number=number,
        table=table,
        slip=score,
        reason="misread",
    )


def test_a_snapshot_holds_exact_figures_in_the_order_of_places() -> None:
    event, _owner = played(5, 1)
    snapshot = newest(event, 1)
    assert [row["place"] for row in snapshot.rows] == [1, 2, 3, 4, 5]
    assert sum(row["points"] for row in snapshot.rows) == 9
    [holder] = byes(event, 1)
    row = rows_by_number(event, 1)[holder]
    assert (row["points"], row["wins"], row["byes"], row["rounds"]) == (3, 1, 1, 1)
    assert row["gw"] == "1"
    assert row["omw"] is None
    loser = rows_by_number(event, 1)[tables(event, 1)[1][1]]
    assert (loser["omw"], loser["gw"], loser["ogw"]) == ("1", "33/100", "1")
    assert loser["state"] == "active"


def test_a_disqualified_player_has_no_place() -> None:
    event, owner = played(4, 1)
    disqualify(event_id=event.pk, actor=owner, number=2, reason="cheating")
    publish_standings(event_id=event.pk, actor=owner, number=1, reason="without number 2")
    rows = newest(event, 1).rows
    assert [row["place"] for row in rows] == [1, 2, 3, None]
    assert (rows[3]["number"], rows[3]["state"]) == (2, "disqualified")


def test_standings_are_published_after_a_complete_round_and_once() -> None:
    event, owner = event_with_owner(4)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    with refused("Round 1 does not exist."):
        publish_standings(**same)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    with refused("Complete round 1 before you publish its standings."):
        publish_standings(**same)
    event, owner = played(4, 1)
    same = {"event_id": event.pk, "actor": owner, "number": 1}
    with refused("The current standings after round 1 are already published."):
        publish_standings(**same)
    assert snapshots(event) == [(1, 1, False)]
    [entry] = journaled(event, Verb.STANDINGS_PUBLISHED)
    assert (entry.round_number, entry.data) == (1, {"revision": 1, "reason": ""})
    assert newest(event, 1).published_by == owner


def test_a_correction_makes_a_revision_of_everything_published_from_there_on() -> None:
    event, owner = played(8, 3)
    first = newest(event, 1).rows
    correct(event, owner, 2, 1, Slip.of(0, 2))
    assert snapshots(event) == [
        (1, 1, False),
        (2, 1, False),
        (2, 2, False),
        (3, 1, False),
        (3, 2, False),
    ]
    assert newest(event, 1).rows == first
    assert newest(event, 3).reason == "misread"
    winner, loser = tables(event, 2)[1]
    assert rows_by_number(event, 2)[winner]["points"] == 3
    assert rows_by_number(event, 2)[loser]["points"] == 6
    old = StandingsSnapshot.objects.get(round__event=event, round__number=2, revision=1)
    assert {row["number"]: row["points"] for row in old.rows}[winner] == 6, "kept as it was"


def test_a_correction_publishes_nothing_that_was_not_published() -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1, publish=False)
    play_round(event, owner, 2)
    start_round(event, owner, 3)
    correct(event, owner, 1, 1, Slip.of(0, 2))
    assert snapshots(event) == [(2, 1, False), (2, 2, False)]


def test_a_correction_publishes_nothing_that_was_withdrawn() -> None:
    event, owner = played(8, 2)
    withdraw_standings(event_id=event.pk, actor=owner, number=1, reason="wrong")
    correct(event, owner, 1, 1, Slip.of(0, 2))
    assert snapshots(event) == [(1, 1, True), (2, 1, False), (2, 2, False)]


def test_withdrawn_standings_are_kept_and_published_again_with_a_new_number() -> None:
    event, owner = played(4, 1)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    with refused("Give a reason. It is recorded in the journal.", "reason"):
        withdraw_standings(**same, reason="")
    withdraw_standings(**same, reason="a slip was misread")
    assert snapshots(event) == [(1, 1, True)]
    [entry] = journaled(event, Verb.STANDINGS_WITHDRAWN)
    assert entry.data == {"reason": "a slip was misread"}
    with refused("The standings after round 1 are not published."):
        withdraw_standings(**same, reason="again")
    assert publish_standings(**same).revision == 2
    assert snapshots(event) == [(1, 1, True), (1, 2, False)]


def test_withdrawing_hides_every_revision() -> None:
    event, owner = played(4, 1)
    correct(event, owner, 1, 1, Slip.of(0, 2))
    withdraw_standings(event_id=event.pk, actor=owner, number=1, reason="wrong")
    assert snapshots(event) == [(1, 1, True), (1, 2, True)]


def test_who_leaves_or_comes_later_changes_nothing_of_earlier_standings() -> None:
    event, owner = played(8, 2, late_policy=Event.LatePolicy.NOTHING)
    drop(event_id=event.pk, actor=owner, number=1)
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Late Player")])
    play_round(event, owner, 3)
    before = newest(event, 1).rows
    assert {row["number"] for row in newest(event, 3).rows} == set(range(1, 10))
    with refused("The current standings after round 1 are already published."):
        publish_standings(event_id=event.pk, actor=owner, number=1)
    assert newest(event, 1).rows == before
