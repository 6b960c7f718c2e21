"""The independent check of re-pairings finds what breaks the rules and what is not the best."""

from dataclasses import replace

import pytest

from pairings import Cost
from pairings.types import PostedRound
from tests.pairings.repairing_check import check_repairing
from tests.pairings.states import state

POSTED = PostedRound(state([3, 3, 0, 0]), ((0, 2), (1, 3)), None)
LARGE = PostedRound(
    state([3] * 6 + [0] * 6), tuple((one, one + 1) for one in range(0, 12, 2)), None
)


@pytest.mark.parametrize(
    ("pairs", "bye", "problem"),
    [
        ([(0, 1)], None, "left-out"),
        ([(0, 1), (2, 7)], None, "unknown-player"),
        ([(0, 1), (1, 2)], None, "paired-twice"),
        ([(0, 1), (2, 3)], 3, "bye-in-even-field"),
    ],
)
def test_what_is_no_pairing_is_named(
    pairs: list[tuple[int, int]], bye: int | None, problem: str
) -> None:
    verdict = check_repairing(POSTED, pairs, bye)
    assert problem in verdict.problems
    assert verdict.cost is None


def test_locked_pairs_and_players_who_are_gone_are_seen() -> None:
    locked = replace(POSTED, locked=frozenset({(0, 2)}))
    assert check_repairing(locked, [(0, 1), (2, 3)], None).problems == ("locked-changed",)
    gone = replace(POSTED, gone=frozenset({3}))
    assert check_repairing(gone, [(0, 2), (1, 3)], None).problems == ("gone-player",)
    assert check_repairing(gone, [(0, 2)], 1).problems == ()


def test_cost_and_changes_of_small_rounds_are_decided() -> None:
    best = check_repairing(POSTED, [(1, 0), (2, 3)], None)
    assert (best.best, best.fewest, best.efficient) == (True, True, True)
    assert (best.changed, best.cost) == (2, Cost(0, None, None, 0, 0))
    left = check_repairing(POSTED, [(0, 2), (3, 1)], None)
    assert (left.best, left.fewest, left.efficient, left.changed) == (False, True, True, 0)
    worse = check_repairing(POSTED, [(0, 3), (1, 2)], None)
    assert (worse.best, worse.fewest, worse.efficient, worse.changed) == (False, False, False, 2)
    assert worse.least == Cost(0, None, None, 0, 0)


def test_large_rounds_are_decided_by_bounds_where_they_can() -> None:
    left = check_repairing(LARGE, LARGE.pairs, None)
    assert (left.best, left.fewest, left.how) == (True, True, "lower bound")
    assert left.least == left.cost == Cost(0, None, None, 0, 0)
    swapped = [(0, 2), (1, 3), *LARGE.pairs[2:]]
    assert check_repairing(LARGE, swapped, None).fewest is None


def test_a_new_bye_is_a_changed_table_and_the_posted_one_is_not() -> None:
    odd = PostedRound(state([0, 0, 0]), ((0, 1),), 2)
    assert check_repairing(odd, [(0, 1)], 2).changed == 0
    assert check_repairing(odd, [(1, 2)], 0).changed == 2
