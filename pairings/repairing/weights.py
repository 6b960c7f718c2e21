"""Weights of a re-pairing: cost parts and changed tables, in any order of importance."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairings.types import Cost

Order = Sequence[Mapping[str, int]]
"""Levels, the most important first; each adds up some of PARTS, so many times each."""

PARTS = ("rematches", "bye", "meetings", "last_met", "sum_abs", "sum_sq", "changed")
"""The parts of what a plan costs; "bye" is the rank of the player with the bye, 0 for the best."""

FEWEST: Order = [{part: 1} for part in PARTS]
"""The order of solve, then the number of changed tables."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of one unit of each part; sums of weights compare in the same order."""

    rematches: int
    bye: int
    meetings: int
    last_met: int
    sum_abs: int
    sum_sq: int
    changed: int

    def gap(self, difference: int) -> int:
        """Return the weight of a difference in match points >= 0."""
        return self.sum_abs * difference + self.sum_sq * difference * difference

    def met(self, past: tuple[int, int]) -> int:
        """Return the weight of earlier meetings: their number, and the round of the latest one."""
        return self.meetings * past[0] + self.last_met * past[1]


def weights_for(
    order: Order, tables: int, spread: int, ranks: int, met: tuple[int, int]
) -> Weights:
    """Return the weights of an order for so many tables, the widest points gap, and bye ranks.

    met: the most meetings of any two players, and the last round in which two of them met.
    """
    most = {
        "rematches": tables,
        "bye": ranks,
        "meetings": tables * met[0],
        "last_met": tables * met[1],
        "sum_abs": tables * spread,
        "sum_sq": tables * spread * spread,
        "changed": tables,
    }
    weights = dict.fromkeys(PARTS, 0)
    unit = 1
    for level in reversed(order):
        for part, times in level.items():
            weights[part] += times * unit
        unit *= sum(times * most[part] for part, times in level.items()) + 1
    return Weights(**weights)


class Limits:
    """The pairs and byes that are possible in a pairing with a limited cost.

    Such a pairing has no more rematches, and its sums are at least those of one pair across each
    gap between neighbouring score groups with an odd number of players above, and of one more where
    a pair crosses a gap with an even number.
    """

    def __init__(self, points: Iterable[int], most: Cost) -> None:
        """Prepare for players on these points; `most` is the cost limit and contains the bye.

        Every pairing in question must have the rematches, the bye and the meetings of most.
        """
        here = Counter(points)
        if most.bye_points is not None:
            here[most.bye_points] -= 1
        self._levels = sorted(here)
        self._most = (most.sum_abs, most.sum_sq)
        self.rematches = most.rematches > 0
        self._even = [0]
        self._squares = [0]
        total = squares = below = 0
        for low, high in zip(self._levels, self._levels[1:], strict=False):
            below += here[low]
            step, odd = high - low, below % 2
            total, squares = total + step * odd, squares + step * step * odd
            self._even.append(self._even[-1] + (0 if odd else step))
            self._squares.append(self._squares[-1] + (-step * step if odd else step * step))
        self._least = (total, squares)
        self._known: dict[tuple[int, int], bool] = {}

    def pair(self, first: int, second: int) -> bool:
        """Return whether players on these points can meet."""
        if first == second:
            return True
        key = (first, second) if first < second else (second, first)
        if key not in self._known:
            self._known[key] = self._pair(*key)
        return self._known[key]

    def _pair(self, low: int, high: int) -> bool:
        first, last = bisect_left(self._levels, low), bisect_left(self._levels, high)
        total = self._least[0] + 2 * (self._even[last] - self._even[first])
        squares = self._least[1] + (high - low) ** 2 + self._squares[last] - self._squares[first]
        return (total, squares) <= self._most
