"""Input and output of the pairing engine: frozen values without behaviour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import total_ordering

MAX_POINTS = 1_000_000
"""Match points lie in -MAX_POINTS..MAX_POINTS, so that every weight fits the matcher's integers."""

MAX_ROUND = 1000
"""The last number of a round in which players can have met, for the same reason."""


class PairingError(ValueError):
    """The state cannot be paired as given: lengths differ, an index is unknown, ..."""


@dataclass(frozen=True, slots=True)
class PairingState:
    """The players to pair and their history so far.

    points: match points of each player; the player's index is its name everywhere here.
    opponents: for each player the players met before (symmetric).
    byes: for each player the number of byes so far.
    meetings: the rounds in which pairs (i, j), i < j, met, rising. A pair that is missing counts as
        a rematch by opponents, and adds nothing to what a cost says of meetings.
    forbidden: pairs (i, j), i < j, that must not be made. Like a rematch they are made only when
        nothing else is possible, and each then counts as one rematch in the cost.
    pods: the pod of each player, or None. A pair across pods counts as a rematch too, so it is
        made only when a pod cannot be paired inside itself (two odd pods share one pair).
    """

    points: tuple[int, ...]
    opponents: tuple[frozenset[int], ...]
    byes: tuple[int, ...]
    forbidden: frozenset[tuple[int, int]] = frozenset()
    pods: tuple[int, ...] | None = None
    meetings: Mapping[tuple[int, int], tuple[int, ...]] = field(
        default_factory=dict, hash=False, kw_only=True
    )


@total_ordering
@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of a pairing; less is better. Costs are compared in the order of this list.

    rematches: pairs that should not be made (met before, forbidden, across pods).
    bye_had, bye_points: byes so far and match points of the player with the bye; None without one.
    meetings: how often its pairs have met before, in sum.
    last_met: the rounds in which they last met, in sum: the longer ago, the better.
    sum_abs, sum_sq: sums over all pairs of the difference in match points and of its square.
    """

    rematches: int
    bye_had: int | None
    bye_points: int | None
    sum_abs: int
    sum_sq: int
    meetings: int = field(default=0, kw_only=True)
    last_met: int = field(default=0, kw_only=True)

    def __lt__(self, other: Cost) -> bool:
        """Compare in the order of importance; costs with and without a bye do not compare."""
        return self._order < other._order

    @property
    def _order(self) -> tuple[int | None, ...]:
        bye = (self.bye_had, self.bye_points)
        return (self.rematches, *bye, self.meetings, self.last_met, self.sum_abs, self.sum_sq)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A pairing in table order and its proof.

    pairs: highest match points first (sum, then the higher of the two), random among equals; the
        first-named player of a pair is drawn.
    bye: the player without an opponent, None in an even field.
    cost, bound: its cost, and a lower bound for every pairing of the state.
    proven: cost equals bound, so no pairing is better.
    uniform: every best pairing was equally likely.
    method: how bound was found: "parity", "subsets", "windows", "matching", "search" or, without
        a proof, "best effort".
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    cost: Cost
    bound: Cost
    proven: bool
    method: str
    uniform: bool


@dataclass(frozen=True, slots=True)
class PostedRound:
    """A posted round that may have become wrong, to be re-paired.

    state: all players at present (after a correction), dropped and late ones included.
    pairs, bye: as posted; a player in neither is late, and is to be paired.
    gone: players who no longer play, or who keep a bye that was awarded to them.
    locked: posted pairs (i, j), i < j, that may not be touched; a player of one who is gone has
    played there and stays. seated: players who do not move to another table, whomever they meet.
    """

    state: PairingState
    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    gone: frozenset[int] = frozenset()
    locked: frozenset[tuple[int, int]] = frozenset()
    seated: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Plan:
    """One plan for continuing with a posted round.

    pairs: in posted order, new pairs in the places of those that they replace. places: for each
    pair the place of the posted pair whose table it gets, None if it needs another. bye: as in
    Pairing. changed: the number of tables (pairs, and the bye) that were not posted. cost: of all
    pairs and the bye. proven: no plan is better for the same aim (see RepairingPlans).
    """

    pairs: tuple[tuple[int, int], ...]
    places: tuple[int | None, ...]
    bye: int | None
    changed: int
    cost: Cost
    proven: bool


@dataclass(frozen=True, slots=True)
class RepairingPlans:
    """The plans for a posted round; all keep what is locked.

    fewest: the least cost, then the fewest changed tables.
    leave: the fewest changed tables (0 when everyone has a table), then the least cost.
    whole: the least cost, drawn again without regard to the posted pairings.
    between: up to three, by falling numbers of tables changed: less than fewest at a higher cost,
    more than leave at a lower one. Proven: no pairing is as good in one of both and better in the
    other.
    """

    fewest: Plan
    leave: Plan
    whole: Plan
    between: tuple[Plan, ...]
