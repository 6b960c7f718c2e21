"""Pairing a round: the players in it, the bye, the tables."""

import pytest

from events.core.events.finishing_actions import finish_event
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import discard_round, pair_again, pair_next_round
from events.models import Enrollment, Event, JournalEntry, Round, Verb
from events.roster.drop_actions import reinstate
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    assigned_losses,
    at_table,
    byes,
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


def everybody_in(event: Event, number: int) -> list[int]:
    seated = [number for two in tables(event, number).values() for number in two]
    return sorted([*seated, *byes(event, number), *assigned_losses(event, number)])


def test_round_one_seats_everybody_once_from_table_one() -> None:
    event, owner = event_with_owner(8)
    round = pair_next_round(event_id=event.pk, actor=owner, number=1, seed=7)
    assert everybody_in(event, 1) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert list(tables(event, 1)) == [1, 2, 3, 4]
    assert round.state == Round.State.UNPOSTED
    assert round.seed == 7
    assert round.posted_rows is None
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    [entry] = journaled(event, Verb.ROUND_PAIRED)
    assert (entry.actor, entry.round_number) == (owner, 1)
    assert entry.data == {"seed": 7, "proposed": True}


def test_the_same_seed_pairs_the_same_and_another_one_differently() -> None:
    seen = []
    for seed in (11, 11, 12):
        event, owner = event_with_owner(20)
        pair_next_round(event_id=event.pk, actor=owner, number=1, seed=seed)
        seen.append(tables(event, 1))
    assert seen[0] == seen[1] != seen[2]


def test_the_announced_seed_is_used_once() -> None:
    event, owner = event_with_owner(4)
    announced = event.next_seed
    assert pair_next_round(event_id=event.pk, actor=owner, number=1).seed == announced
    event.refresh_from_db()
    assert event.next_seed != announced
    following = event.next_seed
    again = pair_again(event_id=event.pk, actor=owner, number=1, reason="a latecomer")
    assert again.seed not in (announced, following)
    event.refresh_from_db()
    assert event.next_seed == following


def test_nobody_meets_twice_and_nobody_has_a_second_bye_before_the_others() -> None:
    event, owner = event_with_owner(7, rounds=4)
    met: set[frozenset[int]] = set()
    alone: list[int] = []
    for number in range(1, 5):
        play_round(event, owner, number, publish=False)
        assert not met & pairs(event, number)
        met |= pairs(event, number)
        alone += byes(event, number)
    assert len(alone) == len(set(alone)) == 4


def test_winners_meet_winners() -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    winners = {first for first, _second in tables(event, 1).values()}
    pair_next_round(event_id=event.pk, actor=owner, number=2, seed=2)
    assert all(len(two & winners) in (0, 2) for two in pairs(event, 2))
    assert set(next(iter(tables(event, 2).values()))) <= winners


def test_the_bye_is_won_two_nil_and_goes_to_the_lowest_group() -> None:
    event, owner = event_with_owner(5)
    play_round(event, owner, 1)
    losers = {second for _first, second in tables(event, 1).values()}
    pair_next_round(event_id=event.pk, actor=owner, number=2, seed=2)
    [holder] = byes(event, 2)
    assert holder in losers
    match = round_of(event, 2).matches.get(second=None)
    assert match.games == (2, 0, 0)
    assert match.table is None


@pytest.mark.parametrize("games_to_win", [1, 3])
def test_a_bye_is_won_two_nil_in_matches_of_any_length(games_to_win: int) -> None:
    event, owner = event_with_owner(3, games_to_win=games_to_win)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert round_of(event, 1).matches.get(second=None).games == (2, 0, 0)


def test_with_three_players_everybody_has_the_bye_once_before_anybody_twice() -> None:
    event, owner = event_with_owner(3, rounds=4)
    holders = []
    for number in range(1, 5):
        play_round(event, owner, number)
        holders += byes(event, number)
    assert sorted(holders[:3]) == [1, 2, 3]
    assert holders[3] in (1, 2, 3)


