"""Quality of a pairing as people compare it: uneven pairings, rematches, the bye."""

from collections.abc import Iterable
from dataclasses import dataclass

from events.core.adapters import RepairingField, RoundPlayer
from pairings import cost_of
from pairings.types import Cost

Placed = tuple[int, int, int]
"""A table number and the positions of its two players in a RepairingField."""


@dataclass(frozen=True, slots=True)
class PairedTable:
    """A table with both players and their match points; `met`: the rounds in which they met."""

    table: int
    first: RoundPlayer
    second: RoundPlayer
    points: tuple[int, int]
    met: tuple[int, ...]

    @property
    def gap(self) -> int:
        """Return the difference of the two players' match points."""
        return abs(self.points[0] - self.points[1])


@dataclass(frozen=True, slots=True)
class Quality:
    """Quality of a pairing.

    `uneven`: tables whose players have different match points, the widest gap first. `bye` has had
    `byes` byes before this one. `matches`: the number of matches that are played.
    """

    cost: Cost
    uneven: tuple[PairedTable, ...]
    rematches: tuple[PairedTable, ...]
    bye: RoundPlayer | None
    byes: int
    matches: int

    @property
    def widest(self) -> int:
        """Return the widest gap in match points."""
        return self.uneven[0].gap if self.uneven else 0


def quality_of(field: RepairingField, placed: Iterable[Placed], bye: int | None) -> Quality:
    """Return the quality of a pairing of a posted round."""
    state, people = field.posted.state, field.people
    placed = list(placed)
    uneven, rematches = [], []
    for table, first, second in placed:
        points = (state.points[first], state.points[second])
        apart = state.pods is not None and state.pods[first] != state.pods[second]
        is_rematch = apart or second in state.opponents[first]
        if points[0] == points[1] and not is_rematch:
            continue
        met = state.meetings.get((min(first, second), max(first, second)), ())
        paired = PairedTable(table, people[first], people[second], points, met)
        if paired.gap:
            uneven.append(paired)
        if is_rematch:
            rematches.append(paired)
    return Quality(
        cost=cost_of(state, [(first, second) for _table, first, second in placed], bye),
        uneven=tuple(sorted(uneven, key=lambda paired: (-paired.gap, paired.table))),
        rematches=tuple(rematches),
        bye=None if bye is None else people[bye],
        byes=0 if bye is None else state.byes[bye],
        matches=len(placed),
    )


def quality_as_posted(field: RepairingField) -> Quality:
    """Return the quality of a posted round left unchanged, without matches that nobody plays."""
    posted = field.posted
    placed = [
        (match.table or 0, first, second)
        for match, (first, second) in zip(field.matches, posted.pairs, strict=True)
        if match.has_result or posted.gone.isdisjoint((first, second))
    ]
    return quality_of(field, placed, posted.bye)
