"""All best divisions of up to sixteen players, by dynamic programming over sets of players."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from pairings.random_draws import Lots
from pairings.tables_of_four.cost import Terms, Weights
from pairings.tables_of_four.seatings import Groups, TablesState
from pairings.tables_of_four.seats import SeatOrders

EXACT_PLAYERS = 16
"""Up to so many players every division is weighed."""


class Divisions:
    """The divisions into tables and byes that weigh least.

    A set of players is an integer with a bit for each. count: the number of divisions.
    """

    def __init__(self, terms: Terms, weights: Weights, orders: SeatOrders) -> None:
        self._state = terms.state
        players = range(len(terms.state.points))
        self._bye = _bye_weights(terms, weights)
        self._left = _tables_left(terms.state)
        pair = [[weights.of(terms.pair(first, second)) for second in players] for first in players]
        self._tables: dict[int, int] = {}
        for size in {*terms.state.sizes}:
            place = [weights.of(terms.place(player, size)) for player in players]
            for table in combinations(players, size):
                weight = orders.least(table)
                for at, first in enumerate(table):
                    weight += place[first]
                    for second in table[at + 1 :]:
                        weight += pair[first][second]
                self._tables[sum(1 << player for player in table)] = weight
        self._known: dict[int, tuple[int | None, int]] = {0: (0, 1)}
        self._all = (1 << len(players)) - 1
        self._solve(self._all)
        self.count = self._known[self._all][1]

    def _groups(self, left: int) -> Iterator[tuple[int, int]]:
        """Yield every table, or bye, that the first remaining player can have, with its weight."""
        bits = [1 << at for at in range(left.bit_length()) if left >> at & 1]
        first, *rest = bits
        tables, byes = self._left[len(bits)]
        if byes and first in self._bye:
            yield first, self._bye[first]
        weights = self._tables
        for size in tables:
            for others in combinations(rest, size - 1):
                table = first + sum(others)
                yield table, weights[table]

    def _solve(self, left: int) -> tuple[int | None, int]:
        known = self._known
        best: int | None = None
        count = 0
        for group, weight in self._groups(left):
            rest = left ^ group
            below, ways = known[rest] if rest in known else self._solve(rest)
            if below is None:
                continue
            total = below + weight
            if best is None or total < best:
                best, count = total, ways
            elif total == best:
                count += ways
        known[left] = (best, count)
        return best, count

    def draw(self, lots: Lots) -> Groups:
        """Return one of the best divisions, each equally likely."""
        tables: list[tuple[int, ...]] = []
        byes: list[int] = []
        left = self._all
        while left:
            best, count = self._known[left]
            pick = lots.below(count)
            for group, weight in self._groups(left):
                below, ways = self._known[left ^ group]
                if below is None or below + weight != best:
                    continue
                if pick < ways:
                    players = tuple(at for at in range(group.bit_length()) if group >> at & 1)
                    if len(players) == 1:
                        byes.append(players[0])
                    else:
                        tables.append(players)
                    left ^= group
                    break
                pick -= ways
        return tables, byes


def _bye_weights(terms: Terms, weights: Weights) -> dict[int, int]:
    """Return the weight of each player who has a bye in some best division, by the player's bit."""
    state = terms.state
    weighed = {player: weights.of(terms.bye(player)) for player in range(len(state.points))}
    if not state.bye_count:
        return {}
    most = sorted(weighed.values())[state.bye_count - 1]
    return {1 << player: weight for player, weight in weighed.items() if weight <= most}


def _tables_left(state: TablesState) -> dict[int, tuple[list[int], bool]]:
    """Return, by the number of players left, the table sizes left, and whether byes are left.

    Up to sixteen players that number determines how many tables of each size were taken.
    """
    left: dict[int, tuple[list[int], bool]] = {}
    sizes = Counter(state.sizes)
    taken: set[tuple[tuple[int, int], ...]] = {
        tuple(sorted((*sizes.items(), (1, state.bye_count))))
    }
    while taken:
        after = set()
        for counts in taken:
            by_size = {size: count for size, count in counts if count}
            number = sum(size * count for size, count in by_size.items())
            left[number] = (sorted(set(by_size) - {1}), 1 in by_size)
            for size in by_size:
                after.add(tuple((key, count - (key == size)) for key, count in counts))
        taken = {counts for counts in after if any(count for _, count in counts)}
    return left
