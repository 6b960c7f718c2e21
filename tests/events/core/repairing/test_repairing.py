"""Re-pairing a posted round: plans, applying one, undoing it, a late player against the bye."""

import pytest
from django.contrib.auth.models import User

from events.core.journal.words.entries import sentence
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.refusals import RefusedError
from events.core.repairing.actions import apply_repairing, seat_against_bye, undo_repairing
from events.core.repairing.options import RepairingOption
from events.core.repairing.queries import RepairingPage, repairing_page
from events.core.results.slips import Slip
from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.correction_actions import correct_result
from events.desk.unposted_actions import swap_players
from events.models import Event, Match, Repairing, Round, Verb
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
    tables,
)

pytestmark = pytest.mark.django_db


def wrong_round(players: int = 8) -> tuple[Event, User]:
    """An event in round 2, which was paired before the result of table 1 was turned around."""
    event, owner = event_with_owner(players)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    correct_result(
        event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(0, 2), reason="slip"
    )
    return event, owner


def plans(event: Event, joining: tuple[int, ...] = (), keep: tuple[int, ...] = ()) -> RepairingPage:
    number = event.rounds.count()
    return repairing_page(event, round_of(event, number), joining, keep)


def plan_of(event: Event, kind: Repairing.Plan, *joining: int) -> RepairingOption:
    return next(plan for plan in plans(event, joining).plans if plan.kind == kind)


def apply(event: Event, owner: User, plan: RepairingOption, *joining: int) -> Repairing:
    return apply_repairing(
        event_id=event.pk,
        actor=owner,
        number=event.rounds.count(),
        key=plan.key,
        digest=plan.digest,
        joining=joining,
    )


def points(event: Event) -> dict[int, int]:
    """Match points after round 1, by number."""
    earned = dict.fromkeys(event.enrollments.values_list("number", flat=True), 0)
    for match in Match.objects.filter(round__event=event, round__number=1):
        winner = match.first if (match.first_wins or 0) > (match.second_wins or 0) else match.second
        if winner is not None:
            earned[winner.number] += 3
    return earned


def uneven(event: Event) -> int:
    earned = points(event)
    return sum(earned[one] != earned[two] for one, two in tables(event, 2).values())


def test_a_corrected_result_is_repaired_at_the_fewest_tables() -> None:
    event, owner = wrong_round()
    assert uneven(event) == 2
    before = tables(event, 2)
    plan = plan_of(event, Repairing.Plan.FEWEST)
    assert plan.plan.changed == len(plan.new) == 2
    made = apply(event, owner, plan)
    assert uneven(event) == 0
    after = tables(event, 2)
    assert set(after) == set(before)
    assert sum(after[table] != before[table] for table in after) == 2
    assert made.plan == Repairing.Plan.FEWEST
    round = round_of(event, 2)
    assert (round.state, round.changed_by_hand) == (Round.State.POSTED, True)
    entry = journaled(event, Verb.ROUND_RE_PAIRED)[-1]
    assert (entry.actor, entry.round_number) == (owner, 2)
    assert sorted(entry.data["stopped"]) == sorted(one.table for one in plan.new)
    told = sentence(entry)
    assert told.startswith("Posted round 2 was re-paired.")
    for one in plan.new:
        assert f"table {one.table}: {one.first.name} – {one.second.name}" in told


def test_players_see_where_they_sit_and_that_they_moved() -> None:
    event, owner = wrong_round()
    before = {
        one["number"]: row["table"]
        for row in round_of(event, 2).posted_rows or []
        for one in (row["first"], row["second"])
    }
    apply(event, owner, plan_of(event, Repairing.Plan.FEWEST))
    rows = round_of(event, 2).posted_rows or []
    assert {row["table"]: (row["first"]["number"], row["second"]["number"]) for row in rows} == (
        tables(event, 2)
    )
    moved = {
        one["number"] for row in rows for one in (row["first"], row["second"]) if one.get("moved")
    }
    seats = {number: table for table, two in tables(event, 2).items() for number in two}
    assert moved == {number for number in seats if seats[number] != before[number]}
    assert 0 < len(moved) <= 2
    earned = points(event)
    assert all(row["first"]["points"] == earned[row["first"]["number"]] for row in rows)


