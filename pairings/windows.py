"""Exact pairing of a window: neighbouring score groups whose rematches all count.

Everything outside the window is relaxed: the score groups next to it have as many players as one
likes ("twins"), whom everybody may meet. Windows that have a relaxed group between them then do not
influence each other, so the sum of their best costs, and of one float over each gap between two
relaxed groups with an odd number of players above, is a lower bound for the whole field:

- Take any pairing of the field. Cut every pair at each relaxed group that it passes or ends in, by
  adding two twins there, one for either piece. A pair over a larger difference weighs at least the
  sum of its pieces (sums of differences are equal, squares are superadditive), and pieces that end
  in twins are never rematches.
- The pieces are a pairing of each window with twins, and of each gap between two relaxed groups,
  where an odd number of players above leaves at least one piece across.

The bound is met when the relaxed groups have enough players and can be paired inside without a
rematch around the ones that the windows asked for. A group that cannot is taken into a window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pairings.draw import Draw
from pairings.field import Field
from pairings.matching import Edge, lightest_matching
from pairings.types import Cost

_FEW_TWINS = 4


@dataclass(slots=True)
class Window:
    """A best pairing of a window.

    low, high: the groups low..high-1 of the field; pairs and bye: inside; ups, downs: its players
    who meet somebody of the relaxed group before, after; passes: 1 when somebody of the group
    before meets somebody of the group after.
    """

    low: int
    high: int
    pairs: list[tuple[int, int]] = field(default_factory=list)
    bye: int | None = None
    ups: list[int] = field(default_factory=list)
    downs: list[int] = field(default_factory=list)
    passes: int = 0


class TooLarge(Exception):  # noqa: N818 - a finding, not a fault
    """The window needs more work than is allowed."""


class Work:
    """How much matching may still be done, in reference seconds: the same on every machine."""

    _SECONDS_PER_CUBE = 8e-9
    _SECONDS_PER_EDGE = 1.2e-6

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    def take(self, vertices: int) -> None:
        """Count one matching over so many vertices; raise TooLarge when it is not allowed."""
        cost = self._SECONDS_PER_CUBE * vertices**3 + self._SECONDS_PER_EDGE * vertices**2 / 2
        if cost > self.left:
            raise TooLarge
        self.left -= cost


def solve_window(field_: Field, low: int, high: int, draw: Draw, work: Work) -> Window:
    """Return a best pairing of the groups low..high-1. Raises TooLarge."""
    players = [one for group in field_.groups[low:high] for one in group]
    draw.shuffle(players)
    bye_group = field_.bye_group
    byes = field_.byes if bye_group is not None and low <= bye_group < high else []
    most = len(players) + 2
    twins = _FEW_TWINS
    while True:
        up = 0 if low == 0 else twins + field_.above[low - 1] % 2
        down = 0 if high == len(field_.groups) else twins + field_.above[high - 1] % 2
        window, tight = _match(field_, (low, high), players, byes, (up, down), work)
        if not tight or twins >= most:
            return window
        twins = min(2 * twins + 4, most + most % 2)


def _match(
    field_: Field,
    span: tuple[int, int],
    players: list[int],
    byes: Sequence[int],
    twins: tuple[int, int],
    work: Work,
) -> tuple[Window, bool]:
    """Return the best window with so many twins, and whether more twins could make it better.

    They cannot while two twins of each group are still paired with each other: an exchange that
    uses two more could use these two.
    """
    low, high = span
    up, down = twins
    count = len(players)
    total = count + up + down + bool(byes)
    work.take(total)
    matched = lightest_matching(total, _edges(field_, span, players, byes, twins))
    window = Window(low, high)
    spare_up = spare_down = False
    for one, two in matched:
        if two < count:
            window.pairs.append((players[one], players[two]))
        elif one < count:
            if two < count + up:
                window.ups.append(players[one])
            elif two < count + up + down:
                window.downs.append(players[one])
            else:
                window.bye = players[one]
        elif two < count + up:
            spare_up = True
        elif one >= count + up:
            spare_down = True
        else:
            window.passes += 1
    return window, (up > 0 and not spare_up) or (down > 0 and not spare_down)


def _edges(
    field_: Field,
    span: tuple[int, int],
    players: list[int],
    byes: Sequence[int],
    twins: tuple[int, int],
) -> list[Edge]:
    low, high = span
    up, down = twins
    points, avoid, levels = field_.points, field_.avoid, field_.levels
    scale = field_.scale
    count = len(players)
    weight_of: dict[int, int] = {}

    def gap(difference: int) -> int:
        if difference not in weight_of:
            weight_of[difference] = scale.gap(difference)
        return weight_of[difference]

    edges: list[Edge] = []
    for later, one in enumerate(players):
        met = avoid[one]
        own = points[one]
        for place in range(later):
            two = players[place]
            weight = gap(abs(own - points[two]))
            edges.append((place, later, weight + scale.rematch if two in met else weight))
        if up:
            weight = gap(levels[low - 1] - own)
            edges.extend((later, count + twin, weight) for twin in range(up))
        if down:
            weight = gap(own - levels[high])
            edges.extend((later, count + up + twin, weight) for twin in range(down))
    ups = range(count, count + up)
    downs = range(count + up, count + up + down)
    for group in (ups, downs):
        edges.extend((one, two, 0) for two in group for one in group if one < two)
    if up and down:
        weight = gap(levels[low - 1] - levels[high])
        edges.extend((one, two, weight) for one in ups for two in downs)
    if byes:
        last = count + up + down
        wanted = set(byes)
        edges.extend((place, last, 0) for place, one in enumerate(players) if one in wanted)
    return edges


def window_cost(field_: Field, window: Window) -> Cost:
    """Return what the window costs with its floats to the relaxed groups, without the bye."""
    points, avoid, levels = field_.points, field_.avoid, field_.levels
    gaps = [abs(points[one] - points[two]) for one, two in window.pairs]
    gaps += [levels[window.low - 1] - points[one] for one in window.ups]
    gaps += [points[one] - levels[window.high] for one in window.downs]
    if window.passes:
        gaps.append(levels[window.low - 1] - levels[window.high])
    rematches = sum(two in avoid[one] for one, two in window.pairs)
    return Cost(rematches, None, None, sum(gaps), sum(gap * gap for gap in gaps))
