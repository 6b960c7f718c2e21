"""Input and output of the engine for tables of three to five players."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.table_marks import LARGEST_TABLE, SMALLEST_TABLE, USUAL_TABLE, OddGo

SMALLEST, USUAL, LARGEST = SMALLEST_TABLE, USUAL_TABLE, LARGEST_TABLE

Table = tuple[int, ...]
"""Players in the order of their seats; seat 1 starts."""

Groups = tuple[list[tuple[int, ...]], list[int]]
"""Tables, their players rising, and the players with a bye."""


@dataclass(frozen=True, slots=True)
class TablesState:
    """The players to seat and their history so far; a player is an index.

    points: match points. byes: byes so far. odd: tables of another size than four so far.
    seats: for each player the seats so far, (seat from 1, size of that table).
    meetings: the rounds in which pairs (i, j), i < j, sat together, rising.
    sizes, bye_count: the tables of this round, and how many players get a bye.
    points_first: compare spread before repeats, meetings and recency.
    """

    points: tuple[int, ...]
    byes: tuple[int, ...]
    odd: tuple[int, ...]
    seats: tuple[tuple[tuple[int, int], ...], ...]
    meetings: Mapping[tuple[int, int], tuple[int, ...]]
    sizes: tuple[int, ...]
    bye_count: int = 0
    odd_go: OddGo = OddGo.LOW
    points_first: bool = False


@dataclass(frozen=True, slots=True, order=True)
class TablesCost:
    """Cost of a seating, compared in the order of the fields (see order_of); less is better.

    second_byes, bye_points: byes so far and match points of the players with a bye, in sum.
    repeats, meetings, recency: pairs at a table that have met, how often, and the rounds in which
    they last did, in sum. second_odd, odd_points: odd tables so far and match points of those who
    sit at one (points are negative if the highest go there). spread: squared differences in
    match points over the pairs of each table. seat_balance: each player's seats so far and now,
    from -6 (first) to 6 (last), squared. seat_repeats: how often each had this seat before.
    """

    second_byes: int
    bye_points: int
    repeats: int
    meetings: int
    recency: int
    second_odd: int
    odd_points: int
    spread: int
    seat_balance: int
    seat_repeats: int


TERMS = tuple(TablesCost.__dataclass_fields__)
"""The names of the terms, in order."""

SEAT_TERMS = ("seat_balance", "seat_repeats")
"""The terms that depend on the order of seats."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Tables in table order, highest match points first, and its proof.

    tables: players in the order of seats. byes: players without a table, rising.
    cost, bound: its cost, and a lower bound for every seating.
    proven: the number of terms, in the order of comparison, that are proven to be least.
    best: the number of divisions into tables and byes with that cost; None if not counted.
    uniform: every best division was equally likely, and of each table every best order.
    method: "subsets", "drawn" or "search".
    """

    tables: tuple[Table, ...]
    byes: tuple[int, ...]
    cost: TablesCost
    bound: TablesCost
    proven: int
    best: int | None
    uniform: bool
    method: str


def order_of(points_first: bool) -> tuple[str, ...]:
    """Return the names of the terms in the order of comparison."""
    if not points_first:
        return TERMS
    rest = [term for term in TERMS if term != "spread"]
    return (*rest[:2], "spread", *rest[2:])


def ranked(cost: TablesCost, points_first: bool) -> tuple[int, ...]:
    """Return the terms of a cost in the order of comparison."""
    return tuple(getattr(cost, term) for term in order_of(points_first))
