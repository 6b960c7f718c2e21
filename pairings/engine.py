"""The entry to the engine: choose a method, draw a pairing, prove it."""

import gc
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pairings.cost import Rematches, Scale, check_lengths, scale_for, sum_of
from pairings.exact_pairing import Problem, pair_few, pair_whole
from pairings.groups import field_of, first_try
from pairings.random_draws import Lots
from pairings.search import Found, parity_bound, search
from pairings.segments import any_met
from pairings.types import MAX_POINTS, Cost, Pairing, PairingState
from pairings.windows import TooLarge, Work

DEADLINE = 10.0
"""Reference seconds after which a pairing is no longer searched but made as well as possible."""


Column = npt.NDArray[np.int64]

_ABOVE_POINTS = 4 * MAX_POINTS
"""More than twice any match points, so that sums of two are compared before the higher."""


def table_order(
    points: Column, first: Column, second: Column, lots: Lots
) -> tuple[tuple[int, int], ...]:
    """Return the pairs of first[k] and second[k] in table order, the first-named of each drawn.

    The highest match points are first (the sum of the pair, then the higher of the two); pairs
    equal on both are in random order.
    """
    upper, lower = points[first], points[second]
    falling = -((upper + lower) * _ABOVE_POINTS + np.maximum(upper, lower))
    order = np.argsort(falling * len(first) + lots.order(len(first)))
    first, second = first[order], second[order]
    flip = (lots.words(len(first)) & np.uint64(1)).astype(bool)
    named = np.where(flip, second, first).tolist()
    other = np.where(flip, first, second).tolist()
    return tuple(zip(named, other, strict=True))


def pair_greedily(
    line: list[int], points: tuple[int, ...], past: Rematches, scale: Scale
) -> list[tuple[int, int]]:
    """Return pairs of an even line of players sorted by match points, with few rematches.

    Everyone meets the next player in line who may be met; then every rematch is exchanged with the
    pair that makes the lightest two pairs of the four players.
    """

    def weight(first: int, second: int) -> int:
        gap = scale.gap(abs(points[first] - points[second]))
        return gap + scale.again(past.past(first, second)) * past.between(first, second)

    left = list(line)
    pairs: list[tuple[int, int]] = []
    while left:
        first = left.pop(0)
        place = next((at for at, second in enumerate(left) if not past.between(first, second)), 0)
        pairs.append((first, left.pop(place)))
    for place, (first, second) in enumerate(pairs):
        if not past.between(first, second):
            continue
        best = (0, place, (first, second), (first, second))
        for other, (third, fourth) in enumerate(pairs):
            if other == place:
                continue
            now = weight(first, second) + weight(third, fourth)
            for new in (((first, third), (second, fourth)), ((first, fourth), (second, third))):
                gain = weight(*new[0]) + weight(*new[1]) - now
                if gain < best[0]:
                    best = (gain, other, *new)
        pairs[place] = best[2]
        if best[1] != place:
            pairs[best[1]] = best[3]
    return pairs


FEW = 6
"""Up to so many players all best pairings are counted at once."""

COUNTED = 14
"""Up to so many players they are counted when the drawn structure does not fit."""

NOTHING = Cost(0, None, None, 0, 0)

Players = npt.NDArray[np.int64]


def pair(state: PairingState, seed: int, deadline: float | None = None) -> Pairing:
    """Return a best pairing of the state, drawn from the seed.

    deadline: seconds of an ordinary core, DEADLINE when None. It is counted in work, not on a
    clock, so the same state, seed and deadline give the same pairing on every machine. Only when it
    is not enough is the pairing not proven.

    Raises PairingError when the state is malformed.
    """
    # Thousands of new pairs would trigger garbage collections that find nothing.
    collecting = gc.isenabled()
    gc.disable()
    try:
        check_lengths(state)
        if not state.points:
            return Pairing((), None, NOTHING, NOTHING, True, "parity", True)
        return _pair(state, seed, DEADLINE if deadline is None else deadline)
    finally:
        if collecting:
            gc.enable()


def _pair(state: PairingState, seed: int, deadline: float) -> Pairing:
    engine = _Engine(state, Lots(seed, "pairs"), Work(deadline))
    solution = engine.solve()
    ones, twos = np.array(solution.ones, dtype=np.int64), np.array(solution.twos, dtype=np.int64)
    cost = engine.cost(solution, np.abs(engine.points[ones] - engine.points[twos]))
    bound = solution.bound
    if solution.bye is not None and bound.bye_had is None:
        bound = replace(bound, bye_had=cost.bye_had, bye_points=cost.bye_points)
    tables = table_order(engine.points, ones, twos, Lots(seed, "tables"))
    proven = solution.method != "best effort" and cost == bound
    return Pairing(
        tables, solution.bye, cost, bound, proven, solution.method, solution.uniform and proven
    )


