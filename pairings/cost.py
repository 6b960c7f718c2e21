"""The cost of a pairing and the single integer weight that orders pairs like it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pairings.types import Cost, PairingError, PairingState


def check_lengths(state: PairingState) -> None:
    """Raise PairingError when the parts of the state do not have one entry a player."""
    count = len(state.points)
    if len(state.opponents) != count or len(state.byes) != count:
        raise PairingError("points, opponents and byes must have one entry a player")
    if state.pods is not None and len(state.pods) != count:
        raise PairingError("pods must have one entry a player")


def avoided(state: PairingState) -> tuple[frozenset[int], ...]:
    """Return for each player the players met before or forbidden (pods are left out)."""
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


def cost_of(state: PairingState, pairs: Iterable[tuple[int, int]], bye: int | None) -> Cost:
    """Return what a pairing of the state costs.

    pairs and bye need not cover every player: the desk asks for the cost of drafts, too.
    """
    return cost_with(state, avoided(state), pairs, bye)


def cost_with(
    state: PairingState,
    avoid: tuple[frozenset[int], ...],
    pairs: Iterable[tuple[int, int]],
    bye: int | None,
) -> Cost:
    """Return the cost like cost_of, with avoided(state) already at hand."""
    points, pods = state.points, state.pods
    rematches = sum_abs = sum_sq = 0
    for first, second in pairs:
        gap = abs(points[first] - points[second])
        if gap:
            sum_abs += gap
            sum_sq += gap * gap
        if second in avoid[first] or (pods is not None and pods[first] != pods[second]):
            rematches += 1
    if bye is None:
        return Cost(rematches, None, None, sum_abs, sum_sq)
    return Cost(rematches, state.byes[bye], state.points[bye], sum_abs, sum_sq)


@dataclass(frozen=True, slots=True)
class Scale:
    """Factors that put the parts of a cost into one integer without any overlap.

    A pair weighs rematch * (0 or 1) + step * gap + gap**2; a bye weighs bye * (its rank, 0 best).
    """

    step: int
    bye: int
    rematch: int

    def gap(self, difference: int) -> int:
        """Return the weight of a legal pair whose match points differ by difference >= 0."""
        return self.step * difference + difference * difference


def scale_for(players: int, spread: int, bye_ranks: int) -> Scale:
    """Return the factors for so many players, match points spread at most so far apart."""
    pairs = players // 2 + 1
    step = pairs * spread * spread + 1
    bye = pairs * (step * spread + spread * spread) + 1
    return Scale(step, bye, bye * (bye_ranks + 1))


def bye_ranks(state: PairingState) -> list[int]:
    """Return for each player how good a bye is there: 0 for the fewest byes, then points."""
    keys = list(zip(state.byes, state.points, strict=True))
    rank = {key: position for position, key in enumerate(sorted(set(keys)))}
    return [rank[key] for key in keys]
