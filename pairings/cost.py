"""The cost of a pairing, and the integer weights that order pairs in the same way."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pairings.types import Cost, PairingError, PairingState


def check_lengths(state: PairingState) -> None:
    """Raise PairingError when the parts of the state do not have one entry a player."""
    count = len(state.points)
    if len(state.opponents) != count or len(state.byes) != count:
        raise PairingError("points, opponents and byes must have one entry a player")
    if state.pods is not None and len(state.pods) != count:
        raise PairingError("pods must have one entry a player")


def avoided(state: PairingState) -> tuple[frozenset[int], ...]:
    """Return, for each player, earlier opponents and forbidden ones, without regard to pods."""
    if not state.forbidden:
        return state.opponents
    extra: dict[int, set[int]] = {}
    for first, second in state.forbidden:
        extra.setdefault(first, set()).add(second)
        extra.setdefault(second, set()).add(first)
    return tuple(
        met | extra[player] if player in extra else met
        for player, met in enumerate(state.opponents)
    )


class Rematches:
    """The unwanted pairs of a state, with the number and the rounds of their meetings."""

    def __init__(self, state: PairingState) -> None:
        self.avoid = avoided(state)
        self._pods = state.pods
        self._meetings = state.meetings

    def between(self, first: int, second: int) -> bool:
        """Return whether a pair counts as a rematch."""
        pods = self._pods
        return second in self.avoid[first] or (pods is not None and pods[first] != pods[second])

    def past(self, first: int, second: int) -> tuple[int, int]:
        """Return how often a pair has met, and the round of the last meeting; zeros without one."""
        rounds = self.rounds(first, second)
        return (len(rounds), rounds[-1]) if rounds else (0, 0)

    def rounds(self, first: int, second: int) -> tuple[int, ...]:
        """Return the known rounds in which a pair met."""
        return self._meetings.get((first, second) if first < second else (second, first), ())

    def count(self, pairs: Iterable[tuple[int, int]]) -> tuple[int, int, int]:
        """Count rematches among pairs; sum earlier meetings and the rounds of the latest ones."""
        rematches = meetings = last_met = 0
        for first, second in pairs:
            if self.between(first, second):
                times, last = self.past(first, second)
                rematches, meetings, last_met = rematches + 1, meetings + times, last_met + last
        return rematches, meetings, last_met

    @cached_property
    def most(self) -> tuple[int, int]:
        """The most meetings of any two players, and the last round in which two of them met."""
        met = self._meetings.values()
        return max(map(len, met), default=0), max((rounds[-1] for rounds in met), default=0)


def cost_of(state: PairingState, pairs: Iterable[tuple[int, int]], bye: int | None) -> Cost:
    """Return the cost of a pairing of the state.

    pairs and bye need not cover every player: the desk asks for the cost of drafts, too.
    """
    return cost_with(state, Rematches(state), pairs, bye)


def cost_with(
    state: PairingState, past: Rematches, pairs: Iterable[tuple[int, int]], bye: int | None
) -> Cost:
    """Return the cost as cost_of does, with the rematches of the state already known."""
    pairs = list(pairs)
    points = state.points
    sum_abs = sum_sq = 0
    for first, second in pairs:
        gap = abs(points[first] - points[second])
        if gap:
            sum_abs += gap
            sum_sq += gap * gap
    rematches, meetings, last_met = past.count(pairs)
    had, level = (None, None) if bye is None else (state.byes[bye], state.points[bye])
    return Cost(rematches, had, level, sum_abs, sum_sq, meetings=meetings, last_met=last_met)


def sum_of(costs: Iterable[Cost]) -> Cost:
    """Return the total cost of parts of a pairing, without a bye."""
    parts = list(costs)
    return Cost(
        sum(part.rematches for part in parts),
        None,
        None,
        sum(part.sum_abs for part in parts),
        sum(part.sum_sq for part in parts),
        meetings=sum(part.meetings for part in parts),
        last_met=sum(part.last_met for part in parts),
    )


@dataclass(frozen=True, slots=True)
class Scale:
    """Factors that combine the parts of a cost into one integer without overlap.

    A pair weighs step * gap + gap**2, and the result of again more if it is a rematch; a bye weighs
    bye * (its rank, 0 best).
    """

    step: int
    last_met: int
    meetings: int
    bye: int
    rematch: int

    def gap(self, difference: int) -> int:
        """Return the weight of a legal pair whose match points differ by difference >= 0."""
        return self.step * difference + difference * difference

    def again(self, past: tuple[int, int]) -> int:
        """Return the weight of a rematch; past: how often the two have met, and when last."""
        return self.rematch + self.meetings * past[0] + self.last_met * past[1]


def scale_for(players: int, spread: int, bye_ranks: int, most: tuple[int, int] = (0, 0)) -> Scale:
    """Return the factors for a number of players and the widest gap between their match points.

    most: as in Rematches. Without known meetings, they need no room in the weight.
    """
    pairs = players // 2 + 1
    step = pairs * spread * spread + 1
    last_met = pairs * (step * spread + spread * spread) + 1
    meetings = last_met * (pairs * most[1] + 1)
    bye = meetings * (pairs * most[0] + 1)
    return Scale(step, last_met, meetings, bye, bye * (bye_ranks + 1))


def bye_ranks(state: PairingState) -> list[int]:
    """Return each player's rank for the bye: 0 for the fewest byes, then the fewest points."""
    keys = list(zip(state.byes, state.points, strict=True))
    rank = {key: position for position, key in enumerate(sorted(set(keys)))}
    return [rank[key] for key in keys]


@dataclass(frozen=True, slots=True)
class Difference:
    """How a pairing changed by hand compares with a best pairing of the same state.

    cost: its own; more_rematches, more_meetings, later, more_abs, more_sq: its excess over the best
    one (never below 0 before the first field that differs) in rematches, earlier meetings of its
    pairs, the sum of their latest rounds, and differences. worse_bye: the bye goes to a player who
    should get it later than in the best one. rematches: the pairs that should not be made.
    second_bye: the bye goes to a player who has had one. unpaired: the players who are neither
    paired nor have the bye. equal: it is as good as the best pairing, and nobody is left out.
    """

    cost: Cost
    more_rematches: int
    more_meetings: int
    later: int
    more_abs: int
    more_sq: int
    worse_bye: bool
    rematches: tuple[tuple[int, int], ...]
    second_bye: bool
    unpaired: tuple[int, ...]
    equal: bool


def difference(
    state: PairingState, pairs: Sequence[tuple[int, int]], bye: int | None, best: Cost
) -> Difference:
    """Compare a pairing, which may leave players out, with best, the cost of a best pairing."""
    past = Rematches(state)
    cost = cost_with(state, past, pairs, bye)
    placed = {player for two in pairs for player in two} | ({bye} - {None})
    unpaired = tuple(player for player in range(len(state.points)) if player not in placed)
    byes = (-1, 0) if bye is None else (state.byes[bye], state.points[bye])
    best_byes = (
        (-1, 0)
        if best.bye_had is None or best.bye_points is None
        else (best.bye_had, best.bye_points)
    )
    return Difference(
        cost=cost,
        more_rematches=cost.rematches - best.rematches,
        more_meetings=cost.meetings - best.meetings,
        later=cost.last_met - best.last_met,
        more_abs=cost.sum_abs - best.sum_abs,
        more_sq=cost.sum_sq - best.sum_sq,
        worse_bye=byes > best_byes,
        rematches=tuple(two for two in pairs if past.between(*two)),
        second_bye=bye is not None and state.byes[bye] > 0,
        unpaired=unpaired,
        equal=not unpaired and cost == best,
    )