class _Engine:
    def __init__(self, state: PairingState, lots: Lots, work: Work) -> None:
        self.state = state
        self.past = Rematches(state)
        self.points = np.fromiter(state.points, np.int64, len(state.points))
        self.lots = lots
        self.work = work

    def cost(self, solution: Found, gaps: Players) -> Cost:
        """Return the cost of a pairing; gaps: the difference in match points of each pair."""
        # With the method "parity" each pair was checked for a rematch when it was drawn.
        drawn = solution.method == "parity"
        pairs = () if drawn else zip(solution.ones, solution.twos, strict=True)
        rematches, meetings, last_met = self.past.count(pairs)
        total, squares = int(gaps.sum()), int((gaps * gaps).sum())
        bye = solution.bye
        had, points = (
            (None, None) if bye is None else (self.state.byes[bye], self.state.points[bye])
        )
        return Cost(rematches, had, points, total, squares, meetings=meetings, last_met=last_met)

    def solve(self) -> Found:
        everybody = np.arange(len(self.state.points))
        if self.state.pods is None:
            return self._players(everybody)
        pods = np.array(self.state.pods, dtype=np.int64)
        parts = [everybody[pods == pod] for pod in np.unique(pods)]
        if sum(len(part) % 2 for part in parts) < 2:
            solutions = [self._players(part) for part in parts]
            if not any(part.bound.rematches for part in solutions):
                return _joined(solutions)
        # Pods with a forced rematch, and several odd pods, may do better with a pair across pods.
        problem = Problem(self.state, self.past, everybody.tolist())
        try:
            if len(everybody) <= COUNTED:
                return pair_few(problem, self.lots)
            return pair_whole(problem, self.lots, self.work)
        except TooLarge:
            return self._best_effort(everybody)

    def _players(self, players: Players) -> Found:
        """Return a best pairing of some players; of an odd number, one gets the bye."""
        count = len(players)
        if count <= FEW:
            return pair_few(Problem(self.state, self.past, players.tolist()), self.lots)
        try:
            solution = self._best_bye(players) if count % 2 else self._attempt(players, [])
        except TooLarge:
            return self._best_effort(players)
        if not solution.uniform and count <= COUNTED:
            return pair_few(Problem(self.state, self.past, players.tolist()), self.lots)
        return solution

    def _best_bye(self, players: Players) -> Found:
        """Try the classes for the bye from the best down until one needs no rematch."""
        best: Found | None = None
        for byes in self._bye_classes(players):
            attempt = self._attempt(players, byes)
            if best is None or attempt.bound.rematches < best.bound.rematches:
                best = attempt
            if best.bound.rematches == 0:
                break
        if best is None:
            raise ValueError("there is nobody to pair")
        return best

    def _bye_classes(self, players: Players) -> Iterator[list[int]]:
        """Yield the players by their rank for the bye: fewest byes, then fewest points."""
        byes = np.fromiter(self.state.byes, np.int64, len(self.state.byes))[players]
        points = self.points[players]
        keys = byes * (int(points.max()) - int(points.min()) + 1) + (points - points.min())
        best = keys.min()
        yield players[keys == best].tolist()
        for key in np.unique(keys)[1:]:
            yield players[keys == key].tolist()

    def _attempt(self, players: Players, byes: list[int]) -> Found:
        """Return a best pairing among those that give the bye to one of `byes`."""
        only = byes[0] if len(byes) == 1 else None
        if only is not None:
            # Without its only player the score group of the bye may be empty and must not count.
            players, byes = players[players != only], []
        tried = first_try(self.points, players, byes, self.lots)
        field = field_of(self.state, self.past, tried, byes)
        ones, twos = tried.line[::2], tried.line[1::2]
        if any_met(self.past.avoid, ones, twos):
            solution = search(field, tried, self.lots, self.work)
        else:
            bound = parity_bound(field.levels, field.above)
            solution = Found(ones, twos, tried.bye, bound, "parity", True)
        if only is not None:
            solution.bye = only
        return solution

    def _best_effort(self, players: Players) -> Found:
        byes = next(self._bye_classes(players)) if len(players) % 2 else []
        bye = self.lots.choice(byes) if byes else None
        rest = players[players != bye] if bye is not None else players
        tried = first_try(self.points, rest, [], self.lots)
        field = field_of(self.state, self.past, tried, [])
        spread = field.levels[0] - field.levels[-1]
        scale = scale_for(len(tried.order), spread, 0, self.past.most)
        pairs = pair_greedily(tried.line, self.state.points, self.past, scale)
        return Found(
            [first for first, _ in pairs],
            [second for _, second in pairs],
            bye,
            parity_bound(field.levels, field.above),
            "best effort",
            False,
        )


_STRENGTH = ("parity", "subsets", "windows", "matching", "best effort")


def _joined(parts: list[Found]) -> Found:
    """Join the pairings of several pods; the method is the hardest of theirs."""
    byes = [part.bye for part in parts if part.bye is not None]
    return Found(
        [first for part in parts for first in part.ones],
        [second for part in parts for second in part.twos],
        byes[0] if byes else None,
        sum_of(part.bound for part in parts),
        max((part.method for part in parts), key=_STRENGTH.index),
        all(part.uniform for part in parts),
    )