def test_awarded_byes_are_used_in_consecutive_rounds_from_the_first() -> None:
    event, owner = event_with_owner(9)
    event.enrollments.filter(number=3).update(awarded_byes=2)
    event.enrollments.filter(number=5).update(awarded_byes=1)
    play_round(event, owner, 1)
    assert {3, 5} <= set(byes(event, 1))
    assert len(byes(event, 1)) == 3, "seven are left: one more has the drawn bye"
    play_round(event, owner, 2)
    assert 3 in byes(event, 2)
    assert 5 not in byes(event, 2)
    start_round(event, owner, 3)
    assert 3 not in byes(event, 3)


def test_an_awarded_bye_counts_as_a_bye_when_the_next_one_is_drawn() -> None:
    event, owner = event_with_owner(4)
    event.enrollments.filter(number=1).update(awarded_byes=1)
    play_round(event, owner, 1)
    assert len(byes(event, 1)) == 2
    drop(event_id=event.pk, actor=owner, number=tables(event, 1)[1][1])
    pair_next_round(event_id=event.pk, actor=owner, number=2, seed=2)
    assert not set(byes(event, 2)) & set(byes(event, 1))


def test_everybody_can_have_an_awarded_bye() -> None:
    event, owner = event_with_owner(2)
    event.enrollments.update(awarded_byes=1)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert byes(event, 1) == [1, 2]
    assert tables(event, 1) == {}


def test_who_dropped_is_not_paired_and_who_came_back_is() -> None:
    event, owner = event_with_owner(6)
    play_round(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=2)
    drop(event_id=event.pk, actor=owner, number=5)
    reinstate(event_id=event.pk, actor=owner, number=5)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    assert everybody_in(event, 2) == [1, 3, 4, 5, 6]


def test_who_drops_after_the_pairing_stays_paired() -> None:
    event, owner = event_with_owner(4)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    drop(event_id=event.pk, actor=owner, number=2)
    post_round(event_id=event.pk, actor=owner, number=1)
    assert everybody_in(event, 1) == [1, 2, 3, 4]
    assert player(event, 2).dropped_after == 1


def test_pairing_a_draft_again_leaves_out_who_dropped_meanwhile() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    drop(event_id=event.pk, actor=owner, number=2)
    pair_again(event_id=event.pk, actor=owner, number=2, reason="a latecomer")
    assert everybody_in(event, 2) == [1, 3, 4]
    assert player(event, 2).dropped_after == 1, "the last round in which the player took part"


def test_throwing_a_draft_away_forgets_that_a_dropped_player_stood_in_it() -> None:
    event, owner = event_with_owner(4)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    drop(event_id=event.pk, actor=owner, number=2)
    discard_round(event_id=event.pk, actor=owner, number=1, reason="a latecomer")
    assert player(event, 2).dropped_after == 0, "did not take part"


def test_tables_begin_with_the_first_number_of_the_event() -> None:
    event, owner = event_with_owner(6, first_table=101)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert list(tables(event, 1)) == [101, 102, 103]


def test_a_fixed_table_is_kept_in_every_round_and_given_to_nobody_else() -> None:
    event, owner = event_with_owner(8)
    event.enrollments.filter(number=4).update(fixed_table=2)
    event.enrollments.filter(number=6).update(fixed_table=50)
    for number in (1, 2, 3):
        play_round(event, owner, number)
        seated = tables(event, number)
        table_of = {one: table for table, two in seated.items() for one in two}
        if frozenset({4, 6}) in pairs(event, number):
            assert table_of[4] in (2, 50)
        else:
            assert (table_of[4], table_of[6]) == (2, 50)
            assert set(seated) == {1, 2, 3, 50}


