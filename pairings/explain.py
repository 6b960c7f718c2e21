"""Explain a pairing by codes and numbers, which the pages put into words."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection
from dataclasses import dataclass

from pairings.cost import avoided
from pairings.types import Pairing, PairingState


@dataclass(frozen=True, slots=True)
class PairDown:
    """Why a player meets an opponent with fewer match points.

    table: the position of the pair in the pairing, 0 for the first. upper, lower: its players;
    upper_points, lower_points: theirs.
    code: "odd-above": above counts the players (without the bye) down to upper's score group, an
    odd number, so one of them must meet a lower player; which one was
    drawn. "met-all": upper has met, or must not meet, all of the free other players of the own
    score group. "fewest": any way to avoid this pair makes rematches, a worse bye or larger
    differences elsewhere. "best-effort": the pairing is not proven.
    group: the number of others on upper's points; met: the number of them upper must not meet.
    """

    table: int
    upper: int
    lower: int
    upper_points: int
    lower_points: int
    code: str
    above: int
    group: int
    met: int


@dataclass(frozen=True, slots=True)
class ByeReason:
    """Why a player has the bye.

    code: "only" when no other player was as good a choice, "drawn" when it was drawn among
    choices players with the fewest byes and the fewest match points; "avoids-rematch" when players
    who had a better claim (passed_over of them) could not have it without a rematch;
    "best-effort" when the pairing is not proven.
    """

    player: int
    code: str
    had: int
    points: int
    choices: int
    passed_over: int


@dataclass(frozen=True, slots=True)
class Rematch:
    """A pair that should not be made, and the reason: "met", "forbidden" or "pods".

    rounds: the rounds in which the two met, as far as the state has them.
    """

    table: int
    first: int
    second: int
    code: str
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The pair-downs, the bye and the rematches of a pairing, in table order.

    fewest: proven that no pairing is better, so rematches and differences are minimal.
    """

    pair_downs: tuple[PairDown, ...]
    bye: ByeReason | None
    rematches: tuple[Rematch, ...]
    fewest: bool


def explain(state: PairingState, pairing: Pairing) -> Explanation:
    """Return why each pair-down, the bye and each rematch of a pairing of the state are there."""
    avoid = avoided(state)
    pair_downs = []
    rematches = []
    ranked = sorted(points for player, points in enumerate(state.points) if player != pairing.bye)
    by_points: dict[int, list[int]] = {}
    for player, points in enumerate(state.points):
        if player != pairing.bye:
            by_points.setdefault(points, []).append(player)
    for table, (first, second) in enumerate(pairing.pairs):
        if state.points[first] != state.points[second]:
            upper, lower = (
                (first, second) if state.points[first] > state.points[second] else (second, first)
            )
            others = by_points[state.points[upper]]
            met = len(avoid[upper].intersection(others))
            above = len(ranked) - bisect_left(ranked, state.points[upper])
            counts = above, len(others) - 1, met
            pair_downs.append(_pair_down(state, pairing, by_points, (table, upper, lower), counts))
        code = _rematch_code(state, first, second)
        if code is not None:
            rounds = state.meetings.get((min(first, second), max(first, second)), ())
            rematches.append(Rematch(table, first, second, code, rounds))
    return Explanation(
        tuple(pair_downs), _bye_reason(state, pairing), tuple(rematches), pairing.proven
    )


def _pair_down(
    state: PairingState,
    pairing: Pairing,
    levels: Collection[int],
    who: tuple[int, int, int],
    counts: tuple[int, int, int],
) -> PairDown:
    table, upper, lower = who
    above, group, met = counts
    high, low = state.points[upper], state.points[lower]
    neighbours = not any(low < points < high for points in levels)
    if not pairing.proven:
        code = "best-effort"
    elif group and met == group:
        code = "met-all"
    elif above % 2 and neighbours and _crossing(state, pairing, high) == 1:
        code = "odd-above"
    else:
        code = "fewest"
    return PairDown(table, upper, lower, high, low, code, above, group, met)


def _crossing(state: PairingState, pairing: Pairing, level: int) -> int:
    """Count the pairs with one player on at least `level` points and one player below."""
    points = state.points
    return sum(
        (points[first] >= level) != (points[second] >= level) for first, second in pairing.pairs
    )


def _rematch_code(state: PairingState, first: int, second: int) -> str | None:
    if second in state.opponents[first]:
        return "met"
    if (min(first, second), max(first, second)) in state.forbidden:
        return "forbidden"
    if state.pods is not None and state.pods[first] != state.pods[second]:
        return "pods"
    return None


def _bye_reason(state: PairingState, pairing: Pairing) -> ByeReason | None:
    bye = pairing.bye
    if bye is None:
        return None
    keys = sorted(zip(state.byes, state.points, strict=True))
    own = (state.byes[bye], state.points[bye])
    passed_over = bisect_left(keys, own)
    choices = bisect_right(keys, own) - passed_over
    if not pairing.proven:
        code = "best-effort"
    elif passed_over:
        code = "avoids-rematch"
    else:
        code = "only" if choices == 1 else "drawn"
    return ByeReason(bye, code, own[0], own[1], choices, passed_over)
