"""Perfect matchings of a few vertices by dynamic programming over subsets.

It finds the smallest weight, counts the matchings that have it, and draws one of them uniformly.
"""

from collections.abc import Sequence

from pairings.random_draws import Lots

Weights = Sequence[Sequence[int | None]]


class Subsets:
    """All lightest perfect matchings of a small graph.

    weights[i][j] is the weight of the edge between i and j, None without one; only entries with
    i < j are read. best is the smallest weight of a perfect matching, None without any, and count
    the number of matchings that have it.
    """

    def __init__(self, weights: Weights) -> None:
        size = len(weights)
        self._edges = [
            [
                (other, 1 << other, weight)
                for other in range(first + 1, size)
                if (weight := weights[first][other]) is not None
            ]
            for first in range(size)
        ]
        self._known: dict[int, tuple[int | None, int]] = {0: (0, 1)}
        self._all = (1 << size) - 1
        self.best, self.count = self._solve(self._all)

    def _solve(self, left: int) -> tuple[int | None, int]:
        known = self._known
        first = (left & -left).bit_length() - 1
        without = left & (left - 1)
        best: int | None = None
        count = 0
        for _, bit, weight in self._edges[first]:
            if not without & bit:
                continue
            rest = without ^ bit
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

    def draw(self, lots: Lots) -> list[tuple[int, int]]:
        """Return one of the lightest matchings, each equally likely. count must not be 0."""
        pairs = []
        left = self._all
        while left:
            first = (left & -left).bit_length() - 1
            without = left & (left - 1)
            best, count = self._known[left]
            pick = lots.below(count)
            for other, bit, weight in self._edges[first]:
                if not without & bit:
                    continue
                below, ways = self._known[without ^ bit]
                if below is None or below + weight != best:
                    continue
                if pick < ways:
                    pairs.append((first, other))
                    left = without ^ bit
                    break
                pick -= ways
        return pairs
