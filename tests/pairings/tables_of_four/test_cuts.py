"""Cuts at tables of four: who plays, who waits, who advances, and the final places."""

import pytest

from pairings.formats.table_cuts import (
    UNKNOWN,
    cut_placing,
    cut_round,
    cut_rounds,
    goes_on,
    is_cut_over,
    players_expected,
    players_left,
)

# The tables of the first round by seed, as multiplayer events have them.
FIRST_ROUNDS = {
    4: [(1, 2, 3, 4)],
    7: [(4, 5, 6, 7)],
    10: [(3, 6, 7, 10), (4, 5, 8, 9)],
    13: [(2, 7, 8, 13), (3, 6, 9, 12), (4, 5, 10, 11)],
    16: [(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)],
}


@pytest.mark.parametrize("size", FIRST_ROUNDS)
def test_the_first_round(size: int) -> None:
    played = cut_round(range(1, size + 1), 1)
    assert [table.players for table in played.tables] == FIRST_ROUNDS[size]
    waiting = [player for _slot, player in played.waiting]
    assert waiting == list(range(1, size + 1 - 4 * len(played.tables)))


@pytest.mark.parametrize(("size", "rounds"), [(4, 1), (7, 2), (10, 2), (13, 2), (16, 2), (40, 3)])
def test_the_best_seed_of_each_table_wins_to_the_end(size: int, rounds: int) -> None:
    entrants = list(range(1, size + 1))
    advanced: dict[str, int] = {}
    assert cut_rounds(size) == rounds
    for number in range(1, rounds + 1):
        assert not is_cut_over(entrants, advanced)
        left = players_left(entrants, advanced, number)
        assert left == players_expected(entrants, advanced, number)
        played = cut_round(left, number)
        seats = [player for table in played.tables for player in table.players]
        assert sorted([*seats, *(player for _slot, player in played.waiting)]) == left
        assert all(list(table.players) == sorted(table.players) for table in played.tables)
        advanced |= {table.slot: table.players[0] for table in played.tables}
    assert is_cut_over(entrants, advanced)
    assert cut_placing(entrants, advanced)[:4] == [1, 2, 3, 4]


def test_forty_wait_and_play_as_sixteen() -> None:
    played = cut_round(range(1, 41), 1)
    assert [player for _slot, player in played.waiting] == list(range(1, 9))
    assert played.tables[0].players == (9, 24, 25, 40)
    on = {table.slot: table.players[3] for table in played.tables}
    left = players_left(range(1, 41), on, 2)
    assert left == [*range(1, 9), *range(33, 41)]
    assert cut_round(left, 2).tables[0].players == (1, 8, 33, 40)


def test_the_finalists_follow_the_winner_by_seed_and_the_others_by_how_far_they_came() -> None:
    entrants = list(range(1, 11))
    on = {"C1-1": 10, "C1-2": 5}
    assert players_left(entrants, on, 2) == [1, 2, 5, 10]
    assert cut_placing(entrants, on) == [1, 2, 5, 10, 3, 4, 6, 7, 8, 9]
    assert cut_placing(entrants, on | {"C2-1": 10}) == [10, 1, 2, 5, 3, 4, 6, 7, 8, 9]


def test_who_lost_at_a_decided_table_is_behind_those_still_in() -> None:
    assert cut_placing(range(1, 11), {"C1-1": 7}) == [1, 2, 4, 5, 7, 8, 9, 3, 6, 10]


def test_seats_of_a_later_round_are_open_but_for_those_who_wait() -> None:
    assert players_expected(range(1, 8), {}, 2) == [1, 2, 3, UNKNOWN]
    assert players_expected(range(1, 11), {"C1-1": 7}, 2) == [1, 2, UNKNOWN, UNKNOWN]


@pytest.mark.parametrize(
    ("marks", "winner"), [("lwll", 6), ("dddd", 3), ("lldd", 7), ("llll", None)]
)
def test_a_draw_sends_on_the_best_seed_of_those_who_drew(marks: str, winner: int | None) -> None:
    seats = (3, 6, 7, 10)
    assert goes_on(seats, marks, {player: player for player in seats}) == winner