def test_tables_that_have_reported_or_play_are_not_touched() -> None:
    event, owner = wrong_round()
    wrong = [
        table
        for table, (one, two) in tables(event, 2).items()
        if points(event)[one] != points(event)[two]
    ]
    enter_slips(event, owner, 2, f"{wrong[0]} 20")
    assert plans(event).playing_on == 1
    assert wrong[0] not in [match.table for one in plans(event).plans for match in one.stops]
    page = plans(event, keep=(wrong[1],))
    assert page.playing_on == 2
    assert wrong[1] not in [match.table for one in page.plans for match in one.stops]
    at_table(event, 2, wrong[1]).round.matches.filter(table=wrong[1]).update(extension_minutes=5)
    assert plans(event).playing_on == 2


def test_the_plans_of_the_page_are_legal_and_side_by_side() -> None:
    event, _owner = wrong_round(20)
    page = plans(event)
    kinds = [plan.kind for plan in page.plans]
    assert kinds[0] == Repairing.Plan.FEWEST
    assert kinds[-2:] == [Repairing.Plan.LEAVE, Repairing.Plan.WHOLE]
    assert page.plans[-2].changes is False
    fewest, whole = page.plans[0].plan, page.plans[-1].plan
    assert fewest.cost == whole.cost
    assert fewest.changed <= whole.changed


def test_a_round_that_is_right_is_left_alone() -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    first = plans(event).plans[0]
    assert (first.kind, first.changes) == (Repairing.Plan.LEAVE, False)
    with refused("This option changes nothing."):
        apply(event, owner, first)


def test_undo_brings_everything_back_until_a_result_comes_in() -> None:
    event, owner = wrong_round()
    before, rows = tables(event, 2), round_of(event, 2).posted_rows
    made = apply(event, owner, plan_of(event, Repairing.Plan.FEWEST))
    undo_repairing(event_id=event.pk, actor=owner, number=2, repairing=made.pk)
    assert tables(event, 2) == before
    assert [row["table"] for row in round_of(event, 2).posted_rows or []] == [
        row["table"] for row in rows or []
    ]
    assert journaled(event, Verb.RE_PAIRING_UNDONE)
    with refused("This re-pairing was already undone, or another one followed it."):
        undo_repairing(event_id=event.pk, actor=owner, number=2, repairing=made.pk)
    again = apply(event, owner, plan_of(event, Repairing.Plan.FEWEST))
    enter_slips(event, owner, 2, f"{again.tables[0]} 20")
    with refused("One of these tables has a result. The tables stay as they are."):
        undo_repairing(event_id=event.pk, actor=owner, number=2, repairing=again.pk)


def test_results_at_other_tables_do_not_stop_the_undo() -> None:
    event, owner = wrong_round()
    before, after = (
        table
        for table, (one, two) in tables(event, 2).items()
        if points(event)[one] == points(event)[two]
    )
    enter_slips(event, owner, 2, f"{before} 20")
    made = apply(event, owner, plan_of(event, Repairing.Plan.FEWEST))
    enter_slips(event, owner, 2, f"{after} 20")
    undo_repairing(event_id=event.pk, actor=owner, number=2, repairing=made.pk)
    assert at_table(event, 2, before).has_result
    assert at_table(event, 2, after).has_result


def test_a_plan_that_is_another_one_by_now_is_refused() -> None:
    event, owner = wrong_round()
    plan = plan_of(event, Repairing.Plan.FEWEST)
    enter_slips(event, owner, 2, f"{plan.new[0].table} 20")
    before = tables(event, 2)
    with refused("The round changed since you opened this page. Compare the plans again."):
        apply(event, owner, plan)
    assert tables(event, 2) == before


def test_a_player_who_left_leaves_the_opponent_the_bye() -> None:
    event, owner = wrong_round()
    (gone, left) = tables(event, 2)[1]
    drop(event_id=event.pk, actor=owner, number=gone)
    still = plans(event).problems.still_paired
    assert [(paired.player.number, paired.opponent.number) for paired in still] == [(gone, left)]
    apply(event, owner, plan_of(event, Repairing.Plan.LEAVE))
    assert byes(event, 2) == [left]
    assert 1 not in tables(event, 2)
    assert player(event, gone).dropped_after == 1
    row = next(row for row in round_of(event, 2).posted_rows or [] if row["table"] is None)
    assert (row["first"]["number"], row["first"]["moved"]) == (left, True)


