"""Pairing by standings is exact in its own order."""

import random
from collections.abc import Iterator

import pytest

from pairings import PairingError, PairingState, cost_of, pair_by_standings
from pairings.checker import check
from tests.pairings.states import random_state, state

Key = tuple[int, int, int, int, int, int, list[int]]


def every(left: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not left:
        yield []
        return
    for place in range(1, len(left)):
        for rest in every(left[1:place] + left[place + 1 :]):
            yield [(left[0], left[place]), *rest]


def best_by_trying(given_state: PairingState, order: list[int]) -> tuple[set[frozenset[int]], int]:
    """Return the pairs and the bye (-1 without one) that the docstring's order puts first."""
    place = {player: at for at, player in enumerate(order)}
    found: list[tuple[Key, set[frozenset[int]], int]] = []
    for bye in order if len(order) % 2 else [-1]:
        for pairs in every([player for player in order if player != bye]):
            cost = cost_of(given_state, pairs, None if bye < 0 else bye)
            had = (cost.bye_had or 0, cost.bye_points or 0)
            met = (cost.meetings, cost.last_met)
            at = (-place.get(bye, 0), [place[two] for _, two in pairs])
            key: Key = (cost.rematches, *had, *met, *at)
            found.append((key, {frozenset(two) for two in pairs}, bye))
    _, pairs_set, bye = min(found, key=lambda one: one[0])
    return pairs_set, bye


@pytest.mark.parametrize("seed", range(60))
def test_equals_everything_tried(seed: int) -> None:
    luck = random.Random(seed)
    given_state = random_state(luck, 2, 8)
    order = sorted(range(len(given_state.points)), key=lambda one: -given_state.points[one])
    made = pair_by_standings(given_state, order, seed)
    pairs, bye = best_by_trying(given_state, order)
    assert {frozenset(two) for two in made.pairs} == pairs
    assert (-1 if made.bye is None else made.bye) == bye
    assert made.cost == cost_of(given_state, made.pairs, made.bye)


def test_first_against_second_then_third_against_fourth() -> None:
    made = pair_by_standings(state([9, 6, 6, 3]), [0, 2, 1, 3], 1)
    assert [set(two) for two in made.pairs] == [{0, 2}, {1, 3}]
    assert made.proven


def test_an_early_choice_gives_way_when_the_last_two_have_met() -> None:
    made = pair_by_standings(state([9, 6, 6, 3], [(2, 3)]), [0, 1, 2, 3], 1)
    assert [set(two) for two in made.pairs] == [{0, 2}, {1, 3}]


def test_large_fields_are_legal_and_quick() -> None:
    luck = random.Random(4)
    given_state = random_state(luck, 1001, 1001)
    given_state = state(given_state.points, [], given_state.byes)
    order = sorted(range(1001), key=lambda one: -given_state.points[one])
    made = pair_by_standings(given_state, order, 1)
    assert check(given_state, made.pairs, made.bye).legal
    assert made.cost.rematches == 0


def test_the_standings_must_name_everybody_once() -> None:
    with pytest.raises(PairingError, match="exactly once"):
        pair_by_standings(state([0, 0]), [0, 0], 1)


def test_forced_rematches_are_those_that_lie_longest_ago() -> None:
    rounds = [[(0, 1), (2, 3)], [(0, 2), (1, 3)], [(0, 3), (1, 2)], [(0, 1), (2, 3)]]
    given_state = state([9, 6, 6, 3], rounds=rounds)
    made = pair_by_standings(given_state, [0, 1, 2, 3], 1)
    assert [set(two) for two in made.pairs] == [{0, 2}, {1, 3}], "not 0 and 1, a third time"
    assert made.cost == cost_of(given_state, [(0, 2), (1, 3)], None)
    assert (made.cost.meetings, made.cost.last_met) == (2, 4)


def test_the_bye_goes_before_the_meetings_and_these_before_its_place() -> None:
    # All have met each other; all may have the bye, and only 2 against 3 is long ago.
    rounds = [[(2, 3)], [(0, 1)], [(0, 2)], [(0, 3)], [(1, 2)], [(1, 3)]]
    made = pair_by_standings(state([3, 0, 0], rounds=[[(0, 1)], [(1, 2)], [(0, 2)]]), [0, 1, 2], 1)
    assert made.bye == 2, "0 against 1 was in round 1"
    made = pair_by_standings(state([3, 0, 0], rounds=[[(1, 2)], [(0, 2)], [(0, 1)]]), [0, 1, 2], 1)
    assert made.bye == 1, "0 points before meetings, 0 against 2 before 0 against 1"
    made = pair_by_standings(state([3] * 4, rounds=rounds), [0, 1, 2, 3], 1)
    assert {frozenset(two) for two in made.pairs} == {frozenset({0, 1}), frozenset({2, 3})}
