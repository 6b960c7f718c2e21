"""An independent check of any pairing: is it legal, and is it the best?

Written against the rules alone; it shares no code with the search and uses nothing of it but the
values in types.py. Small fields are decided by trying everything, others by a lower bound that is
counted from the score groups, or by an exchange of two pairs that would be better.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise
from operator import add

from pairings.types import Cost, PairingState

EXACT_PLAYERS = 12
_EXCHANGE_PAIRS = 250

Total = tuple[int, int, int, int, int, int, int]
"""Unwanted pairs, byes and points of the bye's holder, meetings, last rounds, steps, squares."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of the check.

    problems: codes for the reasons why the pairing is illegal: "unknown-player", "against-oneself",
        "paired-twice", "left-out", "bye-in-even-field", "no-bye-in-odd-field". Empty when legal.
    cost: the cost of the pairing, counted again; None when illegal.
    best: whether the pairing is a best one; None when undecided.
    how: what decided it: "everything tried", "lower bound", "better exchange", or "undecided".
    least: the smallest known possible cost: exact when everything was tried, otherwise a lower
        bound; None when illegal.
    """

    problems: tuple[str, ...]
    cost: Cost | None
    best: bool | None
    how: str
    least: Cost | None

    @property
    def legal(self) -> bool:
        """Whether everyone is paired exactly once and a bye is given only when needed."""
        return not self.problems


def check(state: PairingState, pairs: Iterable[tuple[int, int]], bye: int | None) -> Verdict:
    """Return the verdict on a pairing of all players of the state."""
    made = list(pairs)
    problems = _problems(len(state.points), made, bye)
    if problems:
        return Verdict(problems, None, None, "undecided", None)
    cost = _count(state, made, bye)
    if len(state.points) <= EXACT_PLAYERS:
        least = _try_everything(state)
        return Verdict((), _cost(cost, bye), cost == least, "everything tried", _cost(least, bye))
    least = _lower_bound(state)
    if cost == least:
        return Verdict((), _cost(cost, bye), True, "lower bound", _cost(least, bye))
    if _better_exchange(state, made):
        return Verdict((), _cost(cost, bye), False, "better exchange", _cost(least, bye))
    return Verdict((), _cost(cost, bye), None, "undecided", _cost(least, bye))


def _problems(count: int, pairs: list[tuple[int, int]], bye: int | None) -> tuple[str, ...]:
    seen = Counter(player for two in pairs for player in two)
    if bye is not None:
        seen[bye] += 1
    problems = []
    if any(not 0 <= player < count for player in seen):
        problems.append("unknown-player")
    if any(first == second for first, second in pairs):
        problems.append("against-oneself")
    if any(times > 1 for times in seen.values()):
        problems.append("paired-twice")
    if any(player not in seen for player in range(count)):
        problems.append("left-out")
    if bye is not None and count % 2 == 0:
        problems.append("bye-in-even-field")
    if bye is None and count % 2 == 1:
        problems.append("no-bye-in-odd-field")
    return tuple(problems)


def _unwanted(state: PairingState, first: int, second: int) -> bool:
    if second in state.opponents[first] or first in state.opponents[second]:
        return True
    if (first, second) in state.forbidden or (second, first) in state.forbidden:
        return True
    return state.pods is not None and state.pods[first] != state.pods[second]


def _count(state: PairingState, pairs: list[tuple[int, int]], bye: int | None) -> Total:
    parts = [_pair(state, first, second) for first, second in pairs]
    unwanted, times, last, steps, squares = (sum(part[at] for part in parts) for at in range(5))
    had, level = (-1, 0) if bye is None else (state.byes[bye], state.points[bye])
    return unwanted, had, level, times, last, steps, squares


def _pair(state: PairingState, first: int, second: int) -> tuple[int, int, int, int, int]:
    """Return the cost of one pair: unwanted or not, meetings, their last round, step, square."""
    step = abs(state.points[first] - state.points[second])
    if not _unwanted(state, first, second):
        return 0, 0, 0, step, step**2
    rounds = state.meetings.get((min(first, second), max(first, second)), ())
    return 1, len(rounds), max(rounds, default=0), step, step**2


def _cost(total: Total, bye: int | None) -> Cost:
    unwanted, had, level, times, last, steps, squares = total
    if bye is None:
        return Cost(unwanted, None, None, steps, squares, meetings=times, last_met=last)
    return Cost(unwanted, had, level, steps, squares, meetings=times, last_met=last)


def _try_everything(state: PairingState) -> Total:
    """Return the smallest total over all pairings of a small field."""
    known: dict[frozenset[int], tuple[int, ...]] = {frozenset(): (0,) * 5}

    def least(left: frozenset[int]) -> tuple[int, ...]:
        if left not in known:
            first = min(left)
            options = []
            for second in left - {first}:
                rest = least(left - {first, second})
                pair = _pair(state, first, second)
                options.append(tuple(map(add, rest, pair)))
            known[left] = min(options)
        return known[left]

    everybody = frozenset(range(len(state.points)))
    if len(everybody) % 2 == 0:
        unwanted, *rest = least(everybody)
        return _total(unwanted, -1, 0, rest)
    totals = []
    for bye in everybody:
        unwanted, *rest = least(everybody - {bye})
        totals.append(_total(unwanted, state.byes[bye], state.points[bye], rest))
    return min(totals)


def _total(unwanted: int, had: int, level: int, rest: list[int]) -> Total:
    times, last, steps, squares = rest
    return unwanted, had, level, times, last, steps, squares


def _lower_bound(state: PairingState) -> Total:
    """Return a cost that no pairing can beat: no rematch, the best bye, one float per odd gap."""
    players = Counter(state.points)
    had, level = -1, 0
    if len(state.points) % 2:
        had, level = min(zip(state.byes, state.points, strict=True))
        players[level] -= 1
    levels = sorted(points for points, count in players.items() if count)
    below = 0
    sum_abs = sum_sq = 0
    for low, high in pairwise(levels):
        below += players[low]
        if below % 2:
            sum_abs += high - low
            sum_sq += (high - low) ** 2
    return (0, had, level, 0, 0, sum_abs, sum_sq)


def _better_exchange(state: PairingState, pairs: list[tuple[int, int]]) -> bool:
    """Return whether exchanging partners between two pairs costs less."""
    across = [pair for pair in pairs if _costs(state, pair)]
    if len(pairs) > _EXCHANGE_PAIRS:
        pairs = across[:_EXCHANGE_PAIRS]
    for pair, other_pair in combinations(pairs, 2):
        first, second = pair
        third, fourth = other_pair
        now = _count(state, [pair, other_pair], None)
        if not (_costs(state, pair) or _costs(state, other_pair)):
            continue
        for new in ([(first, third), (second, fourth)], [(first, fourth), (second, third)]):
            if _count(state, new, None) < now:
                return True
    return False


def _costs(state: PairingState, pair: tuple[int, int]) -> bool:
    """Return whether a pair is unwanted, or its players have different points."""
    unwanted, _, _, step, _ = _pair(state, *pair)
    return bool(unwanted or step)
