"""The independent checker finds what is illegal and what is not the best."""

import pytest

from pairings import Cost, cost_of
from pairings.checker import check
from tests.pairings.states import state


@pytest.mark.parametrize(
    ("players", "pairs", "bye", "problem"),
    [
        (4, [(0, 1), (2, 7)], None, "unknown-player"),
        (4, [(0, 1), (2, 2)], None, "against-oneself"),
        (4, [(0, 1), (1, 2)], None, "paired-twice"),
        (4, [(0, 1)], None, "left-out"),
        (4, [(0, 1), (2, 3)], 3, "bye-in-even-field"),
        (3, [(0, 1)], None, "no-bye-in-odd-field"),
        (2, [(0, 1), (-1, 1)], None, "unknown-player"),
    ],
)
def test_an_illegal_pairing_is_named(
    players: int, pairs: list[tuple[int, int]], bye: int | None, problem: str
) -> None:
    verdict = check(state([0] * players), pairs, bye)
    assert not verdict.legal
    assert problem in verdict.problems
    assert verdict.cost is None


def test_small_fields_are_decided_by_trying_everything() -> None:
    given_state = state([3, 3, 0, 0], [(0, 1)])
    best = check(given_state, [(0, 2), (1, 3)], None)
    assert (best.best, best.how) == (True, "everything tried")
    worse = check(given_state, [(0, 1), (2, 3)], None)
    assert worse.best is False
    assert worse.cost == Cost(1, None, None, 0, 0)
    assert worse.least == Cost(0, None, None, 6, 18)


def test_a_worse_bye_is_not_the_best() -> None:
    given_state = state([3, 3, 0], byes=[0, 0, 0])
    assert check(given_state, [(0, 1)], 2).best is True
    assert check(given_state, [(0, 2)], 1).best is False
    assert check(state([3, 3, 0], byes=[0, 0, 1]), [(0, 2)], 1).best is True


def test_forbidden_pairs_and_pods_count_as_rematches() -> None:
    assert check(state([0] * 4, forbidden=[(0, 1)]), [(1, 0), (2, 3)], None).best is False
    assert check(state([0] * 4, pods=[0, 0, 1, 1]), [(0, 2), (1, 3)], None).best is False


def test_large_fields_are_decided_by_the_bound_or_an_exchange() -> None:
    given_state = state([6] * 10 + [3] * 10)
    inside = [(one, one + 1) for one in range(0, 20, 2)]
    assert check(given_state, inside, None).how == "lower bound"
    across = [(one, one + 10) for one in range(10)]
    verdict = check(given_state, across, None)
    assert (verdict.best, verdict.how) == (False, "better exchange")
    assert verdict.least == Cost(0, None, None, 0, 0)


def test_what_neither_shows_stays_undecided() -> None:
    # Two players on 4 who have met float; the bound does not know that this is forced.
    given_state = state([6] * 10 + [4] * 2 + [3] * 10, [(10, 11)])
    pairs = [(one, one + 1) for one in range(0, 10, 2)]
    pairs += [(10, 12), (11, 13)] + [(one, one + 1) for one in range(14, 22, 2)]
    verdict = check(given_state, pairs, None)
    assert (verdict.best, verdict.how) == (None, "undecided")
    assert verdict.cost == cost_of(given_state, pairs, None)
    assert verdict.least == Cost(0, None, None, 0, 0)


@pytest.mark.parametrize(("players", "how"), [(12, "everything tried"), (14, "lower bound")])
def test_everything_is_tried_up_to_twelve_players(players: int, how: str) -> None:
    pairs = [(one, one + 1) for one in range(0, players, 2)]
    assert check(state([0] * players), pairs, None).how == how


@pytest.mark.parametrize(
    ("points", "bye", "least"),
    [
        ([9] * 7 + [4] * 7, None, Cost(0, None, None, 5, 25)),
        ([9] * 7 + [7] * 6 + [3] * 7, None, Cost(0, None, None, 6, 20)),
        ([9] * 7 + [4] * 8, 14, Cost(0, 0, 4, 5, 25)),
    ],
)
def test_the_bound_counts_one_float_over_each_odd_gap(
    points: list[int], bye: int | None, least: Cost
) -> None:
    pairs = [(one, one + 1) for one in range(0, len(points) - 1, 2)]
    verdict = check(state(points), pairs, bye)
    assert (verdict.best, verdict.how, verdict.least) == (True, "lower bound", least)


def test_a_rematch_is_exchanged_with_a_pair_that_costs_nothing() -> None:
    pairs = [(one, one + 1) for one in range(0, 14, 2)]
    verdict = check(state([0] * 14, [(12, 13)]), pairs, None)
    assert (verdict.best, verdict.how) == (False, "better exchange")


def test_in_a_very_large_field_the_pairs_that_cost_are_exchanged_with_each_other() -> None:
    # 251 pairs on equal points, then 9 against 0 and 0 against 9.
    pairs = [(one, one + 1) for one in range(0, 506, 2)]
    verdict = check(state([6] * 502 + [9, 0, 9, 0]), pairs, None)
    assert (verdict.best, verdict.how) == (False, "better exchange")
