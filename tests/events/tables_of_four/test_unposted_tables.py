"""Changing an unposted round of tables of four by hand."""

from typing import Any

import pytest

from events.core.rounds.pairing_actions import pair_again, pair_next_round
from events.core.stages.plans import StagePlan
from events.desk.unposted_actions import add_to_round, swap_players, take_out_of_round
from events.models import Event, Match, Round, Stage, TableSeat
from events.roster.drop_actions import drop
from tests import factories
from tests.events.scenario import byes, player, refused
from tests.events.tables_of_four.playing import play_tables, seated, table_event

pytestmark = pytest.mark.django_db


def unposted(players: int) -> tuple[Event, dict[str, Any]]:
    event, owner = table_event(players)
    pair_next_round(event_id=event.pk, actor=owner, number=1, seed=3)
    return event, {"event_id": event.pk, "actor": owner, "number": 1}


def test_two_players_change_seats() -> None:
    event, who = unposted(8)
    before = seated(event, 1)
    first, second = before[1][0], before[2][2]
    swap_players(**who, first=first, second=second)
    after = seated(event, 1)
    assert after[1] == (second, *before[1][1:])
    assert after[2] == (*before[2][:2], first, before[2][3])
    assert event.rounds.get().changed_by_hand
    assert Match.objects.get(round__event=event, table=1).first.number == second


def test_neighbours_change_seats() -> None:
    event, who = unposted(4)
    before = seated(event, 1)[1]
    swap_players(**who, first=before[0], second=before[3])
    assert seated(event, 1)[1] == (before[3], before[1], before[2], before[0])


def test_a_late_player_takes_the_free_seat_at_a_table_of_three() -> None:
    event, who = unposted(7)
    [late] = factories.enroll_players(event, ["Late"])
    add_to_round(**who, player=late.number)
    assert [len(table) for table in seated(event, 1).values()] == [4, 4]
    assert late.number in {table[-1] for table in seated(event, 1).values()}


def test_a_late_player_without_a_free_seat_has_a_bye_and_may_be_swapped_in() -> None:
    event, who = unposted(4)
    [late] = factories.enroll_players(event, ["Late"])
    add_to_round(**who, player=late.number)
    assert byes(event, 1) == [late.number]
    other = seated(event, 1)[1][1]
    swap_players(**who, first=late.number, second=other)
    assert byes(event, 1) == [other]
    assert late.number in seated(event, 1)[1]


def test_a_player_leaves_a_table_of_four() -> None:
    event, who = unposted(8)
    leaving = seated(event, 1)[1][0]
    take_out_of_round(**who, player=leaving)
    assert len(seated(event, 1)[1]) == 3
    seats = TableSeat.objects.filter(match__round__event=event, match__table=1)
    assert list(seats.values_list("seat", flat=True)) == [1, 2, 3]
    assert seats[0].match.first_id == seats[0].enrollment_id


def test_nobody_leaves_a_table_of_three() -> None:
    event, who = unposted(3)
    leaving = seated(event, 1)[1][0]
    words = f"Two players would be left at table 1. Drop P{leaving}, then pair the round again."
    with refused(words, "player"):
        take_out_of_round(**who, player=leaving)


def test_a_drop_before_posting_makes_the_sizes_anew() -> None:
    event, who = unposted(9)
    drop(event_id=event.pk, actor=who["actor"], number=5)
    pair_again(**who, reason="a drop")
    assert [len(table) for table in seated(event, 1).values()] == [4, 4]
    assert player(event, 5).dropped_after == 0


def test_two_players_cannot_be_seated() -> None:
    event, owner = table_event(2)
    words = "A table needs at least three players. Add them to the roster, or finish the event."
    with refused(words):
        pair_next_round(event_id=event.pk, actor=owner, number=1)


def test_no_pair_meets_again_while_that_can_be() -> None:
    event, owner = table_event(16)
    for number in (1, 2, 3):
        play_tables(event, owner, number)
    met = [
        {first, second}
        for number in (1, 2, 3)
        for table in seated(event, number).values()
        for first in table
        for second in table
        if first < second
    ]
    assert len({frozenset(two) for two in met}) == len(met)
    proofs = [round.proof["tables"] for round in Round.objects.filter(event=event)]
    assert all(proof["cost"]["repeats"] == 0 for proof in proofs)


def test_a_player_who_comes_after_the_pairing_can_be_added_from_the_page() -> None:
    event, who = unposted(7)
    [late] = factories.enroll_players(event, ["Late"])
    event.refresh_from_db()
    client = factories.client_of(who["actor"])
    address = f"/staff/e/{event.slug}/rounds/1/"
    assert "Add to unposted round" in client.get(address).content.decode()
    client.post(f"{address}change/", {"change": "add", "player": late.number})
    assert late.number in {table[-1] for table in seated(event, 1).values()}
    assert "Add to unposted round" not in client.get(address).content.decode()


def test_a_refused_removal_keeps_the_hint_of_tables() -> None:
    event, who = unposted(3)
    client = factories.client_of(who["actor"])
    leaving = seated(event, 1)[1][0]
    change = {"change": "take-out", "player": leaving}
    answer = client.post(f"/staff/e/{event.slug}/rounds/1/change/", change)
    assert answer.status_code == 422
    assert "The others move up by a seat." in answer.content.decode()


def test_the_highest_players_can_sit_at_the_tables_of_three() -> None:
    event, owner = table_event(7, plan=StagePlan(kind=Stage.Kind.TABLES, odd_go="high"))
    play_tables(event, owner, 1)
    pair_next_round(event_id=event.pk, actor=owner, number=2, seed=1)
    before = {player for table in seated(event, 1).values() if len(table) == 3 for player in table}
    [three] = [table for table in seated(event, 2).values() if len(table) == 3]
    winners = {table[0] for table in seated(event, 1).values()}
    assert winners - before <= set(three)
