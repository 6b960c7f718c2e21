"""Uniform draws of the pairings that a structure allows.

A structure says of each score group whether one player floats in from above, whether one floats out
below, which players of other groups must be met, and who may get the bye. Every pairing with that
structure costs the same, so a uniformly drawn one that has no rematch is a uniformly drawn best
one. Groups are drawn independently and redrawn until they have no rematch inside; runs of groups
are put together by halves, and both halves are redrawn when the pair between them is a rematch.
Each step is plain rejection, so the result is exactly uniform.
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
class Segment:
    """One score group in a structure.

    group: its position in the field; members: its players; byes: those who may get the bye, which
    then must go to one of them (empty: no bye here); enters, leaves: one member is paired with the
    segment before, after; guests: players of other groups, each to be paired with a member.
    """

    group: int
    members: list[int]
    byes: list[int] = field(default_factory=list)
    enters: bool = False
    leaves: bool = False
    guests: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Drawn:
    """One way to pair a segment: the floaters, the bye, and all pairs that are not across.

    ones, twos: the pairs, as two lists because large fields spend their time on making tuples.
    """

    entry: int | None
    exit: int | None
    bye: int | None
    ones: list[int] = field(default_factory=list)
    twos: list[int] = field(default_factory=list)


def any_met(avoid: Sequence[frozenset[int]], ones: list[int], twos: list[int]) -> bool:
    """Return whether any of the pairs of ones[k] and twos[k] should be avoided."""
    return any(map(frozenset.__contains__, map(avoid.__getitem__, ones), twos))


class Unfit(Exception):  # noqa: N818 - a finding, not a fault
    """No pairing was found for these score groups; they must be searched exactly."""

    def __init__(self, groups: tuple[int, ...]) -> None:
        super().__init__(groups)
        self.groups = groups


class Sampler:
    """Draws the pairings of a run of segments."""

    def __init__(
        self, segments: Sequence[Segment], avoid: Sequence[frozenset[int]], draw: Draw
    ) -> None:
        self._segments = segments
        self._avoid = avoid
        self._draw = draw
        self._subsets: dict[int, Subsets] = {}
        self._tries = [0] * len(segments)
        self._arrays: dict[int, npt.NDArray[np.int64]] = {}
        self._clashes = 0
        self._first: list[Drawn | None] = [None] * len(segments)

    def draw(self, first: list[Drawn | None] | None = None) -> list[Drawn]:
        """Return one Drawn a segment. first holds a first try for each segment, to be used once.

        Raises Unfit with the score groups that could not be drawn.
        """
        if first is not None:
            self._first = first
        done: list[Drawn] = []
        start = 0
        for place, segment in enumerate(self._segments):
            if not segment.leaves:
                done.extend(self._run(start, place + 1))
                start = place + 1
        return done

    def _run(self, low: int, high: int) -> list[Drawn]:
        if high - low == 1:
            return [self._one(low)]
        middle = (low + high) // 2
        while True:
            left = self._run(low, middle)
            right = self._run(middle, high)
            floater, taker = left[-1].exit, right[0].entry
            if floater is None or taker is None:
                raise ValueError("a run of segments must be linked by floaters")
            if taker not in self._avoid[floater]:
                return left + right
            self._clashes += 1
            if self._clashes > _CLASHES:
                raise Unfit((self._segments[middle - 1].group, self._segments[middle].group))

    def _one(self, place: int) -> Drawn:
        segment = self._segments[place]
        first, self._first[place] = self._first[place], None
        if first is not None and self._legal(first):
            return first
        size = len(segment.members)
        small = self._vertices(segment) <= SUBSETS_SIZE
        while True:
            if small and self._tries[place] >= _SUBSETS_AFTER:
                return self._exact(place)
            self._tries[place] += 1
            if self._tries[place] * size > _WORK:
                raise Unfit((segment.group,))
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

        entry = take() if segment.enters else None
        leave = take() if segment.leaves else None
        drawn = Drawn(entry, leave, bye, list(segment.guests))
        for guest in segment.guests:
            host = take()
            if host in avoid[guest]:
                return None
            drawn.twos.append(host)
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
        segment = self._segments[place]
        draw = self._draw
        if place not in self._arrays:
            self._arrays[place] = np.array(segment.members)
        members = self._arrays[place]
        rest: list[int] = members[draw.order(len(members))].tolist()
        bye = draw.choice(segment.byes) if segment.byes else None
        if bye is not None:
            rest.remove(bye)
        entry = rest.pop() if segment.enters else None
        leave = rest.pop() if segment.leaves else None
        guests = len(segment.guests)
        inner = rest[guests:]
        drawn = Drawn(entry, leave, bye, segment.guests + inner[::2], rest[:guests] + inner[1::2])
        return drawn if self._legal(drawn) else None

    @staticmethod
    def _vertices(segment: Segment) -> int:
        extra = segment.enters + segment.leaves + bool(segment.byes)
        return len(segment.members) + len(segment.guests) + extra

    def _exact(self, place: int) -> Drawn:
        """Return a draw of a small segment by counting all of them."""
        segment = self._segments[place]
        members, guests = segment.members, segment.guests
        count, with_guests = len(members), len(members) + len(guests)
        if place not in self._subsets:
            self._subsets[place] = Subsets(self._legal_edges(segment))
        ways = self._subsets[place]
        if not ways.count:
            raise Unfit((segment.group,))
        drawn = Drawn(None, None, None)
        specials = [name for name in ("entry", "exit", "bye") if _has(segment, name)]
        for one, two in ways.draw(self._draw):
            if two < count:
                drawn.ones.append(members[one])
                drawn.twos.append(members[two])
            elif two < with_guests:
                drawn.ones.append(guests[two - count])
                drawn.twos.append(members[one])
            else:
                setattr(drawn, specials[two - with_guests], members[one])
        return drawn

    def _legal_edges(self, segment: Segment) -> list[list[int | None]]:
        """Return weight 0 for everything that may be paired; the last vertices are the floats."""
        members, avoid = segment.members, self._avoid
        size = self._vertices(segment)
        edges: list[list[int | None]] = [[None] * size for _ in range(size)]
        others = members + segment.guests
        for one, member in enumerate(members):
            for two in range(one + 1, len(others)):
                if others[two] not in avoid[member]:
                    edges[one][two] = 0
            place = len(others)
            for name in ("entry", "exit", "bye"):
                if _has(segment, name):
                    if name != "bye" or member in segment.byes:
                        edges[one][place] = 0
                    place += 1
        return edges


def _has(segment: Segment, name: str) -> bool:
    if name == "entry":
        return segment.enters
    return segment.leaves if name == "exit" else bool(segment.byes)
