"""Fields of 64 and 128 players where pairs must meet again, and how many is known by counting."""

import random
from itertools import combinations

import pytest

from pairings.tables_of_four import OddGo, TablesState, seat
from tests.pairings.tables_of_four.checker import check_tables
from tests.pairings.tables_of_four.states import FAST

Pairs = set[tuple[int, int]]


def _state(players: int, met: Pairs, luck: random.Random) -> TablesState:
    """Return a field at tables of four with points of a usual event, after these meetings."""
    return TablesState(
        points=tuple(luck.choice((0, 1, 5, 6, 10)) for _ in range(players)),
        byes=(0,) * players,
        odd=(0,) * players,
        seats=((),) * players,
        meetings=dict.fromkeys(sorted(met), (1,)),
        sizes=(4,) * (players // 4),
        bye_count=0,
        odd_go=OddGo.LOW,
    )


def _within(sizes: list[int]) -> Pairs:
    """Return the pairs inside groups of these sizes, whose players follow each other."""
    met: Pairs = set()
    start = 0
    for size in sizes:
        met |= set(combinations(range(start, start + size), 2))
        start += size
    return met


# A table of four with 2 of one group and 2 of another has 2 pairs of one group, 3 and 1 have 3;
# 2, 1 and 1 have 1. So the fewest pairs follow from how the groups divide among the tables.
@pytest.mark.parametrize(
    ("groups", "repeats"),
    [
        ([64], 96),
        ([32, 32], 32),
        ([40, 24], 40),
        ([22, 21, 21], 16),
        ([16, 16, 16, 16], 0),
        ([128], 192),
        ([64, 64], 64),
    ],
)
def test_no_more_pairs_meet_again_than_must(groups: list[int], repeats: int) -> None:
    given_state = _state(sum(groups), _within(groups), random.Random(3))
    made = seat(given_state, 1, FAST)
    verdict = check_tables(given_state, made.tables, made.byes)
    assert verdict.legal
    assert verdict.cost == made.cost
    assert made.cost.repeats == repeats


def test_the_only_seating_without_a_repeat_is_found() -> None:
    """As after 20 rounds of 64 players who never met twice: a plane of 21 rounds exists."""
    luck = random.Random(3)
    order = list(range(64))
    luck.shuffle(order)
    tables = {tuple(sorted(order[start : start + 4])) for start in range(0, 64, 4)}
    new = {pair for table in tables for pair in combinations(table, 2)}
    given_state = _state(64, set(combinations(range(64), 2)) - new, luck)
    made = seat(given_state, 1, FAST)
    assert {tuple(sorted(table)) for table in made.tables} == tables
    assert check_tables(given_state, made.tables, made.byes).cost == made.cost
