"""The players to pair, sorted into score groups, and a first attempt at pairing them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pairings.cost import Rematches
from pairings.random_draws import Lots, Words
from pairings.types import PairingState

_RANDOM_BITS = 43


@dataclass(frozen=True, slots=True)
class ScoreGroups:
    """Players prepared for the search.

    points: match points of every player of the state; past: the pairs that should not meet (again),
    avoid: the same by player. groups: the score groups from the highest match points down;
    levels: their match points; above: for each group the number of players in it or higher, without
    the bye.
    byes: the candidates for the bye (all in bye_group), empty if there is no bye.
    """

    points: tuple[int, ...]
    past: Rematches
    groups: list[list[int]]
    levels: list[int]
    above: list[int]
    byes: list[int]
    bye_group: int | None

    @property
    def avoid(self) -> tuple[frozenset[int], ...]:
        """The players that each player should not meet (again)."""
        return self.past.avoid


@dataclass(frozen=True, slots=True)
class FirstTry:
    """A random order by match points, to be paired by neighbours.

    order: all players, random inside their score group; starts: the start of each group, and the
    end; bye: the player drawn for the bye; line: order without the bye.
    """

    order: list[int]
    starts: list[int]
    bye: int | None
    line: list[int]


def first_try(
    points: npt.NDArray[np.int64],
    players: Words | npt.NDArray[np.int64],
    byes: list[int],
    lots: Lots,
) -> FirstTry:
    """Draw a random order of the players inside their score groups, and the bye."""
    own = points[players]
    order = _random_order(own, lots)
    sorted_points = own[order]
    cuts = np.flatnonzero(sorted_points[1:] != sorted_points[:-1]) + 1
    starts = [0, *cuts.tolist(), len(own)]
    line: list[int] = players[order].tolist()
    if not byes:
        return FirstTry(line, starts, None, line)
    bye = lots.choice(byes)
    rest = list(line)
    rest.remove(bye)
    return FirstTry(line, starts, bye, rest)


def _random_order(points: npt.NDArray[np.int64], lots: Lots) -> npt.NDArray[np.intp]:
    falling = (points.max() - points).astype(np.uint64) << np.uint64(_RANDOM_BITS)
    while True:
        keys = falling | (lots.words(len(points)) >> np.uint64(64 - _RANDOM_BITS))
        order = np.argsort(keys)
        ranked = keys[order]
        # Two equal keys would be ordered without a draw, so all keys are drawn again.
        if not (ranked[1:] == ranked[:-1]).any():
            return order


def field_of(
    state: PairingState, past: Rematches, tried: FirstTry, byes: Sequence[int]
) -> ScoreGroups:
    """Return the score groups of a first try; byes: the candidates for the bye, if any."""
    points = state.points
    groups = [
        tried.order[low:high] for low, high in zip(tried.starts, tried.starts[1:], strict=False)
    ]
    levels = [points[group[0]] for group in groups]
    bye_group = levels.index(points[byes[0]]) if byes else None
    above = []
    count = 0
    for place, group in enumerate(groups):
        count += len(group) - (place == bye_group)
        above.append(count)
    return ScoreGroups(points, past, groups, levels, above, list(byes), bye_group)
