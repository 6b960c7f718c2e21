"""An independent check of any pairing: is it legal, and is it the best?

Written against the rules alone; it shares no code with the search and uses nothing of it but the
values in types.py. Small fields are decided by trying everything, others by a lower bound that is
counted from the score groups, or by an exchange of two pairs that would be better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise

from pairings.types import Cost, PairingState

EXACT_PLAYERS = 12
_EXCHANGE_PAIRS = 250

Total = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of the check.

    problems: codes of what makes the pairing illegal: "unknown-player", "against-oneself",
        "paired-twice", "left-out", "bye-in-even-field", "no-bye-in-odd-field". Empty when legal.
    cost: the cost of the pairing, counted again; None when illegal.
    best: True or False where it is decided whether the pairing is a best one, else None.
    how: what decided it: "everything tried", "lower bound", "better exchange", or "undecided".
    least: the smallest cost that is possible as far as known: exact where everything was tried,
        otherwise a lower bound; None when illegal.
    """

    problems: tuple[str, ...]
    cost: Cost | None
    best: bool | None
    how: str
    least: Cost | None

    @property
    def legal(self) -> bool:
        """Say whether everybody is paired exactly once and a bye is given only when needed."""
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
    steps = [abs(state.points[first] - state.points[second]) for first, second in pairs]
    return (
        sum(_unwanted(state, first, second) for first, second in pairs),
        -1 if bye is None else state.byes[bye],
        0 if bye is None else state.points[bye],
        sum(steps),
        sum(step**2 for step in steps),
    )


def _cost(total: Total, bye: int | None) -> Cost:
    if bye is None:
        return Cost(total[0], None, None, total[3], total[4])
    return Cost(*total)


def _try_everything(state: PairingState) -> Total:
    """Return the smallest total over all pairings of a small field."""
    known: dict[frozenset[int], Total] = {frozenset(): (0, 0, 0, 0, 0)}

    def least(left: frozenset[int]) -> Total:
        if left not in known:
            first = min(left)
            options = []
            for second in left - {first}:
                rest = least(left - {first, second})
                step = abs(state.points[first] - state.points[second])
                unwanted = _unwanted(state, first, second)
                options.append(
                    (rest[0] + unwanted, rest[1], rest[2], rest[3] + step, rest[4] + step**2)
                )
            known[left] = min(options)
        return known[left]

    everybody = frozenset(range(len(state.points)))
    if len(everybody) % 2 == 0:
        rest = least(everybody)
        return (rest[0], -1, 0, rest[3], rest[4])
    totals = []
    for bye in everybody:
        rest = least(everybody - {bye})
        totals.append((rest[0], state.byes[bye], state.points[bye], rest[3], rest[4]))
    return min(totals)


def _lower_bound(state: PairingState) -> Total:
    """Return what no pairing can be below: no rematch, the best bye, one float an odd gap."""
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
    return (0, had, level, sum_abs, sum_sq)


def _better_exchange(state: PairingState, pairs: list[tuple[int, int]]) -> bool:
    """Return whether two pairs can be exchanged for two that cost less."""
    across = [pair for pair in pairs if _count(state, [pair], None)[0::3] != (0, 0)]
    if len(pairs) > _EXCHANGE_PAIRS:
        pairs = across[:_EXCHANGE_PAIRS]
    for pair, other_pair in combinations(pairs, 2):
        first, second = pair
        third, fourth = other_pair
        now = _count(state, [pair, other_pair], None)
        if now[0] == 0 and now[3] == 0:
            continue
        for new in ([(first, third), (second, fourth)], [(first, fourth), (second, third)]):
            if _count(state, new, None) < now:
                return True
    return False