def test_a_late_player_has_assigned_losses_and_is_paired_from_the_next_round() -> None:
    event, owner = event_with_owner(4, rounds=3)
    play_round(event, owner, 1)
    play_round(event, owner, 2)
    [late] = enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Late Player")])
    assert assigned_losses(event, 1) == assigned_losses(event, 2) == [late.number]
    start_round(event, owner, 3)
    assert everybody_in(event, 3) == [1, 2, 3, 4, 5]
    assert assigned_losses(event, 3) == []
    rows = round_of(event, 3).posted_rows or []
    records = {row["first"]["number"]: row["first"]["record"] for row in rows} | {
        row["second"]["number"]: row["second"]["record"] for row in rows if row["second"]
    }
    assert records[late.number] == "0-2-0"


def test_a_late_player_may_have_no_losses_at_all() -> None:
    event, owner = event_with_owner(4, late_policy=Event.LatePolicy.NOTHING)
    play_round(event, owner, 1)
    [late] = enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Late Player")])
    assert assigned_losses(event, 1) == []
    start_round(event, owner, 2)
    assert late.number in everybody_in(event, 2)


def test_who_comes_while_a_draft_lies_there_is_in_it_when_it_is_paired_again() -> None:
    event, owner = event_with_owner(4)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    [late] = enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Late Player")])
    assert assigned_losses(event, 1) == [late.number]
    pair_again(event_id=event.pk, actor=owner, number=1, reason="a latecomer")
    assert assigned_losses(event, 1) == []
    assert everybody_in(event, 1) == [1, 2, 3, 4, 5]


def test_a_second_request_for_the_same_round_is_refused() -> None:
    event, owner = event_with_owner(4)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    with refused("Round 1 is already paired. Check it first."):
        pair_next_round(event_id=event.pk, actor=owner, number=1)
    with refused("Complete round 1 before you pair the next one."):
        pair_next_round(event_id=event.pk, actor=owner, number=2)
    assert event.rounds.count() == 1


def test_rounds_come_one_after_the_other() -> None:
    event, owner = event_with_owner(4)
    with refused("Pair round 1 first."):
        pair_next_round(event_id=event.pk, actor=owner, number=2)
    start_round(event, owner, 1)
    with refused("Complete round 1 before you pair the next one."):
        pair_next_round(event_id=event.pk, actor=owner, number=2)


def test_a_round_needs_two_players() -> None:
    event, owner = event_with_owner(3)
    drop(event_id=event.pk, actor=owner, number=1)
    drop(event_id=event.pk, actor=owner, number=2)
    with refused("A round needs at least two players. Add them to the roster."):
        pair_next_round(event_id=event.pk, actor=owner, number=1)
    event.refresh_from_db()
    assert event.state == Event.State.SETUP
    assert not JournalEntry.objects.filter(verb=Verb.ROUND_PAIRED).exists()


def test_the_number_of_rounds_is_locked_with_round_one_and_kept() -> None:
    event, owner = event_with_owner(8)
    assert event.stages.get().rounds is None
    for number in (1, 2, 3):
        play_round(event, owner, number)
    assert event.stages.get().rounds == 3
    with refused("All 3 rounds have been played. Finish the event."):
        pair_next_round(event_id=event.pk, actor=owner, number=4)


def test_a_finished_event_is_not_paired() -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1)
    finish_event(event_id=event.pk, actor=owner, early=True, reason="hall")
    with refused("The event is finished. To change anything, reopen it on the event page."):
        pair_next_round(event_id=event.pk, actor=owner, number=2)


def test_an_event_without_stages_is_not_paired() -> None:
    event, owner = event_with_owner(4)
    event.stages.all().delete()
    with refused("This event has no stages. Add the stages first."):
        pair_next_round(event_id=event.pk, actor=owner, number=1)


def test_a_disqualified_player_is_not_paired() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    event.enrollments.filter(number=2).update(state=Enrollment.State.DISQUALIFIED, dropped_after=1)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    assert everybody_in(event, 2) == [1, 3, 4]


def test_the_event_of_somebody_else_is_left_alone() -> None:
    event, owner = event_with_owner(4)
    other = factories.event_with_players(4)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert not other.rounds.exists()
    assert at_table(event, 1, 1).first.event == event
