"""Elimination brackets: the orders of the rules, byes for the best seeds, who came how far."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairings.formats.brackets import (
    NOBODY,
    Bracket,
    Contest,
    contests,
    double_elimination,
    is_over,
    occupants,
    placing,
    single_elimination,
)
from tests.shared import shared

Decided = dict[str, tuple[int, int | None]]


def play(bracket: Bracket, entrants: list[int], choose: random.Random | None = None) -> Decided:
    """Play a bracket out; the better seed wins unless `choose` draws the winner."""
    results: Decided = {}
    for number in range(1, bracket.rounds + 1):
        for contest in contests(bracket, entrants, results, number):
            results[contest.slot] = decide(contest, entrants, choose)
    return results


def decide(
    contest: Contest, entrants: list[int], choose: random.Random | None
) -> tuple[int, int | None]:
    if contest.second is None:
        return contest.first, None
    both = sorted((contest.first, contest.second), key=entrants.index)
    if choose is not None:
        choose.shuffle(both)
    return both[0], both[1]


def named(found: list[Contest]) -> list[str]:
    return [f"{contest.first}-{contest.second}" for contest in found]


def test_the_orders_of_the_rules() -> None:
    brackets = json.loads(shared("rules", "vectors.json").read_text(encoding="utf-8"))["brackets"]
    eight, four = list(range(1, 9)), list(range(1, 5))
    assert named(contests(single_elimination(8), eight, {}, 1)) == brackets["top8"]["first"]
    assert named(contests(single_elimination(4), four, {}, 1)) == brackets["top4"]["first"]
    by_seat = single_elimination(8, by_draft_seat=True)
    assert named(contests(by_seat, eight, {}, 1)) == brackets["draft_top8_by_seat"]["first"]


def test_the_second_round_of_a_top_eight() -> None:
    bracket, seeds = single_elimination(8), list(range(1, 9))
    results = {"W1-1": (8, 1), "W1-2": (4, 5), "W1-3": (2, 7), "W1-4": (6, 3)}
    assert named(contests(bracket, seeds, results, 2)) == ["8-4", "2-6"]
    with pytest.raises(KeyError):
        contests(bracket, seeds, {"W1-1": (8, 1)}, 2)


def test_the_best_seeds_go_on_where_the_bracket_is_not_full() -> None:
    first = contests(single_elimination(6), [1, 2, 3, 4, 5, 6], {}, 1)
    assert [one.first for one in first if one.second is None] == [1, 2]
    assert named([one for one in first if one.second]) == ["4-5", "3-6"]


def test_third_place() -> None:
    bracket, seeds = single_elimination(4, third_place=True), [1, 2, 3, 4]
    results = {"W1-1": (1, 4), "W1-2": (2, 3)}
    assert named(contests(bracket, seeds, results, 2)) == ["1-2", "4-3"]
    results |= {"W2-1": (2, 1)}
    assert not is_over(bracket, results)
    results |= {"T": (4, 3)}
    assert is_over(bracket, results)
    assert placing(bracket, seeds, results) == [2, 1, 4, 3]


def test_losers_of_one_round_stand_by_their_seed() -> None:
    bracket, seeds = single_elimination(8), list(range(1, 9))
    results = {"W1-1": (8, 1), "W1-2": (5, 4), "W1-3": (2, 7), "W1-4": (3, 6)}
    results |= {"W2-1": (8, 5), "W2-2": (3, 2), "W3-1": (8, 3)}
    assert placing(bracket, seeds, results) == [8, 3, 2, 5, 1, 4, 6, 7]


def test_the_final_is_played_again_when_the_unbeaten_player_loses_it() -> None:
    bracket, seeds = double_elimination(4), [1, 2, 3, 4]
    results = {"W1-1": (1, 4), "W1-2": (2, 3), "W2-1": (1, 2), "L1-1": (3, 4), "L2-1": (2, 3)}
    assert named(contests(bracket, seeds, results, 4)) == ["1-2"]
    assert contests(bracket, seeds, results | {"F1": (1, 2)}, 5) == []
    assert is_over(bracket, results | {"F1": (1, 2)})
    upset = results | {"F1": (2, 1)}
    assert not is_over(bracket, upset)
    assert named(contests(bracket, seeds, upset, 5)) == ["1-2"]
    assert placing(bracket, seeds, upset | {"F2": (2, 1)}) == [2, 1, 3, 4]


@given(
    entrants=st.integers(2, 32),
    seed=st.integers(0, 2**32),
    third=st.booleans(),
    by_seat=st.booleans(),
)
def test_single_elimination_beats_everybody_but_one_once(
    entrants: int, seed: int, third: bool, by_seat: bool
) -> None:
    bracket = single_elimination(entrants, third_place=third, by_draft_seat=by_seat)
    ids = list(range(100, 100 + entrants))
    results = play(bracket, ids, random.Random(seed))
    assert is_over(bracket, results)
    beaten = [loser for name, (_, loser) in results.items() if loser is not None and name != "T"]
    order = placing(bracket, ids, results)
    assert sorted(beaten) == sorted(set(ids) - {order[0]})
    assert sorted(order) == ids


@given(entrants=st.integers(3, 32), seed=st.integers(0, 2**32))
def test_double_elimination_beats_everybody_but_one_twice(entrants: int, seed: int) -> None:
    bracket = double_elimination(entrants)
    ids = list(range(entrants))
    results = play(bracket, ids, random.Random(seed))
    assert is_over(bracket, results)
    defeats = [0] * entrants
    for _, loser in results.values():
        if loser is not None:
            defeats[loser] += 1
    order = placing(bracket, ids, results)
    assert defeats[order[0]] <= 1
    assert all(defeats[one] == 2 for one in order[1:])


@given(entrants=st.integers(3, 32), seed=st.integers(0, 2**32))
def test_nobody_plays_twice_in_a_round(entrants: int, seed: int) -> None:
    bracket = double_elimination(entrants)
    ids = list(range(entrants))
    results: Decided = {}
    choose = random.Random(seed)
    for number in range(1, bracket.rounds + 1):
        found = contests(bracket, ids, results, number)
        there = [one for two in found for one in (two.first, two.second) if one is not None]
        assert len(there) == len(set(there))
        for contest in found:
            results[contest.slot] = decide(contest, ids, choose)


@pytest.mark.parametrize("entrants", [0, 1, 33])
def test_sizes_that_can_not_be(entrants: int) -> None:
    with pytest.raises(ValueError, match="2 to 32"):
        single_elimination(entrants)


def test_who_stands_where_before_and_after_results() -> None:
    bracket, seeds = single_elimination(6, third_place=True), list(range(1, 7))
    assert occupants(bracket, seeds, {}) == {
        "W1-1": (1, NOBODY),
        "W1-2": (4, 5),
        "W1-3": (2, NOBODY),
        "W1-4": (3, 6),
        "W2-1": (1, None),
        "W2-2": (2, None),
        "W3-1": (None, None),
        "T": (None, None),
    }
    results = {"W1-2": (5, 4), "W1-4": (3, 6), "W2-1": (5, 1)}
    known = occupants(bracket, seeds, results)
    assert (known["W2-1"], known["W2-2"]) == ((1, 5), (2, 3))
    assert (known["W3-1"], known["T"]) == ((5, None), (1, None))


def test_nobody_falls_out_of_a_match_that_is_not_played() -> None:
    known = occupants(double_elimination(3), [1, 2, 3], {})
    assert known["W1-1"] == (1, NOBODY)
    assert known["L1-1"] == (NOBODY, None)
    assert known["L2-1"] == (None, None)
    known = occupants(double_elimination(3), [1, 2, 3], {"W1-2": (2, 3)})
    assert known["L1-1"] == (NOBODY, 3)
    assert known["L2-1"] == (3, None), "the only one there goes on without playing"


@given(st.integers(3, 32), st.randoms(use_true_random=False), st.booleans())
def test_occupants_are_those_of_the_contests(size: int, choose: random.Random, dbl: bool) -> None:
    bracket = (double_elimination if dbl else single_elimination)(size)
    entrants = list(range(1, size + 1))
    results: Decided = {}
    for number in range(1, bracket.rounds + 1):
        known = occupants(bracket, entrants, results)
        for contest in contests(bracket, entrants, results, number):
            there = [one for one in known[contest.slot] if one != NOBODY]
            assert there == [one for one in (contest.first, contest.second) if one is not None]
        for contest in contests(bracket, entrants, results, number):
            results[contest.slot] = decide(contest, entrants, choose)
