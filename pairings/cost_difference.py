"""Compare the cost of a pairing that was changed by hand with the best pairing."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairings.cost import Rematches, cost_with
from pairings.types import Cost, PairingState


@dataclass(frozen=True, slots=True)
class Difference:
    """How a pairing changed by hand compares with a best pairing of the same state.

    cost: its own; more_rematches, more_meetings, later, more_abs, more_sq: what it has beyond the
    best one (never below 0 before the first field that differs): rematches, earlier meetings of its
    pairs, the rounds of the last ones in sum, differences. worse_bye: the bye is at a player who
    should get it later than the best one. rematches: the pairs that should not be made. second_bye:
    the bye goes to a player who has had one. unpaired: the players who are neither paired nor have
    the bye. equal: it is as good as the best pairing, and nobody is left out.
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
