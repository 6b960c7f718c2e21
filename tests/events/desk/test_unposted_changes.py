"""Changing an unposted round by hand: swaps, tables, adding, taking out, and what it costs."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.rounds.pairing_actions import pair_next_round
from events.core.rounds.queries import round_page
from events.core.rounds.unposted_rounds import unposted_context
from events.core.words.pairing_reasons import hand_words
from events.desk.unposted_actions import (
    add_to_round,
    set_table,
    swap_players,
    take_out_of_round,
)
from events.models import Enrollment, Event, Verb
from events.roster.drop_actions import reinstate
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    assigned_losses,
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


def drafted(players: int, **columns: object) -> tuple[Event, User]:
    event, owner = event_with_owner(players, **columns)
    pair_next_round(event_id=event.pk, actor=owner, number=1, seed=1)
    return event, owner


def second_draft(players: int) -> tuple[Event, User]:
    """An event with one round played, and round 2 not posted yet."""
    event, owner = event_with_owner(players)
    play_round(event, owner, 1)
    pair_next_round(event_id=event.pk, actor=owner, number=2, seed=2)
    return event, owner


def change_of(event: Event) -> dict[str, Any]:
    data: dict[str, Any] = journaled(event, Verb.PAIRING_CHANGED)[-1].data
    return data


def notes(event: Event, number: int) -> dict[str, Any]:
    round = round_of(event, number)
    return unposted_context(event, round, round_page(event, round))


def test_two_players_change_places() -> None:
    event, owner = drafted(6)
    before = tables(event, 1)
    (one, two), (three, four) = before[1], before[2]
    swap_players(event_id=event.pk, actor=owner, number=1, first=one, second=four)
    assert tables(event, 1) == before | {1: (four, two), 2: (three, one)}
    assert round_of(event, 1).changed_by_hand
    names = player(event, one).name, player(event, four).name
    assert change_of(event) == {
        "change": "swap",
        "first": names[0],
        "second": names[1],
        "numbers": [one, four],
    }


def test_a_swap_inside_a_match_changes_who_is_named_first() -> None:
    event, owner = drafted(4)
    before = tables(event, 1)
    one, two = before[2]
    swap_players(event_id=event.pk, actor=owner, number=1, first=two, second=one)
    assert tables(event, 1) == before | {2: (two, one)}


def test_a_swap_with_the_holder_of_the_bye_moves_the_bye() -> None:
    event, owner = drafted(5)
    [holder] = byes(event, 1)
    one, two = tables(event, 1)[1]
    swap_players(event_id=event.pk, actor=owner, number=1, first=one, second=holder)
    assert tables(event, 1)[1] == (holder, two)
    assert byes(event, 1) == [one]
    match = round_of(event, 1).matches.get(second=None)
    assert match.games == (2, 0, 0)


@pytest.mark.parametrize(
    ("first", "second", "words", "field"),
    [
        (1, 1, "Choose two different players.", "second"),
        (9, 1, "Player 9 is not in the unposted round 1.", "first"),
        (1, 9, "Player 9 is not in the unposted round 1.", "second"),
    ],
)
def test_swaps_that_can_not_be(first: int, second: int, words: str, field: str) -> None:
    event, owner = drafted(4)
    before = tables(event, 1)
    with refused(words, field):
        swap_players(event_id=event.pk, actor=owner, number=1, first=first, second=second)
    assert tables(event, 1) == before
    assert not journaled(event, Verb.PAIRING_CHANGED)


def test_a_match_moves_to_a_free_table() -> None:
    event, owner = drafted(4)
    before = tables(event, 1)
    set_table(event_id=event.pk, actor=owner, number=1, table=1, to=40)
    assert tables(event, 1) == {2: before[2], 40: before[1]}
    assert change_of(event)["change"] == "table"
    assert (change_of(event)["before"], change_of(event)["after"]) == (1, 40)
    assert not round_of(event, 1).changed_by_hand, "who plays whom is as it was drawn"


def test_two_matches_change_tables() -> None:
    event, owner = drafted(6)
    before = tables(event, 1)
    set_table(event_id=event.pk, actor=owner, number=1, table=1, to=3)
    assert tables(event, 1) == {1: before[3], 2: before[2], 3: before[1]}


def test_a_move_to_the_same_table_changes_nothing() -> None:
    event, owner = drafted(4)
    before = tables(event, 1)
    set_table(event_id=event.pk, actor=owner, number=1, table=2, to=2)
    assert tables(event, 1) == before


def test_moves_that_can_not_be() -> None:
    event, owner = drafted(4)
    with refused("Table 9 does not exist in round 1. Tables run from 1 to 2.", "table"):
        set_table(event_id=event.pk, actor=owner, number=1, table=9, to=1)
    for to in (0, 1_000_000):
        with refused("Tables are numbered from 1 to 999999.", "to"):
            set_table(event_id=event.pk, actor=owner, number=1, table=1, to=to)


def test_taking_a_player_out_leaves_the_opponent_with_the_bye() -> None:
    event, owner = drafted(4)
    one, two = tables(event, 1)[1]
    take_out_of_round(event_id=event.pk, actor=owner, number=1, player=one)
    assert byes(event, 1) == [two]
    assert list(tables(event, 1)) == [2]
    assert [other.number for other in notes(event, 1)["missing"]] == [one]


def test_taking_a_player_out_gives_the_opponent_the_holder_of_the_bye() -> None:
    event, owner = drafted(5)
    [holder] = byes(event, 1)
    one, two = tables(event, 1)[1]
    take_out_of_round(event_id=event.pk, actor=owner, number=1, player=two)
    assert byes(event, 1) == []
    assert frozenset({one, holder}) in pairs(event, 1)
    assert set(tables(event, 1)) == {1, 2}, "the free table is used again"


def test_taking_the_holder_of_the_bye_out_leaves_the_tables_alone() -> None:
    event, owner = drafted(5)
    before = tables(event, 1)
    [holder] = byes(event, 1)
    take_out_of_round(event_id=event.pk, actor=owner, number=1, player=holder)
    assert (tables(event, 1), byes(event, 1)) == (before, [])


def test_an_awarded_bye_is_not_taken_from_its_holder() -> None:
    event, owner = event_with_owner(5)
    event.enrollments.filter(number=3).update(awarded_byes=1)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    one, two = tables(event, 1)[1]
    take_out_of_round(event_id=event.pk, actor=owner, number=1, player=one)
    assert byes(event, 1) == sorted([3, two])


def test_a_dropped_player_who_is_taken_out_did_not_take_part() -> None:
    event, owner = drafted(4)
    drop(event_id=event.pk, actor=owner, number=2)
    take_out_of_round(event_id=event.pk, actor=owner, number=1, player=2)
    assert player(event, 2).dropped_after == 0


def test_a_player_who_was_taken_out_can_be_put_back() -> None:
    event, owner = drafted(4)
    before = pairs(event, 1)
    one, two = tables(event, 1)[1]
    take_out_of_round(event_id=event.pk, actor=owner, number=1, player=one)
    add_to_round(event_id=event.pk, actor=owner, number=1, player=one)
    assert pairs(event, 1) == before
    assert frozenset({one, two}) in pairs(event, 1)
    assert [entry.data["change"] for entry in journaled(event, Verb.PAIRING_CHANGED)] == [
        "take-out",
        "add",
    ]
    with refused(f"{player(event, one).name} is already paired.", "player"):
        add_to_round(event_id=event.pk, actor=owner, number=1, player=one)


def test_a_late_player_is_added_in_place_of_the_assigned_loss() -> None:
    event, owner = drafted(5)
    [holder] = byes(event, 1)
    [late] = enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Late Player")])
    assert assigned_losses(event, 1) == [late.number]
    add_to_round(event_id=event.pk, actor=owner, number=1, player=late.number)
    assert assigned_losses(event, 1) == byes(event, 1) == []
    assert frozenset({holder, late.number}) in pairs(event, 1)


def test_who_is_reinstated_is_added_with_the_bye_where_there_is_none() -> None:
    event, owner = event_with_owner(5)
    play_round(event, owner, 1)
    [lucky] = byes(event, 1)
    drop(event_id=event.pk, actor=owner, number=lucky)
    reinstate(event_id=event.pk, actor=owner, number=lucky)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    assert lucky not in byes(event, 2)
    take_out_of_round(event_id=event.pk, actor=owner, number=2, player=byes(event, 2)[0])
    take_out_of_round(event_id=event.pk, actor=owner, number=2, player=lucky)
    [alone] = byes(event, 2)
    take_out_of_round(event_id=event.pk, actor=owner, number=2, player=alone)
    add_to_round(event_id=event.pk, actor=owner, number=2, player=lucky)
    assert byes(event, 2) == [lucky]
    shown = notes(event, 2)
    assert shown["difference"].second_bye


def test_only_players_of_the_event_are_added() -> None:
    event, owner = drafted(4)
    drop(event_id=event.pk, actor=owner, number=1)
    take_out_of_round(event_id=event.pk, actor=owner, number=1, player=1)
    for number in (1, 77):
        with refused(f"Player {number} is not playing in this event.", "player"):
            add_to_round(event_id=event.pk, actor=owner, number=1, player=number)
    with refused("Player 77 is not in the unposted round 1.", "player"):
        take_out_of_round(event_id=event.pk, actor=owner, number=1, player=77)


def test_a_posted_round_is_not_changed_by_hand() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    before = tables(event, 1)
    words = "Round 1 is already posted. Players can see it."
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    with refused(words):
        swap_players(**same, first=1, second=2)
    with refused(words):
        set_table(**same, table=1, to=2)
    with refused(words):
        add_to_round(**same, player=1)
    with refused(words):
        take_out_of_round(**same, player=1)
    assert tables(event, 1) == before


def test_the_proof_counts_what_a_swap_costs() -> None:
    event, owner = second_draft(8)
    best = round_of(event, 2).proof
    assert best["proven"]
    assert best["cost"]["sum_abs"] == 0
    (winner, _rest), (loser, _other) = tables(event, 2)[1], tables(event, 2)[4]
    swap_players(event_id=event.pk, actor=owner, number=2, first=winner, second=loser)
    proof = round_of(event, 2).proof
    assert proof["cost"] == best["cost"], "the best pairing stays what it was"
    assert proof["by_hand"]["sum_abs"] == 6, "two pairs of 3 against 0 points"
    shown = notes(event, 2)
    assert shown["difference"].more_abs == 6
    assert len(shown["explanation"].pair_downs) == 2


def test_a_rematch_made_by_hand_is_told() -> None:
    event, owner = second_draft(4)
    one, two = tables(event, 1)[1]
    seats = tables(event, 2)
    opponent = next(b if a == one else a for a, b in seats.values() if one in (a, b))
    swap_players(event_id=event.pk, actor=owner, number=2, first=opponent, second=two)
    assert frozenset({one, two}) in pairs(event, 2)
    shown = notes(event, 2)
    assert len(shown["difference"].rematches) == 2, "the other two met as well"
    assert round_of(event, 2).proof["by_hand"]["rematches"] == 2


def test_a_second_bye_is_drawn_only_where_everybody_has_had_one() -> None:
    event, owner = event_with_owner(5)
    event.enrollments.filter(number__in=[1, 2, 3]).update(awarded_byes=1)
    play_round(event, owner, 1)
    assert byes(event, 1) == [1, 2, 3]
    first, second = tables(event, 1)[1]
    for number in (first, second):
        drop(event_id=event.pk, actor=owner, number=number)
    pair_next_round(event_id=event.pk, actor=owner, number=2, seed=3)
    [holder] = byes(event, 2)
    assert holder in (1, 2, 3)
    shown = notes(event, 2)
    assert shown["explanation"].bye.had == 1
    assert Enrollment.objects.get(event=event, number=holder).awarded_byes == 1


def bye_notes(event: Event, number: int) -> dict[int, bool]:
    """Map each player with an unawarded bye to whether it was given by hand."""
    shown = notes(event, number)["notes"]
    alone = round_of(event, number).matches.filter(second=None).select_related("first")
    return {one.first.number: shown[one.pk].by_hand for one in alone if one.pk in shown}


def test_a_bye_that_was_not_the_drawn_one_is_known_to_be_given_by_hand() -> None:
    event, owner = drafted(7)
    [drawn] = byes(event, 1)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    assert bye_notes(event, 1) == {drawn: False}
    (one, two), (three, _four) = tables(event, 1)[1], tables(event, 1)[2]
    swap_players(**same, first=two, second=three)
    assert bye_notes(event, 1) == {drawn: False}, "the bye is where it was drawn"
    swap_players(**same, first=one, second=drawn)
    assert bye_notes(event, 1) == {one: True}
    swap_players(**same, first=one, second=drawn)
    assert bye_notes(event, 1) == {drawn: False}, "as it was drawn again"


def test_a_bye_that_is_left_by_taking_somebody_out_is_given_by_hand() -> None:
    event, owner = drafted(4)
    one, two = tables(event, 1)[1]
    take_out_of_round(event_id=event.pk, actor=owner, number=1, player=one)
    assert bye_notes(event, 1) == {two: True}


def test_an_awarded_bye_that_a_swap_gives_away_is_told() -> None:
    event, owner = event_with_owner(6)
    event.enrollments.filter(number=3).update(awarded_byes=1)
    pair_next_round(event_id=event.pk, actor=owner, number=1, seed=1)
    assert notes(event, 1)["unused_byes"] == []
    [drawn] = set(byes(event, 1)) - {3}
    one = tables(event, 1)[1][0]
    swap_players(event_id=event.pk, actor=owner, number=1, first=one, second=3)
    assert bye_notes(event, 1) == {drawn: False, one: True}
    shown = notes(event, 1)
    assert [player.number for player in shown["unused_byes"]] == [3]
    assert hand_words(shown["difference"]) == (
        "Changed by hand. Compared with the best pairing: more byes than necessary."
    )
