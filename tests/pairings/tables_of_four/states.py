"""States of tables of three to five for the tests, and every seating of a small one."""

import random
from collections.abc import Iterator
from itertools import combinations, permutations

from hypothesis import strategies as st

from pairings.tables_of_four import OddGo, OddPolicy, TablesState, seat
from pairings.tables_of_four.seatings import Table
from tests.bench.engines.simulated_tables import Played

Division = tuple[frozenset[frozenset[int]], frozenset[int]]


FAST = 0.04
"""An effort that is enough for the tests."""


def engine(given_state: TablesState, seed: int) -> tuple[tuple[Table, ...], tuple[int, ...]]:
    """Seat with the engine, as a seater for simulations."""
    made = seat(given_state, seed, FAST)
    return made.tables, made.byes


def random_state(luck: random.Random, least: int, most: int) -> TablesState:
    """Return a state after some rounds that were seated anyhow."""
    players = luck.randint(least, most)
    policy, odd_go = luck.choice(list(OddPolicy)), luck.choice(list(OddGo))
    played = Played.of(players)
    for number in range(1, luck.randint(1, 6)):
        state = played.state(policy, odd_go)
        order = list(range(players))
        luck.shuffle(order)
        if luck.random() < 0.5:
            order.sort(key=lambda player: -played.points[player])
        tables = []
        for size in state.sizes:
            tables.append(tuple(order[:size]))
            del order[:size]
        played.enter(number, tables, order)
        for table in tables:
            played.result(table, luck)
    return played.state(policy, odd_go)


def states(least: int, most: int) -> st.SearchStrategy[TablesState]:
    """Return a strategy for random_state."""
    return st.integers(0, 2**32).map(lambda seed: random_state(random.Random(seed), least, most))


def every_division(given_state: TablesState) -> Iterator[tuple[list[Table], list[int]]]:
    """Yield every division of the players into tables, their players rising, and byes."""
    players = range(len(given_state.points))
    for byes in combinations(players, given_state.bye_count):
        left = tuple(player for player in players if player not in byes)
        for tables in _tables(left, given_state.sizes):
            yield tables, list(byes)


def _tables(left: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[list[Table]]:
    if not left:
        yield []
        return
    first, rest = left[0], left[1:]
    for size in {*sizes}:
        fewer = list(sizes)
        fewer.remove(size)
        for others in combinations(rest, size - 1):
            after = tuple(player for player in rest if player not in others)
            for tables in _tables(after, tuple(fewer)):
                yield [(first, *others), *tables]


def orders(table: Table) -> list[Table]:
    """Return every order of seats."""
    return list(permutations(table))


def division(tables: list[Table] | tuple[Table, ...], byes: tuple[int, ...]) -> Division:
    """Return a seating without its seats and tables' order."""
    return frozenset(map(frozenset, tables)), frozenset(byes)
