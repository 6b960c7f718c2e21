"""Exchange pairs of players at no cost to make the seats fairer."""

import numpy as np

from pairings.random_draws import Lots
from pairings.tables_of_four.bounds import lower_bound
from pairings.tables_of_four.cost import Terms, Weights
from pairings.tables_of_four.exchanges import PER_CELL, PER_STEP, Exchanges
from pairings.tables_of_four.seatings import SEAT_TERMS, TERMS
from pairings.tables_of_four.seats import SeatOrders

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