def test_a_late_player_is_taken_in_and_the_assigned_loss_is_gone() -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name="Late Lou")])
    assert (assigned_losses(event, 1), assigned_losses(event, 2)) == ([9], [9])
    assert [one.number for one in plans(event).unpaired] == [9]
    made = apply(event, owner, plan_of(event, Repairing.Plan.LEAVE, 9), 9)
    assert byes(event, 2) == [9]
    assert (assigned_losses(event, 1), assigned_losses(event, 2)) == ([9], [])
    assert player(event, 9).first_round == 2
    undo_repairing(event_id=event.pk, actor=owner, number=2, repairing=made.pk)
    assert (byes(event, 2), assigned_losses(event, 2)) == ([], [9])
    assert player(event, 9).first_round == 3


def odd_round() -> tuple[Event, User, int]:
    """An event in round 2 with an open bye, and who has it."""
    event, owner = event_with_owner(7)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    return event, owner, byes(event, 2)[0]


def test_a_late_player_goes_straight_into_the_open_bye() -> None:
    event, owner, holder = odd_round()
    before = tables(event, 2)
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name="Late Lou")])
    made = seat_against_bye(event_id=event.pk, actor=owner, number=2, player=8)
    assert made.plan == Repairing.Plan.BYE
    assert (byes(event, 2), assigned_losses(event, 2)) == ([], [])
    assert frozenset({holder, 8}) in pairs(event, 2)
    assert {table: two for table, two in tables(event, 2).items() if table in before} == before
    undo_repairing(event_id=event.pk, actor=owner, number=2, repairing=made.pk)
    assert (byes(event, 2), assigned_losses(event, 2)) == ([holder], [8])


def test_nobody_is_put_against_a_bye_that_is_not_open() -> None:
    event, owner, holder = odd_round()
    playing = tables(event, 2)[1][0]
    with refused(f"{player(event, playing).name} is already in round 2 or has dropped."):
        seat_against_bye(event_id=event.pk, actor=owner, number=2, player=playing)
    drop(event_id=event.pk, actor=owner, number=holder)
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name="Late Lou")])
    with refused("Round 2 has no bye to fill."):
        seat_against_bye(event_id=event.pk, actor=owner, number=2, player=8)


def test_nobody_meets_somebody_again_in_one_click() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    (one, met), (other, holder) = tables(event, 1).values()
    drop(event_id=event.pk, actor=owner, number=one)
    pair_next_round(event_id=event.pk, actor=owner, number=2, seed=1)
    assert byes(event, 2) == [holder]
    swap_players(event_id=event.pk, actor=owner, number=2, first=met, second=holder)
    post_round(event_id=event.pk, actor=owner, number=2)
    event.enrollments.filter(number=one).update(state="active", dropped_after=None)
    names = (player(event, one).name, player(event, met).name)
    with refused(
        f"{names[0]} has already played {names[1]}. The head judge can re-pair the round."
    ):
        seat_against_bye(event_id=event.pk, actor=owner, number=2, player=one)
    assert pairs(event, 2) == {frozenset({other, holder})}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"state": Round.State.COMPLETE}, "is complete"),
        ({"state": Round.State.UNPOSTED}, "is not posted yet"),
    ],
)
def test_only_a_round_that_is_played_is_repaired(change: dict[str, str], words: str) -> None:
    event, owner = wrong_round()
    event.rounds.filter(number=2).update(**change)
    with pytest.raises(RefusedError, match=words):
        apply_repairing(event_id=event.pk, actor=owner, number=2, key="fewest-2", digest="x")


def test_fixed_tables_stay_where_they_are() -> None:
    event, owner = event_with_owner(8)
    event.enrollments.filter(number=3).update(fixed_table=50)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    correct_result(
        event_id=event.pk, actor=owner, number=1, table=50, slip=Slip.of(0, 2), reason="slip"
    )
    apply(event, owner, plan_of(event, Repairing.Plan.FEWEST))
    assert 3 in tables(event, 2)[50]


def test_the_players_who_change_tables_are_those_of_the_moves() -> None:
    event, owner = wrong_round(16)
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name="Late Comer")])
    late = event.enrollments.latest("number").number
    for plan in (*plans(event).plans, *plans(event, (late,)).plans):
        assert plan.concerned == len(plan.moves)
        moving = [move for move in plan.moves if move.after.table != move.before.table]
        assert list(plan.moving) == [move.player for move in moving]
        assert list(plan.moves_of(plan.moving)) == moving
        assert list(plan.moves_of(plan.moving[:2])) == moving[:2]
