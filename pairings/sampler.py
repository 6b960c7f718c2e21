"""Draw uniformly from the pairings that a structure allows.

A structure gives for each score group, or window of score groups, the number of its players who
float in from the group above and out to the one below, and the place of the bye. Every pairing with
the structure costs the same, so a uniformly drawn one without a rematch is a uniformly drawn best
one. Segments are drawn independently and redrawn until they have no rematch inside; runs of linked
segments are joined by halves, and both halves are redrawn if a pair between them is a rematch. Each
step is plain rejection, so the result is exactly uniform.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pairings.blocks import Block
from pairings.random_draws import Lots
from pairings.segments import SUBSETS_SIZE, Drawn, Segment, any_met, cut, legal_weights
from pairings.subsets import Subsets

_SUBSETS_AFTER = 24
_NUMPY_FROM = 48
_WORK = 60_000
_CLASHES = 300
_BLOCK_EFFORT = 24_000


class Unfit(Exception):  # noqa: N818 - a finding, not a fault
    """No pairing was found for these score groups; they need an exact search."""

    def __init__(self, groups: tuple[int, ...]) -> None:
        super().__init__(groups)
        self.groups = groups


class TooRare(Exception):  # noqa: N818 - a finding, not a fault
    """A block was rejected too often; its windows need a fixed number of floats."""

    def __init__(self, groups: tuple[int, ...]) -> None:
        super().__init__(groups)
        self.groups = groups


class Sampler:
    """Draws the pairings of one run of segments, each linked to the next."""

    def __init__(
        self,
        run: Sequence[Segment | Block],
        avoid: Sequence[frozenset[int]],
        lots: Lots,
        first: Sequence[Drawn] | None,
    ) -> None:
        """Prepare the draw; `first` holds a first try for each segment, used once."""
        self._run = run
        self._avoid = avoid
        self._lots = lots
        self._first: list[Drawn | None] = [None] * len(run) if first is None else list(first)
        self._arrays: dict[int, npt.NDArray[np.int64]] = {}
        self._tries = [0] * len(run)
        self._clashes = 0
        self._effort = 0

    def draw(self) -> list[Drawn]:
        """Return one Drawn a segment. Raises Unfit with the groups that could not be drawn."""
        return self._part(0, len(self._run))

    def _part(self, low: int, high: int) -> list[Drawn]:
        if high - low == 1:
            return [self._one(low)]
        middle = (low + high) // 2
        while True:
            left = self._part(low, middle)
            right = self._part(middle, high)
            if not any_met(self._avoid, left[-1].exits, right[0].entries):
                return left + right
            self._clashes += 1
            if self._clashes > _CLASHES:
                raise Unfit(self._run[middle - 1].groups + self._run[middle].groups)

    def _one(self, place: int) -> Drawn:
        segment = self._run[place]
        if isinstance(segment, Block):
            return self._block(segment)
        if segment.fixed is not None:
            return segment.fixed
        if segment.weights is not None:
            return self._counted(segment)
        first, self._first[place] = self._first[place], None
        if first is not None and self._legal(first):
            return first
        size = len(segment.members)
        small = segment.vertices <= SUBSETS_SIZE
        while True:
            if small and self._tries[place] >= _SUBSETS_AFTER:
                return self._counted(segment)
            self._tries[place] += 1
            if self._tries[place] * size > _WORK:
                raise Unfit(segment.groups)
            drawn = self._try(segment)
            if drawn is not None:
                if not small:
                    self._tries[place] = 0
                return drawn

    def _legal(self, drawn: Drawn) -> bool:
        return not any_met(self._avoid, drawn.ones, drawn.twos)

    def _try(self, segment: Segment) -> Drawn | None:
        """Return a uniform proposal for a score group; None if it has a rematch."""
        if len(segment.members) >= _NUMPY_FROM:
            return self._try_large(segment)
        lots, avoid = self._lots, self._avoid
        rest = list(segment.members)
        bye = None
        if segment.byes:
            bye = lots.choice(segment.byes)
            rest.remove(bye)

        def take() -> int:
            place = lots.below(len(rest))
            rest[place], rest[-1] = rest[-1], rest[place]
            return rest.pop()

        entries = [take() for _ in range(segment.enters)]
        exits = [take() for _ in range(segment.leaves)]
        drawn = Drawn(entries, exits, bye)
        while rest:
            first = rest.pop()
            second = take()
            if second in avoid[first]:
                return None
            drawn.ones.append(first)
            drawn.twos.append(second)
        return drawn

    def _try_large(self, segment: Segment) -> Drawn | None:
        """Return a proposal like _try, from one random order of the whole group."""
        lots = self._lots
        name = segment.groups[0]
        if name not in self._arrays:
            self._arrays[name] = np.array(segment.members)
        members = self._arrays[name]
        rest: list[int] = members[lots.order(len(members))].tolist()
        bye = lots.choice(segment.byes) if segment.byes else None
        if bye is not None:
            rest.remove(bye)
        drawn = cut(rest, segment.enters, segment.leaves, bye)
        return drawn if self._legal(drawn) else None

    def _block(self, block: Block) -> Drawn:
        """Draw a block uniformly, rejecting it as a whole."""
        total = sum(ways for ways, _ in block.choices)
        if not total:
            raise Unfit(block.groups)
        effort = block.effort
        while self._effort < _BLOCK_EFFORT:
            self._effort += effort
            pick = self._lots.below(total)
            for ways, chosen in block.choices:
                if pick < ways:
                    drawn = self._linked(chosen)
                    if drawn is not None:
                        return drawn
                    break
                pick -= ways
        raise TooRare(block.groups)

    def _linked(self, segments: list[Segment]) -> Drawn | None:
        """Return a uniform proposal for linked segments; None if it has a rematch."""
        whole: Drawn | None = None
        for segment in segments:
            drawn = self._counted(segment) if segment.is_window else self._try(segment)
            if drawn is None:
                return None
            if whole is None:
                whole = Drawn(drawn.entries, drawn.exits, drawn.bye, drawn.ones, drawn.twos)
                continue
            if any_met(self._avoid, whole.exits, drawn.entries):
                return None
            whole.ones = whole.ones + whole.exits + drawn.ones
            whole.twos = whole.twos + drawn.entries + drawn.twos
            whole.exits = drawn.exits
            whole.bye = drawn.bye if whole.bye is None else whole.bye
        return whole

    def _counted(self, segment: Segment) -> Drawn:
        """Draw a pairing of a small segment by counting all of its pairings."""
        if segment.counted is None and not segment.is_window:
            segment.counted = Subsets(legal_weights(segment, self._avoid))
        ways = segment.ways_of_window()
        if not ways.count:
            raise Unfit(segment.groups)
        members = segment.members
        count = len(members)
        floats: dict[int, int] = {}
        drawn = Drawn([], [])
        for first, second in ways.draw(self._lots):
            if second < count:
                drawn.ones.append(members[first])
                drawn.twos.append(members[second])
            else:
                floats[second - count] = members[first]
        drawn.entries = [floats[slot] for slot in range(segment.enters)]
        drawn.exits = [floats[segment.enters + slot] for slot in range(segment.leaves)]
        drawn.bye = floats.get(segment.enters + segment.leaves)
        return drawn
