"""Windows whose best pairings differ in how many players float up and down, drawn uniformly.

Two players alone on 8 points who have met may both meet players on 9 or both players on 7: equally
good, but the rest of the field can be completed in more ways around one than the other. A
block is such a window with the score groups next to it. A number of floats is proposed in
proportion to how many pairings of the block it has when rematches with and inside the neighbours
are ignored, then one of those pairings uniformly, and all of it is rejected when it has a rematch.
"""

from dataclasses import dataclass, replace
from itertools import product
from math import factorial, prod

from pairings.segments import Segment
from pairings.windows import Window


@dataclass(slots=True)
class Block:
    """A stretch of segments with several ways to link them.

    choices: (how many pairings, the segments with their numbers of floats); groups, enters and
    leaves: as of a segment, for the whole stretch.
    """

    groups: tuple[int, ...]
    choices: list[tuple[int, list[Segment]]]
    enters: int
    leaves: int

    @property
    def effort(self) -> int:
        """Return the approximate cost of a proposal; players of large groups are cheap."""
        sizes = [len(segment.members) for segment in self.choices[0][1]]
        return sum(min(size, 40 + size // 12) for size in sizes)


def with_blocks(segments: list[Segment], windows: list[Window]) -> list[Segment | Block]:
    """Return the segments, those around windows with several shapes joined into blocks."""
    shapes = {
        window.segment.groups[0]: window.shapes for window in windows if len(window.shapes) > 1
    }
    joined: list[Segment | Block] = []
    place = 0
    while place < len(segments):
        end = _stretch_end(segments, place, shapes)
        if end == place + 1:
            joined.append(segments[place])
        else:
            joined.append(_block(segments[place:end], shapes))
        place = end
    return joined


def _stretch_end(segments: list[Segment], start: int, shapes: dict[int, list[Segment]]) -> int:
    """Return the end of the stretch from `start`: after the last neighbour of its windows."""

    def several(place: int) -> bool:
        return place < len(segments) and segments[place].groups[0] in shapes

    end = start + 1
    if several(start):
        end = min(start + 2, len(segments))
    while several(end):
        end = min(end + 2, len(segments))
    return end


def _block(stretch: list[Segment], shapes: dict[int, list[Segment]]) -> Block:
    options = [shapes.get(segment.groups[0], [segment]) for segment in stretch]
    choices = []
    for chosen in product(*options):
        linked = []
        for place, segment in enumerate(chosen):
            if segment.is_window:
                linked.append(segment)
                continue
            enters, leaves = segment.enters, segment.leaves
            if place > 0:
                enters = chosen[place - 1].leaves
            if place + 1 < len(chosen):
                leaves = chosen[place + 1].enters
            linked.append(replace(segment, enters=enters, leaves=leaves))
        ways = prod(_ways(segment) for segment in linked)
        for segment in linked[:-1]:
            # Both sides of a link order its pairs, so `ways` counts the same pairs that often.
            ways //= factorial(segment.leaves)
        if ways:
            choices.append((ways, linked))
    groups = tuple(group for segment in stretch for group in segment.groups)
    return Block(groups, choices, stretch[0].enters, stretch[-1].leaves)


def _ways(segment: Segment) -> int:
    """Return the number of ways to pair a segment; with rematches for a relaxed one."""
    if segment.is_window:
        return segment.ways_of_window().count
    size = len(segment.members) - bool(segment.byes)
    rest = size - segment.enters - segment.leaves
    if rest < 0:
        return 0
    ordered = factorial(size) // factorial(rest)
    matchings = factorial(rest) // (factorial(rest // 2) << (rest // 2))
    return max(1, len(segment.byes)) * ordered * matchings
