"""Uniform draws of the pairings that a structure allows.

A structure says of each score group, or window of score groups, how many of its players float in
from the one above and out to the one below, and where the bye is. Every pairing with the structure
costs the same, so a uniformly drawn one without a rematch is a uniformly drawn best one. Segments
are drawn independently of each other and redrawn until they have no rematch inside; runs of linked
segments are put together by halves, and both halves are redrawn when a pair between them is a
rematch. Each step is plain rejection, so the result is exactly uniform.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from pairings.draw import Draw
from pairings.subsets import Subsets

SUBSETS_SIZE = 12
_SUBSETS_AFTER = 24
_NUMPY_FROM = 48
_WORK = 60_000
_CLASHES = 300


@dataclass(slots=True)
class Drawn:
    """One way to pair a segment; large fields spend their time on making tuples, so two lists.

    entries, exits: the players who meet one of the segment before, after, in order; bye: who gets
    it; ones, twos: ones[k] meets twos[k] inside.
    """

    entries: list[int]
    exits: list[int]
    bye: int | None = None
    ones: list[int] = field(default_factory=list)
    twos: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Segment:
    """Score groups in a structure: one that may be paired inside in any way, or a window.

    groups: their positions in the field; members: their players; byes: those of whom one gets the
    bye, empty when it is elsewhere; enters, leaves: how many meet the segment before, after.
    weights: for a window, what its pairs weigh; vertices are the members, then enters, leaves and
    the bye. All its lightest pairings are drawn from, while of one group all without a rematch are.
    fixed: for a window too large to count, its one pairing.
    """

    groups: tuple[int, ...]
    members: list[int]
    byes: list[int] = field(default_factory=list)
    enters: int = 0
    leaves: int = 0
    weights: list[list[int | None]] | None = None
    fixed: Drawn | None = None

    @property
    def vertices(self) -> int:
        """Return how many vertices the segment has when it is counted."""
        return len(self.members) + self.enters + self.leaves + bool(self.byes)


class Unfit(Exception):  # noqa: N818 - a finding, not a fault
    """No pairing was found for these score groups; they must be searched exactly."""

    def __init__(self, groups: tuple[int, ...]) -> None:
        super().__init__(groups)
        self.groups = groups


def any_met(avoid: Sequence[frozenset[int]], ones: list[int], twos: list[int]) -> bool:
    """Return whether any of the pairs of ones[k] and twos[k] should be avoided."""
    return any(map(frozenset.__contains__, map(avoid.__getitem__, ones), twos))


class Sampler:
    """Draws the pairings of one run of segments, each linked to the next."""

    def __init__(
        self,
        run: Sequence[Segment],
        avoid: Sequence[frozenset[int]],
        draw: Draw,
        first: Sequence[Drawn] | None,
    ) -> None:
        """Prepare; first holds a first try for each segment, to be used once."""
        self._run = run
        self._avoid = avoid
        self._draw = draw
        self._first: list[Drawn | None] = [None] * len(run) if first is None else list(first)
        self._subsets: dict[int, Subsets] = {}
        self._arrays: dict[int, npt.NDArray[np.int64]] = {}
        self._tries = [0] * len(run)
        self._clashes = 0

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
        if segment.fixed is not None:
            return segment.fixed
        if segment.weights is not None:
            return self._counted(place)
        first, self._first[place] = self._first[place], None
        if first is not None and self._legal(first):
            return first
        size = len(segment.members)
        small = segment.vertices <= SUBSETS_SIZE
        while True:
            if small and self._tries[place] >= _SUBSETS_AFTER:
                return self._counted(place)
            self._tries[place] += 1
            if self._tries[place] * size > _WORK:
                raise Unfit(segment.groups)
            drawn = self._try_large(place) if size >= _NUMPY_FROM else self._try(segment)
            if drawn is not None:
                if not small:
                    self._tries[place] = 0
                return drawn

    def _legal(self, drawn: Drawn) -> bool:
        return not any_met(self._avoid, drawn.ones, drawn.twos)

    def _try(self, segment: Segment) -> Drawn | None:
        """Return a uniform proposal, None when it has a rematch."""
        draw, avoid = self._draw, self._avoid
        rest = list(segment.members)
        bye = None
        if segment.byes:
            bye = draw.choice(segment.byes)
            rest.remove(bye)

        def take() -> int:
            place = draw.below(len(rest))
            rest[place], rest[-1] = rest[-1], rest[place]
            return rest.pop()

        entries = [take() for _ in range(segment.enters)]
        exits = [take() for _ in range(segment.leaves)]
        drawn = Drawn(entries, exits, bye)
        while rest:
            one = rest.pop()
            two = take()
            if two in avoid[one]:
                return None
            drawn.ones.append(one)
            drawn.twos.append(two)
        return drawn

    def _try_large(self, place: int) -> Drawn | None:
        """Return a proposal like _try, from one random order of the whole group."""
        segment, draw = self._run[place], self._draw
        if place not in self._arrays:
            self._arrays[place] = np.array(segment.members)
        members = self._arrays[place]
        rest: list[int] = members[draw.order(len(members))].tolist()
        bye = draw.choice(segment.byes) if segment.byes else None
        if bye is not None:
            rest.remove(bye)
        drawn = cut(rest, segment.enters, segment.leaves, bye)
        return drawn if self._legal(drawn) else None

    def _counted(self, place: int) -> Drawn:
        """Return a draw of a small segment by counting all of its pairings."""
        segment = self._run[place]
        if place not in self._subsets:
            weights = segment.weights
            self._subsets[place] = Subsets(
                legal_weights(segment, self._avoid) if weights is None else weights
            )
        ways = self._subsets[place]
        if not ways.count:
            raise Unfit(segment.groups)
        members = segment.members
        count = len(members)
        floats: dict[int, int] = {}
        drawn = Drawn([], [])
        for one, two in ways.draw(self._draw):
            if two < count:
                drawn.ones.append(members[one])
                drawn.twos.append(members[two])
            else:
                floats[two - count] = members[one]
        drawn.entries = [floats[slot] for slot in range(segment.enters)]
        drawn.exits = [floats[segment.enters + slot] for slot in range(segment.leaves)]
        drawn.bye = floats.get(segment.enters + segment.leaves)
        return drawn


def cut(line: list[int], enters: int, leaves: int, bye: int | None) -> Drawn:
    """Return a line of players as a segment: entries first, exits last, pairs of neighbours."""
    inner = line[enters : len(line) - leaves]
    return Drawn(line[:enters], line[len(line) - leaves :], bye, inner[::2], inner[1::2])


def legal_weights(segment: Segment, avoid: Sequence[frozenset[int]]) -> list[list[int | None]]:
    """Return weight 0 for every pair that is no rematch and for every float and bye."""
    members = segment.members
    count, size = len(members), segment.vertices
    floats = count + segment.enters + segment.leaves
    weights: list[list[int | None]] = [[None] * size for _ in range(size)]
    for one, member in enumerate(members):
        for two in range(one + 1, count):
            if members[two] not in avoid[member]:
                weights[one][two] = 0
        for slot in range(count, floats):
            weights[one][slot] = 0
        if member in segment.byes:
            weights[one][floats] = 0
    return weights
