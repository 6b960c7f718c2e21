"""Unusual orders of steps: the refusals, and the data that must not get lost."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.progress.recommended_rounds import number_of_rounds
from events.core.results.actions import enter_result
from events.core.results.report_actions import undo_result
from events.core.results.slips import Slip, parse_entry
from events.core.rounds.actions import complete_round, post_round, reopen_round, unpost_round
from events.core.rounds.pairing_actions import discard_round, pair_again, pair_next_round
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.core.standings.actions import publish_standings
from events.desk.unposted_actions import add_to_round, swap_players, take_out_of_round
from events.models import Enrollment, Event, Round, Verb
from events.roster.drop_actions import disqualify, reinstate
from events.stages.actions import lay_out_stages
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    assigned_losses,
    at_table,
    byes,
    enter_slips,
    event_with_owner,
    journaled,
    pairs,
    play_round,
    player,
    refused,
    round_of,
    start_round,
)
from tests.events.support.stages import (
    SINGLE,
    by_seed,
    confirm,
    finish_round,
    play_swiss,
    playoff,
    report_by,
    seeds,
    staged,
)

pytestmark = pytest.mark.django_db

LEAGUE = StagePlan(kind="round-robin")
TO_FOUR = StagePlan(rounds=3, cut_by="rank", cut_value=4)


def moved(event: Event, owner: User) -> Event:
    """The event as another machine has it after export and import."""
    event.refresh_from_db()
    archive = read_archive(json.dumps(export_archive(event)).encode())
    return import_archive(archive=archive, actor=owner)


def late(event: Event, owner: User, *names: str) -> list[Enrollment]:
    entries = [NewEnrollment(name=name) for name in names]
    return enroll(event_id=event.pk, actor=owner, entries=entries)


def test_a_round_that_was_imported_with_results_is_not_taken_back() -> None:
    event, owner = event_with_owner(4, rounds=3)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 21")
    there = moved(event, owner)
    with refused("Round 1 has results. Undo them first, then unpost the round."):
        unpost_round(event_id=there.pk, actor=owner, number=1, reason="wrong")
    assert undo_result(event_id=there.pk, actor=owner, number=1, table=1).match.result is None
    assert journaled(there, Verb.RESULT_UNDONE)[0].data["before"] == [2, 1, 0, False]
    with refused("Table 1 has no result to undo.", "table"):
        undo_result(event_id=there.pk, actor=owner, number=1, table=1)
    unpost_round(event_id=there.pk, actor=owner, number=1, reason="wrong")


def test_a_playoff_round_that_was_imported_with_results_stays() -> None:
    event, owner = playoff(6, 4, third_place=True)
    finish_round(event, owner, 2)
    enter_slips(event, owner, 3, "1 21")
    there = moved(event, owner)
    with refused("Round 3 has results. Undo them first, then reopen this round."):
        reopen_round(event_id=there.pk, actor=owner, number=2)
    assert at_table(there, 3, 1).games == (2, 1, 0)


def test_a_discarded_first_draft_lets_the_number_of_rounds_follow_the_roster() -> None:
    event, owner = event_with_owner(8)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert event.stages.get().rounds == 3
    discard_round(event_id=event.pk, actor=owner, number=1, reason="a latecomer")
    late(event, owner, *(f"Late {number}" for number in range(25)))
    event.refresh_from_db()
    assert not number_of_rounds(event).locked
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert event.stages.get().rounds == 6


def test_a_number_of_rounds_that_was_set_outlives_a_discarded_draft() -> None:
    event, owner = event_with_owner(8, rounds=4)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    discard_round(event_id=event.pk, actor=owner, number=1, reason="a latecomer")
    assert event.stages.get().rounds == 4


@pytest.mark.parametrize("policy", tuple(Event.LatePolicy))
def test_who_came_while_a_round_was_posted_is_paired_when_it_is_taken_back(policy: str) -> None:
    event, owner = event_with_owner(4, rounds=3, late_policy=policy)
    start_round(event, owner, 1)
    late(event, owner, "Late", "Later")
    unpost_round(event_id=event.pk, actor=owner, number=1, reason="they are here")
    pair_again(event_id=event.pk, actor=owner, number=1, reason="a latecomer")
    assert {number for two in pairs(event, 1) for number in two} == {1, 2, 3, 4, 5, 6}
    assert assigned_losses(event, 1) == []


def test_who_came_while_a_round_was_posted_keeps_the_loss_when_it_stays() -> None:
    event, owner = event_with_owner(4, rounds=3)
    start_round(event, owner, 1)
    late(event, owner, "Late")
    unpost_round(event_id=event.pk, actor=owner, number=1, reason="a look")
    post_round(event_id=event.pk, actor=owner, number=1)
    assert assigned_losses(event, 1) == [5]


def test_who_came_while_a_round_was_posted_and_is_not_in_it_begins_with_the_next() -> None:
    event, owner = event_with_owner(4, rounds=3, late_policy="nothing")
    start_round(event, owner, 1)
    late(event, owner, "Late")
    unpost_round(event_id=event.pk, actor=owner, number=1, reason="a look")
    post_round(event_id=event.pk, actor=owner, number=1)
    finish_round(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=5)
    reinstate(event_id=event.pk, actor=owner, number=5)
    publish_standings(event_id=event.pk, actor=owner, number=1)
    assert {row["number"] for row in round_of(event, 1).snapshots.get().rows} == {1, 2, 3, 4}


def test_nobody_joins_a_draft_whose_pods_are_posted() -> None:
    event, owner = staged(8, StagePlan(rounds=1, pods=True), StagePlan(rounds=1, pods=True))
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=1)
    late(event, owner, "Early")
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=1, reason="One more")
    post_pods(event_id=event.pk, actor=owner, stage=1)
    with refused("The pods are posted, so no player can join this draft."):
        late(event, owner, "Late")
    play_round(event, owner, 1)
    late(event, owner, "For the second draft")


def test_a_drop_at_the_desk_after_the_slip_outlives_another_slip() -> None:
    event, owner = event_with_owner(4, rounds=3)
    start_round(event, owner, 1)
    enter(event, owner, "1 20 x1")
    number = at_table(event, 1, 1).first.number
    reinstate(event_id=event.pk, actor=owner, number=number)
    drop(event_id=event.pk, actor=owner, number=number, reason="went home")
    enter(event, owner, "1 21")
    assert player(event, number).state == Enrollment.State.DROPPED


def test_nobody_joins_after_a_cut_or_in_a_bracket() -> None:
    event, owner = staged(8, TO_FOUR, StagePlan(rounds=2))
    play_swiss(event, owner, 1, 3)
    advanced = confirm(event, owner, 1)
    with refused("The cut is confirmed, so no player can join."):
        late(event, owner, "Late")
    pair_next_round(event_id=event.pk, actor=owner, number=4)
    out = next(number for number in range(1, 9) if number not in advanced)
    with refused(f"Player {out} is not playing in this event.", "player"):
        add_to_round(event_id=event.pk, actor=owner, number=4, player=out)

    event, owner = staged(6, StagePlan(kind=SINGLE))
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    with refused("Discard the unposted round first, then add the player."):
        late(event, owner, "Late")
    post_round(event_id=event.pk, actor=owner, number=1)
    with refused("This stage has started, so no player can join it."):
        late(event, owner, "Late")


def test_a_playoff_round_before_a_complete_one_is_not_opened() -> None:
    event, owner = playoff(6, 4)
    report_by(event, owner, 2)
    match = round_of(event, 2).matches.select_related("first", "second").order_by("table")[0]
    assert match.games is not None
    assert match.second is not None
    winner = match.first if match.games[0] > match.games[1] else match.second
    drop(event_id=event.pk, actor=owner, number=winner.number)
    complete_round(event_id=event.pk, actor=owner, number=2)
    complete_round(event_id=event.pk, actor=owner, number=3)
    publish_standings(event_id=event.pk, actor=owner, number=3)
    with refused("Round 3 is complete. Reopen it first."):
        reopen_round(event_id=event.pk, actor=owner, number=2)
    assert round_of(event, 3).snapshots.count() == 1


def test_the_journal_says_that_a_following_playoff_round_was_taken_away() -> None:
    event, owner = playoff(6, 4)
    finish_round(event, owner, 2)
    reopen_round(event_id=event.pk, actor=owner, number=2)
    assert [entry.round_number for entry in journaled(event, Verb.ROUND_DISCARDED)] == [3]


@pytest.mark.parametrize("leaves", ["dropped", "disqualified"])
def test_who_leaves_after_the_cut_keeps_the_seed(leaves: str) -> None:
    event, owner = staged(8, TO_FOUR, StagePlan(kind=SINGLE, leaver="opponent"))
    play_swiss(event, owner, 1, 3)
    advanced = confirm(event, owner, 1)
    if leaves == "dropped":
        drop(event_id=event.pk, actor=owner, number=advanced[0])
    else:
        disqualify(event_id=event.pk, actor=owner, number=advanced[0], reason="cheating")
    start_round(event, owner, 4)
    assert seeds(event)[advanced[0]] == 1
    assert set(by_seed(event, 4).values()) == {(1, 4), (2, 3)}


def test_the_pairs_of_a_round_robin_are_not_changed_by_hand() -> None:
    event, owner = staged(5, LEAGUE)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    with refused("Discard the unposted round first, then add the player."):
        late(event, owner, "Late")
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    words = "In a round robin, every player plays every other player. Pair again instead."
    with refused(words):
        add_to_round(**who, player=5)
    with refused(words):
        take_out_of_round(**who, player=1)
    with refused(words):
        swap_players(**who, first=1, second=2)
    pair_again(**who, reason="a latecomer")
    post_round(**who)
    finish_round(event, owner, 1)
    play_swiss(event, owner, 2, 5)
    met = [two for number in range(1, 6) for two in pairs(event, number)]
    assert len(met) == len(set(met)) == 10


def test_changes_by_hand_stay_inside_the_pods() -> None:
    event, owner = staged(14, StagePlan(rounds=3, pods=True))
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=1)
    post_pods(event_id=event.pk, actor=owner, stage=1)
    pods = dict(event.stages.get().pod_seats.values_list("enrollment__number", "pod"))
    pair_next_round(event_id=event.pk, actor=owner, number=1, seed=1)
    for holder in byes(event, 1):
        leaving = next(one for one in pods if pods[one] == pods[holder] and one != holder)
        take_out_of_round(event_id=event.pk, actor=owner, number=1, player=leaving)
    for two in pairs(event, 1):
        assert len({pods[number] for number in two}) == 1
    one, other = (next(number for number in pods if pods[number] == pod) for pod in (1, 2))
    here = {number for two in pairs(event, 1) for number in two}
    one = next(number for number in here if pods[number] == 1)
    other = next(number for number in here if pods[number] == 2)
    with refused(
        f"{player(event, one).name} and {player(event, other).name} are in different pods. "
        "A draft is paired within each pod.",
        "second",
    ):
        swap_players(event_id=event.pk, actor=owner, number=1, first=one, second=other)


def test_a_draft_of_a_bracket_with_a_walkover_moves() -> None:
    event, owner = staged(
        6, StagePlan(rounds=1, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE)
    )
    play_swiss(event, owner, 1, 1)
    drop(event_id=event.pk, actor=owner, number=confirm(event, owner, 1)[0])
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    there = moved(event, owner)
    assert round_of(there, 2).state == Round.State.UNPOSTED
    assert by_seed(there, 2) == by_seed(event, 2)


def enter(event: Event, owner: User, text: str) -> None:
    """Enter a slip of table 1, replacing the result there."""
    entry = parse_entry(text)
    seen = at_table(event, 1, 1).result_text
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1, "table": 1}
    enter_result(**who, slip=entry.slip or Slip.of(0, 0), replace=seen)


@pytest.mark.parametrize("slips", [["1 20 x2", "1 21 x2", "1 20"], ["1 20 x1", "1 20 x2", "1 21"]])
def test_a_replaced_slip_takes_all_its_drops_along(slips: list[str]) -> None:
    event, owner = event_with_owner(4, rounds=3)
    start_round(event, owner, 1)
    for slip in slips:
        enter(event, owner, slip)
    match = at_table(event, 1, 1)
    assert match.second is not None
    assert {match.first.state, match.second.state} == {Enrollment.State.ACTIVE}


def test_somebody_who_came_late_and_was_dropped_by_mistake_comes_back() -> None:
    event, owner = event_with_owner(4, rounds=3, late_policy="nothing")
    play_round(event, owner, 1)
    late(event, owner, "Late")
    drop(event_id=event.pk, actor=owner, number=5)
    reinstate(event_id=event.pk, actor=owner, number=5)
    assert player(event, 5).state == Enrollment.State.ACTIVE


def test_a_draft_has_no_last_round_by_standings() -> None:
    event, owner = event_with_owner(8)
    plan = StagePlan(rounds=3, pods=True, last_by_standings=True)
    with refused("A draft is paired within its pods, including the last round."):
        lay_out_stages(event_id=event.pk, actor=owner, plans=[plan])
