"""Draw unpaired Swiss rounds many times at once.

The rules are those of the pairing engine: no rematch, then the bye to the fewest byes and points,
then the least differences in match points, random among equals. The engine proves each pairing the
best; a draw here exchanges opponents until no rematch is left, which is nearly always as good
(`tests/standings/test_sampled_chances.py` compares both).
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

# Pairs before and after in line that are searched for a new opponent.
_REACH = 16
# Exchanges in a round of a sample; if all have met, rematches stay.
_MOST_EXCHANGES = 400
# Weights of an exchange: a rematch, and a point of difference.
_REMATCH = 1e12
_GAP = 1e5
_BARRED = 1e15


@dataclass(slots=True)
class Samples:
    """Many courses of the same event: one row per sample, one column per player.

    `met`: whether two players have met in a known round. `drawn`: for each sampled round each
    player's opponent, -1 without one.
    """

    points: Whole
    byes: Whole
    met: Flags
    random: np.random.Generator
    drawn: list[Whole] = field(default_factory=list)

    @property
    def rows(self) -> Whole:
        """The indexes of the samples, as a column."""
        return np.arange(len(self.points))[:, None]

    def pair(self, playing: Whole, win: int) -> tuple[Whole, Whole]:
        """Draw a round of the players in every sample; the bye is counted as a win.

        Returns the first and the second player of each pair, from the highest points down.
        """
        rows, points = self.rows, self.points[:, playing]
        keys = self.random.random(points.shape) - points
        if len(playing) % 2:
            worth = self.byes[:, playing] * (points.max() - points.min() + 1.0) + points
            bye = (worth + self.random.random(points.shape)).argmin(axis=1)[:, None]
            keys[rows, bye] = np.inf
            self.points[rows, playing[bye]] += win
            self.byes[rows, playing[bye]] += 1
        line = playing[keys.argsort(axis=1)]
        pairs = line[:, : len(playing) // 2 * 2].reshape(len(line), -1, 2).copy()
        self._part_rematches(pairs)
        first, second = pairs[:, :, 0], pairs[:, :, 1]
        opponents = np.full_like(self.points, -1)
        opponents[rows, first] = second
        opponents[rows, second] = first
        self.drawn.append(opponents)
        return first, second

    def have_met(self, rows: Whole, first: Whole, second: Whole) -> Flags:
        """Return which pairs are rematches in their samples."""
        again: Flags = self.met[first, second]
        for opponents in self.drawn:
            again = again | (opponents[rows, first] == second)
        return again

    def _part_rematches(self, pairs: Whole) -> None:
        """Exchange opponents in place: one rematch per sample at a time, at the least cost."""
        again = self.have_met(self.rows, pairs[:, :, 0], pairs[:, :, 1])
        for _ in range(_MOST_EXCHANGES):
            samples = np.flatnonzero(again.any(axis=1))
            if not len(samples):
                return
            stuck = self._exchange(pairs, samples, again[samples].argmax(axis=1))
            parted = pairs[samples]
            again[samples] = self.have_met(samples[:, None], parted[:, :, 0], parted[:, :, 1])
            again[samples[stuck]] = False

    def _exchange(self, pairs: Whole, samples: Whole, at: Whole) -> Flags:
        """Exchange partners of pair `at` with a pair near it; return where a rematch remains."""
        near = np.concatenate([np.arange(-_REACH, 0), np.arange(1, _REACH + 1)])
        other = at[:, None] + near
        outside = (other < 0) | (other >= pairs.shape[1])
        other = other.clip(0, pairs.shape[1] - 1)
        rows = samples[:, None]
        upper, lower = (pairs[samples, at, side][:, None] for side in (0, 1))
        three, four = (pairs[rows, other, side] for side in (0, 1))
        before = self._gap(rows, upper, lower) + self._gap(rows, three, four)
        costs = [
            self._gap(rows, upper, new) + self._gap(rows, lower, rest) - before
            + _REMATCH * (self.have_met(rows, upper, new) * 1.0 + self.have_met(rows, lower, rest))
            for new, rest in ((three, four), (four, three))
        ]  # fmt: skip
        lots = self.random.random((len(samples), 2 * len(near)))
        cost = np.concatenate(costs, axis=1) + lots + _BARRED * np.tile(outside, 2)
        best = cost.argmin(axis=1)
        side, place = best // len(near), other[np.arange(len(samples)), best % len(near)]
        stuck: Flags = cost[np.arange(len(samples)), best] >= _REMATCH / 2
        samples, at, side, place = (values[~stuck] for values in (samples, at, side, place))
        new, rest = pairs[samples, place, side], pairs[samples, place, 1 - side]
        old = pairs[samples, at, 1].copy()
        pairs[samples, at, 1] = new
        pairs[samples, place, 0], pairs[samples, place, 1] = rest, old
        return stuck

    def _gap(self, rows: Whole, first: Whole, second: Whole) -> npt.NDArray[np.float64]:
        """Return the cost of pairs by difference in points: its sum first, then its square."""
        gap = np.abs(self.points[rows, first] - self.points[rows, second])
        cost: npt.NDArray[np.float64] = gap * _GAP + gap * gap
        return cost
