"""The order of seats with the least weight at a table, and exchanges that make seats fairer."""

from itertools import permutations

import numpy as np

from pairings.random_draws import Lots
from pairings.tables_of_four.bounds import lower_bound
from pairings.tables_of_four.cost import Terms, Weights
from pairings.tables_of_four.exchanges import PER_CELL, PER_STEP, Exchanges
from pairings.tables_of_four.seatings import LARGEST, SEAT_TERMS, SMALLEST, TERMS, Table

_ORDERS = {size: list(permutations(range(size))) for size in range(SMALLEST, LARGEST + 1)}


class SeatOrders:
    """The weights of all seats of all players, and the best orders of tables."""

    def __init__(self, terms: Terms, weights: Weights) -> None:
        self._weights = {
            size: [
                [weights.of(terms.seat(player, seat, size)) for seat in range(size)]
                for player in range(len(terms.state.points))
            ]
            for size in {*terms.state.sizes}
        }
        self._least: dict[tuple[int, ...], int] = {}

    def least(self, table: Table) -> int:
        """Return the least seat weight of some players, given in ascending order."""
        if table not in self._least:
            self._least[table] = self._fill(table)
        return self._least[table]

    def _fill(self, table: Table) -> int:
        """Fill the seats player by player, over all sets of seats."""
        size = len(table)
        rows = [self._weights[size][player] for player in table]
        if size == 4:
            return _fill_four(*rows)
        known = {0: 0}
        for row in rows:
            step: dict[int, int] = {}
            for taken, weight in known.items():
                for seat, own in enumerate(row):
                    if not taken >> seat & 1:
                        place = taken | 1 << seat
                        total = weight + own
                        if place not in step or total < step[place]:
                            step[place] = total
            known = step
        return known[(1 << size) - 1]

    def draw(self, table: Table, lots: Lots) -> Table:
        """Draw one of the best orders of seats for some players, each equally likely."""
        size = len(table)
        rows = [self._weights[size][player] for player in table]
        weighed = [
            (sum(rows[at][seat] for seat, at in enumerate(order)), order) for order in _ORDERS[size]
        ]
        least = min(weight for weight, _ in weighed)
        best = [order for weight, order in weighed if weight == least]
        return tuple(table[at] for at in lots.choice(best))


def _fill_four(first: list[int], second: list[int], third: list[int], fourth: list[int]) -> int:
    """Return the least weight of four players: two take two seats, the others the rest."""

    def least(row: list[int], other_row: list[int], seat: int, other: int) -> int:
        return min(row[seat] + other_row[other], row[other] + other_row[seat])

    return min(
        least(first, second, 0, 1) + least(third, fourth, 2, 3),
        least(first, second, 2, 3) + least(third, fourth, 0, 1),
        least(first, second, 0, 2) + least(third, fourth, 1, 3),
        least(first, second, 1, 3) + least(third, fourth, 0, 2),
        least(first, second, 0, 3) + least(third, fourth, 1, 2),
        least(first, second, 1, 2) + least(third, fourth, 0, 3),
    )


_PER_SEATS = 1.5e-5


class SeatExchanges:
    """Exchanges that keep the weight of a seating and reduce the weight of its seats."""

    def __init__(self, exchanges: Exchanges, terms: Terms) -> None:
        """Prepare with the best seating of `exchanges`."""
        self._exchanges, self._field = exchanges, exchanges.field
        others = [term for term in TERMS if term not in SEAT_TERMS]
        weights = Weights(terms, others)
        self._orders = SeatOrders(terms, weights)
        bound = lower_bound(terms)
        self._bound = weights.of({term: getattr(bound, term) for term in SEAT_TERMS})
        tables, _ = self._field.groups(exchanges.group)
        self._tables = [set(table) for table in tables]
        self._least = [self._orders.least(table) for table in tables]

    def improve(self, lots: Lots, effort: float) -> None:
        """Exchange players until the bound is met, no exchange helps, or the work is done."""
        exchanges = self._exchanges
        count = len(exchanges.group)
        work, improved = 0.0, True
        while improved and work < effort and sum(self._least) > self._bound:
            improved = False
            for first in lots.order(count).tolist():
                work += PER_STEP + count * PER_CELL
                row = exchanges.gains(np.array([first]), exchanges.own())[0]
                equal = np.flatnonzero(row == 0)
                work += len(equal) * _PER_SEATS
                if self._best_of(first, equal.tolist()):
                    improved = True
                if work >= effort:
                    break

    def _best_of(self, first: int, equal: list[int]) -> bool:
        """Exchange a player with the one that makes the seats lightest; return whether one did."""
        group, players = self._exchanges.group.tolist(), self._field.players
        here = group[first]
        best, chosen = 0, None
        for second in equal:
            there = group[second]
            change = 0
            for table, out, new in ((here, first, second), (there, second, first)):
                if table < len(self._tables):
                    change += self._with(table, players[out], players[new]) - self._least[table]
            if change < best:
                best, chosen = change, second
        if chosen is None:
            return False
        there = group[chosen]
        for table, out, new in ((here, first, chosen), (there, chosen, first)):
            if table < len(self._tables):
                self._least[table] = self._with(table, players[out], players[new])
                self._tables[table] ^= {players[out], players[new]}
        self._exchanges.exchange(first, chosen)
        return True

    def _with(self, table: int, out: int, new: int) -> int:
        return self._orders.least(tuple(sorted(self._tables[table] ^ {out, new})))
