"""The parts from which a pairing is drawn: score groups and windows, and their links."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pairings.subsets import Subsets

SUBSETS_SIZE = 12
"""Up to so many vertices a segment is counted."""


@dataclass(slots=True)
class Drawn:
    """One way to pair a segment, in two lists because tuples are slow to make in large fields.

    entries, exits: the players who meet one of the segment before, after, in order; bye: its
    holder; ones, twos: ones[k] meets twos[k] inside.
    """

    entries: list[int]
    exits: list[int]
    bye: int | None = None
    ones: list[int] = field(default_factory=list)
    twos: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Segment:
    """Score groups in a structure: one that may be paired inside in any way, or a window.

    groups: their positions in the field; members: their players; byes: the candidates for the bye,
    empty if it is elsewhere; enters, leaves: the number who meet the segment before, after.
    weights: for a window, the weights of its pairs; vertices are the members, then enters, leaves
    and the bye. A window draws from its lightest pairings, a group from those without a rematch.
    fixed: for a window that is not counted, its one pairing. counted: kept between draws.
    """

    groups: tuple[int, ...]
    members: list[int]
    byes: list[int] = field(default_factory=list)
    enters: int = 0
    leaves: int = 0
    weights: list[list[int | None]] | None = None
    fixed: Drawn | None = None
    counted: Subsets | None = field(default=None, repr=False)

    @property
    def is_window(self) -> bool:
        """Whether this is a window, and not a relaxed score group."""
        return self.fixed is not None or self.weights is not None

    def ways_of_window(self) -> Subsets:
        """Return all best pairings of a window that has weights."""
        if self.counted is None:
            self.counted = Subsets(self.weights or [])
        return self.counted

    @property
    def vertices(self) -> int:
        """The number of vertices of the segment when it is counted."""
        return len(self.members) + self.enters + self.leaves + bool(self.byes)


def any_met(avoid: Sequence[frozenset[int]], ones: list[int], twos: list[int]) -> bool:
    """Return whether any of the pairs of ones[k] and twos[k] should be avoided."""
    return any(map(frozenset.__contains__, map(avoid.__getitem__, ones), twos))


def cut(line: list[int], enters: int, leaves: int, bye: int | None) -> Drawn:
    """Cut a line of players into a draw: entries first, exits last, pairs of neighbours between."""
    inner = line[enters : len(line) - leaves]
    return Drawn(line[:enters], line[len(line) - leaves :], bye, inner[::2], inner[1::2])


def legal_weights(segment: Segment, avoid: Sequence[frozenset[int]]) -> list[list[int | None]]:
    """Return weight 0 for every pair without a rematch, every float and every bye."""
    members = segment.members
    count, size = len(members), segment.vertices
    floats = count + segment.enters + segment.leaves
    weights: list[list[int | None]] = [[None] * size for _ in range(size)]
    for first, member in enumerate(members):
        for second in range(first + 1, count):
            if members[second] not in avoid[member]:
                weights[first][second] = 0
        for slot in range(count, floats):
            weights[first][slot] = 0
        if member in segment.byes:
            weights[first][floats] = 0
    return weights
