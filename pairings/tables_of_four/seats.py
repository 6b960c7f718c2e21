"""The order of seats with the least weight at a table."""

from itertools import permutations

from pairings.random_draws import Lots
from pairings.tables_of_four.cost import Terms, Weights
from pairings.tables_of_four.seatings import LARGEST, SMALLEST, Table

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
