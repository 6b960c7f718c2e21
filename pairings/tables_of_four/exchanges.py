"""Exchange pairs of players to make a seating lighter.

A bye or an odd table is a place like any other. The weight of two players at one table is known for
every pair, so the weight of every exchange follows from each player's weight at each table. A tabu
search takes the best exchange of a player whose table costs something, even if it makes the seating
worse, and does not move the same players again for a while.

Work is counted, not timed: the same state and seed give the same seating on every machine.
"""

import numpy as np

from pairings.random_draws import Lots
from pairings.tables_of_four.field import Field, Numbers

NEVER = 1 << 61
"""More than any seating weighs: an exchange that must not be made."""

PER_STEP, PER_CELL = 3e-5, 6.5e-9
"""Reference seconds of one exchange, and of one gain that is looked at for it."""

_MOST_ROWS = 64
_LONGEST_TENURE = 12
_PATIENCE = 600


class Exchanges:
    """A seating that is improved by exchanges: the group of each player.

    total: its weight; best: the least weight so far, whose groups improve leaves in group.
    """

    def __init__(self, field: Field, group: Numbers, lots: Lots) -> None:
        """Prepare with a group for each player."""
        self.field = field
        self._lots = lots
        self._set(group)
        self.best = self.total

    def _set(self, group: Numbers) -> None:
        field = self.field
        self.group = group
        count, groups = len(group), len(field.sizes)
        member = np.zeros((count, groups), dtype=np.int64)
        member[np.arange(count), group] = 1
        # The weight of each player in each group next to its members.
        self._weight: Numbers = field.pair @ member * field.seated
        self._weight += field.place[:, None] * field.odd
        if groups > field.seated.sum():
            self._weight[~field.free, -1] = NEVER
        own = self.own()
        odd = field.place * field.odd[group]
        self.total = (int((own - odd).sum()) // 2) + int(odd.sum())

    def own(self) -> Numbers:
        """Return each player's weight in the current group."""
        return self._weight[np.arange(len(self.group)), self.group]

    def improve(self, usual: float, on_repeats: float, spent: float) -> float:
        """Exchange players until the bound is met or the work is done; return the work.

        usual, on_repeats: the work that may be done without repeats and with them, spent included.
        """
        field = self.field
        count = len(self.group)
        until = np.zeros(count, dtype=np.int64)
        tenures = (self._lots.words(4096) % np.uint64(_LONGEST_TENURE)).astype(np.int64) + 3
        work, step, improved = 0.0, 0, 0
        kept = self.group.copy()
        while self.best > field.bound and step - improved < _PATIENCE:
            if work + spent >= (on_repeats if self.best >= field.repeat else usual):
                break
            step += 1
            own = self.own()
            rows = self._rows(own, step)
            if not len(rows):
                break
            work += PER_STEP + len(rows) * count * PER_CELL
            gain = self.gains(rows, own)
            blocked = (until[rows] > step)[:, None] | (until > step)
            gain = np.where(blocked & (gain >= self.best - self.total), NEVER, gain)
            at = int(gain.argmin())
            first, second = int(rows[at // count]), at % count
            change = int(gain.flat[at])
            if change >= NEVER // 2:
                continue
            self.exchange(first, second)
            self.total += change
            tenure = int(tenures[step % len(tenures)])
            until[first], until[second] = step + tenure, step + tenure
            if self.total < self.best:
                self.best, improved = self.total, step
                kept = self.group.copy()
        self._set(kept)
        return work

    def _rows(self, own: Numbers, step: int) -> Numbers:
        """Return the players to move: those with repeats, else all whose table costs something."""
        field = self.field
        rows = np.flatnonzero(own >= (field.history if self.total >= field.repeat else 1))
        if len(rows) > _MOST_ROWS:
            start = step * _MOST_ROWS % len(rows)
            rows = np.concatenate((rows[start:], rows[:start]))[:_MOST_ROWS]
        return rows

    def gains(self, rows: Numbers, own: Numbers) -> Numbers:
        """Return the weight that each exchange of a row with a player adds to the seating."""
        field, group, weight = self.field, self.group, self._weight
        seated = field.seated[group]
        gain = weight[rows][:, group] + weight[:, group[rows]].T
        gain -= own[rows][:, None] + own
        gain -= field.pair[rows] * (seated[rows][:, None] + seated)
        gain[group[rows][:, None] == group] = NEVER
        return gain

    def gain(self, first: int, second: int) -> int:
        """Return the weight that one exchange adds to the seating."""
        group, weight = self.group, self._weight
        here, there = group[first], group[second]
        if here == there:
            return NEVER
        both = int(self.field.seated[here] + self.field.seated[there])
        return int(
            weight[first, there]
            + weight[second, here]
            - weight[first, here]
            - weight[second, there]
            - both * self.field.pair[first, second]
        )

    def exchange(self, first: int, second: int) -> None:
        """Swap two players of different groups."""
        field, group, weight = self.field, self.group, self._weight
        here, there = int(group[first]), int(group[second])
        moved = field.pair[:, second] - field.pair[:, first]
        if field.seated[here]:
            weight[:, here] += moved
        if field.seated[there]:
            weight[:, there] -= moved
        group[first], group[second] = there, here
