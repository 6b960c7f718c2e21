"""Exact pairing of a window: neighbouring score groups whose rematches all count.

Everything outside the window is relaxed: the score groups next to it have any number of players
("twins"), whom everyone may meet. Windows that have a relaxed group between them then do not
influence each other, so the sum of their best costs, and of one float over each gap between two
relaxed groups with an odd number of players above, is a lower bound for the whole field:

- Take any pairing of the field. Cut every pair at each relaxed group that it passes or ends in, by
  adding two twins there, one for either piece. A pair over a larger difference weighs at least the
  sum of its pieces (sums of differences are equal, squares are superadditive), and pieces that end
  in twins are never rematches.
- The pieces are a pairing of each window with twins, and of each gap between two relaxed groups,
  where an odd number of players above leaves at least one piece across.

No best pairing of a window has a pair of twins across it: together with a pair inside, or with a
player who floats, it could be exchanged for two smaller steps. (A group whose one player must get
the bye is taken out before, so there is such a pair or player.)

The bound is met when the relaxed groups have enough players and can be paired inside without a
rematch around the ones that the windows asked for. A group that cannot is taken into a window. A
pairing that meets the bound is made of best pairings of its windows, and passes no relaxed group.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from pairings.cost import Scale, scale_for
from pairings.groups import ScoreGroups
from pairings.matching import MAX_WEIGHT_BITS, Edge, lightest_matching
from pairings.random_draws import Lots
from pairings.segments import SUBSETS_SIZE, Drawn, Segment
from pairings.types import Cost

_FEW_TWINS = 4
_TIE_BITS = 16


class TooLarge(Exception):  # noqa: N818 - a finding, not a fault
    """The window needs more work than allowed."""


class Work:
    """The matching work left, in reference seconds: the same on every machine."""

    _SECONDS_PER_CUBE = 8e-9
    _SECONDS_PER_EDGE = 1.2e-6

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    def take(self, vertices: int) -> None:
        """Spend the work of one matching over these vertices; raise TooLarge if it is not left."""
        cost = self._SECONDS_PER_CUBE * vertices**3 + self._SECONDS_PER_EDGE * vertices**2 / 2
        self._spend(cost)

    def take_edges(self, vertices: int) -> None:
        """Spend the work of scanning all edges between these vertices; raise TooLarge like take."""
        self._spend(self._SECONDS_PER_EDGE * vertices**2 / 2)

    def _spend(self, cost: float) -> None:
        if cost > self.left:
            raise TooLarge
        self.left -= cost


@dataclass(slots=True)
class Window:
    """A best pairing of a window: a segment to draw from, and its cost without the bye.

    shapes: segments from which all best pairings of the window can be drawn, one for each
    combination of floats (the first is segment); empty when the window is not counted.
    """

    segment: Segment
    cost: Cost
    shapes: list[Segment]


@dataclass(slots=True)
class _Problem:
    """The groups low..high-1 of a field; up, down: the number of twins above and below."""

    source: ScoreGroups
    low: int
    high: int
    players: list[int]
    byes: Sequence[int]
    scale: Scale
    up: int = 0
    down: int = 0
    tie: tuple[int, int, int] = (1, 0, 0)
    noise: list[int] = field(default_factory=list)
    gaps: dict[int, int] = field(default_factory=dict)

    def weigh(self, difference: int) -> int:
        """Return the weight of a difference in match points; tie[0] leaves room for noise."""
        if difference not in self.gaps:
            self.gaps[difference] = self.scale.gap(difference) * self.tie[0]
        return self.gaps[difference]

    def float_up(self, player: int) -> int:
        """Return the difference in match points to the twins above."""
        return self.source.levels[self.low - 1] - self.source.points[player]

    def float_down(self, player: int) -> int:
        """Return the difference in match points to the twins below."""
        return self.source.points[player] - self.source.levels[self.high]

    def edges(self) -> list[Edge]:
        """Return all edges: players first, then the twins above, those below, and the bye."""
        points, past = self.source.points, self.source.past
        count, up, down = len(self.players), self.up, self.down
        noise = self.noise or [0] * (count * (count + 2))
        edges: list[Edge] = []
        for later, player in enumerate(self.players):
            met = past.avoid[player]
            row = later * (count + 2)
            own = points[player]
            for place in range(later):
                rival = self.players[place]
                weight = self.weigh(abs(own - points[rival])) + noise[row + place]
                if rival in met:
                    weight += self.scale.again(past.past(rival, player)) * self.tie[0]
                edges.append((place, later, weight))
            if up:
                weight = self.weigh(self.float_up(player)) + self.tie[1] + noise[row + count]
                edges.extend((later, count + twin, weight) for twin in range(up))
            if down:
                weight = self.weigh(self.float_down(player)) + self.tie[2] + noise[row + count + 1]
                edges.extend((later, count + up + twin, weight) for twin in range(down))
        for twins in (range(count, count + up), range(count + up, count + up + down)):
            edges.extend(
                (first, second, 0) for second in twins for first in twins if first < second
            )
        if self.byes:
            last = count + up + down
            wanted = set(self.byes)
            edges.extend(
                (place, last, 0) for place, player in enumerate(self.players) if player in wanted
            )
        return edges

    def solve(self, work: Work) -> tuple[Drawn, bool]:
        """Return a best pairing with so many twins, and whether more twins could improve it.

        They cannot while two twins of each group are still paired with each other: an exchange
        that uses two more could use these two.
        """
        count, up, down = len(self.players), self.up, self.down
        total = count + up + down + bool(self.byes)
        work.take(total)
        drawn = Drawn([], [])
        spare_up, spare_down = not up, not down
        for first, second in lightest_matching(total, self.edges()):
            if second < count:
                drawn.ones.append(self.players[first])
                drawn.twos.append(self.players[second])
            elif first < count:
                if second < count + up:
                    drawn.entries.append(self.players[first])
                elif second < count + up + down:
                    drawn.exits.append(self.players[first])
                else:
                    drawn.bye = self.players[first]
            elif second < count + up:
                spare_up = True
            else:
                spare_down = True
        drawn.entries.sort()
        drawn.exits.sort()
        return drawn, not (spare_up and spare_down)

    def add_twins(self, twins: int) -> None:
        """Set the number of twins on either side, and add one where parity requires it."""
        above = self.source.above
        self.up = 0 if self.low == 0 else twins + above[self.low - 1] % 2
        last = self.high == len(self.source.groups)
        self.down = 0 if last else twins + above[self.high - 1] % 2


def solve_window(source: ScoreGroups, low: int, high: int, lots: Lots, work: Work) -> Window:
    """Return best pairings of the groups low..high-1. Raises TooLarge."""
    players = [player for group in source.groups[low:high] for player in group]
    lots.shuffle(players)
    here = source.bye_group is not None and low <= source.bye_group < high
    byes = source.byes if here else []
    most = len(players) + len(players) % 2 + 2
    levels = source.levels[max(low - 1, 0) : high + 1]
    scale = scale_for(len(players) + 2 * most + 3, levels[0] - levels[-1], 0, source.past.most)
    problem = _Problem(source, low, high, players, byes, scale)
    _break_ties(problem, lots)
    twins = _FEW_TWINS
    while True:
        problem.add_twins(twins)
        best, tight = problem.solve(work)
        if not tight or twins >= most:
            break
        twins = min(2 * twins, most)
    segment = Segment(
        tuple(range(low, high)), players, list(byes), len(best.entries), len(best.exits), fixed=best
    )
    cost = _cost(problem, best)
    if segment.vertices > SUBSETS_SIZE:
        return Window(segment, cost, [])
    one_shape = _one_shape(problem, best, work)
    if not one_shape and 2 * len(players) > SUBSETS_SIZE:
        return Window(segment, cost, [])
    segment.weights, segment.fixed = _weights(problem, segment), None
    shapes = [segment] if one_shape else [segment, *_other_shapes(problem, segment)]
    # The result must not depend on the first matching found: a seed always gives the same pairing.
    shapes.sort(key=lambda shape: (shape.enters, shape.leaves))
    return Window(shapes[0], cost, shapes)


def _break_ties(problem: _Problem, lots: Lots) -> None:
    """Let the seed, and not the library, choose among equal pairings.

    Each edge gets random noise below the weight's own unit; the sum of all stays below it too.
    """
    count = len(problem.players)
    unit = (count + 2) << _TIE_BITS
    if (problem.scale.rematch * unit * 4 * (count + 4)).bit_length() > MAX_WEIGHT_BITS:
        return
    words = lots.words(count * (count + 2)) >> np.uint64(64 - _TIE_BITS)
    problem.noise = words.tolist()
    problem.tie = (unit, 0, 0)


def _cost(problem: _Problem, best: Drawn) -> Cost:
    points = problem.source.points
    pairs = list(zip(best.ones, best.twos, strict=True))
    gaps = [abs(points[first] - points[second]) for first, second in pairs]
    gaps += [problem.float_up(player) for player in best.entries]
    gaps += [problem.float_down(player) for player in best.exits]
    rematches, meetings, last_met = problem.source.past.count(pairs)
    squares = sum(gap * gap for gap in gaps)
    return Cost(rematches, None, None, sum(gaps), squares, meetings=meetings, last_met=last_met)


def _one_shape(problem: _Problem, best: Drawn, work: Work) -> bool:
    """Return whether all best pairings of the window have the same numbers of floats up and down.

    Two matchings find the extremes, with ties broken for and against these numbers.
    """
    count = len(problem.players)
    wanted = (len(best.entries), len(best.exits))
    step = count + 2
    for sign in (1, -1):
        tied = _Problem(
            problem.source,
            problem.low,
            problem.high,
            problem.players,
            problem.byes,
            problem.scale,
            tie=(2 * step**3, sign * step, sign),
        )
        tied.add_twins(count + count % 2 + 2)
        drawn, _ = tied.solve(work)
        if (len(drawn.entries), len(drawn.exits)) != wanted:
            return False
    return True


def _other_shapes(problem: _Problem, segment: Segment) -> list[Segment]:
    """Return segments for the other numbers of floats with which the window costs the same."""
    inside = len(segment.members) - bool(segment.byes)
    shapes = []
    for enters in range(problem.up % 2, inside + 1 if problem.up else 1, 2):
        for leaves in range(problem.down % 2, inside + 1 - enters if problem.down else 1, 2):
            if (enters, leaves) == (segment.enters, segment.leaves):
                continue
            shape = replace(segment, enters=enters, leaves=leaves, counted=None)
            shape.weights = _weights(problem, shape)
            if shape.ways_of_window().best == segment.ways_of_window().best:
                shapes.append(shape)
    return shapes


def _weights(problem: _Problem, segment: Segment) -> list[list[int | None]]:
    """Return the weights of the pairs, floats and byes of a window, for counting."""
    points, past, scale = problem.source.points, problem.source.past, problem.scale
    members = segment.members
    count, size = len(members), segment.vertices
    first_exit = count + segment.enters
    weights: list[list[int | None]] = [[None] * size for _ in range(size)]
    for first, member in enumerate(members):
        for second in range(first + 1, count):
            other = members[second]
            weight = scale.gap(abs(points[member] - points[other]))
            if other in past.avoid[member]:
                weight += scale.again(past.past(member, other))
            weights[first][second] = weight
        for slot in range(count, first_exit):
            weights[first][slot] = scale.gap(problem.float_up(member))
        for slot in range(first_exit, first_exit + segment.leaves):
            weights[first][slot] = scale.gap(problem.float_down(member))
        if member in segment.byes:
            weights[first][first_exit + segment.leaves] = 0
    return weights
