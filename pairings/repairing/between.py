"""Plans between a best pairing with the fewest changes and the fewest changes of all."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from pairings.cost import cost_with
from pairings.random_draws import Lots
from pairings.repairing.free_tables import Free, Pairs
from pairings.repairing.relaxed import Relaxed
from pairings.repairing.weights import PARTS, Limits, Order
from pairings.types import Cost
from pairings.windows import TooLarge, Work

MOST = 3
"""So many plans between at most."""

_COST = tuple(part for part in PARTS if part != "changed")


@dataclass(frozen=True, slots=True)
class Found:
    """A pairing of the free players. rank: the bye's rank, 0 for the best or without a bye."""

    pairs: Pairs
    bye: int | None
    changed: int
    cost: Cost
    proven: bool
    rank: int

    @classmethod
    def of(cls, free: Free, pairs: Pairs, bye: int | None, proven: bool) -> Found:
        """Build a pairing with its changes, cost and rank."""
        cost = cost_with(free.state, free.past, pairs, bye)
        rank = 0 if bye is None else free.ranks[bye]
        return cls(pairs, bye, free.changed(pairs, bye), cost, proven, rank)

    def parts(self) -> dict[str, int]:
        """The parts of the cost, and the rank of the bye."""
        cost = self.cost
        return {
            "rematches": cost.rematches,
            "bye": self.rank,
            "meetings": cost.meetings,
            "last_met": cost.last_met,
            "sum_abs": cost.sum_abs,
            "sum_sq": cost.sum_sq,
            "changed": self.changed,
        }


def between(free: Free, fewest: Found, leave: Found, lots: Lots, work: Work) -> list[Found]:
    """Return up to MOST plans with fewer changes than fewest and a lower cost than leave.

    Of two known plans, the first part of the cost in which they differ is weighed against the
    changed tables so that both plans weigh the same; a lighter plan lies between. Each plan found
    this way is proven: no other is as good in one of the two and better in the other.
    """
    known = [leave, fewest]
    done: set[tuple[int, int]] = set()
    while len(known) < MOST + 2:
        gaps = [
            (upper, lower)
            for upper, lower in pairwise(known)
            if lower.changed - upper.changed > 1 and (upper.changed, lower.changed) not in done
        ]
        if not (gaps and leave.proven and fewest.proven):
            break
        upper, lower = max(gaps, key=lambda two: two[1].changed - two[0].changed)
        done.add((upper.changed, lower.changed))
        try:
            plan = _between(free, upper, lower, lots, work)
        except TooLarge:
            break
        if upper.changed < plan.changed < lower.changed:
            known.append(plan)
            known.sort(key=lambda plan: plan.changed)
    return known[-2:0:-1]


def _between(free: Free, upper: Found, lower: Found, lots: Lots, work: Work) -> Found:
    high, low = upper.parts(), lower.parts()
    part = next(part for part in _COST if high[part] != low[part])
    before = _COST[: _COST.index(part)]
    limits = rank = None
    if "bye" in before:
        rank = None if upper.bye is None else upper.rank
    if "last_met" in before:
        points = free.state.points
        limits = Limits((points[player] for player in free.players), upper.cost)
    relaxed = Relaxed(free, lots, work, limits, rank)
    order = _order(part, high[part] - low[part], low["changed"] - high["changed"])
    return Found.of(free, *relaxed.solve(order), True)


def _order(part: str, more: int, fewer: int) -> Order:
    """Return the order in which `more` units of a part weigh as much as `fewer` changed tables."""
    place = _COST.index(part)
    return [
        *({key: 1} for key in _COST[:place]),
        {part: fewer, "changed": more},
        *({key: 1} for key in _COST[place:]),
    ]
