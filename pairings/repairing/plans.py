"""Plans for a posted round that has become wrong, with the cost of each."""

from dataclasses import replace

from pairings.cost import cost_with, sum_of
from pairings.engine import pair
from pairings.random_draws import Lots
from pairings.repairing.between import Found, between
from pairings.repairing.free_tables import Pairs, free_of
from pairings.repairing.relaxed import Relaxed
from pairings.repairing.seats import Seats
from pairings.repairing.weights import FEWEST, Limits
from pairings.types import Plan, PostedRound, RepairingPlans
from pairings.windows import TooLarge, Work

DEADLINE = 10.0
"""Reference seconds for the fewest changes, counted in work as in engine.py."""

DEADLINE_BETWEEN = 0.3
"""The same for all plans between: what is not found by then is left out."""


def plans_for(posted: PostedRound, seed: int) -> RepairingPlans:
    """Return the plans for a posted round; what is equally good is drawn from the seed.

    Raises PairingError when the round is malformed.
    """
    return _Planner(posted, seed).plans()


class _Planner:
    def __init__(self, posted: PostedRound, seed: int) -> None:
        self.posted, self.seed = posted, seed
        self.free = free_of(posted)
        self.seats = Seats(posted.pairs, posted.seated)

    def plans(self) -> RepairingPlans:
        whole, leave = self._whole(), self._leave()
        fewest = self._fewest(whole, leave)
        lots = Lots(self.seed, "between")
        middle = between(self.free, fewest, leave, lots, Work(DEADLINE_BETWEEN))
        left = self._plan(leave)
        return RepairingPlans(
            # The same where nothing is better than to leave the round.
            left if fewest is leave else self._plan(fewest),
            left,
            self._plan(whole),
            tuple(self._plan(plan) for plan in middle),
        )

    def _whole(self) -> Found:
        """Pair all free players again."""
        players = sorted(self.free.players)
        return self._found(*self._paired(players, self.seed))

    def _leave(self) -> Found:
        """Keep every table whose two players are there; pair the others among themselves.

        The bye stays where it is unless its holder is wanted as an opponent.
        """
        free = self.free
        left = sorted(free.loose)
        bye = free.holder
        if bye is not None and len(left) % 2:
            left, bye = sorted([*left, bye]), None
        pairs, drawn, proven = self._paired(left, self.seed)
        return self._found(free.tables + pairs, drawn if bye is None else bye, proven)

    def _fewest(self, whole: Found, leave: Found) -> Found:
        """Return a pairing as good as the whole one with the fewest changed tables."""
        if leave.proven and whole.proven and leave.cost == whole.cost:
            return leave
        free = self.free
        limits = rank = None
        if whole.proven:
            points = free.state.points
            limits = Limits((points[player] for player in free.players), whole.cost)
            rank = None if whole.bye is None else free.ranks[whole.bye]
        relaxed = Relaxed(free, Lots(self.seed, "fewest"), Work(DEADLINE), limits, rank)
        try:
            return self._found(*relaxed.solve(FEWEST), True)
        except TooLarge:
            best = min((whole, leave), key=lambda option: (option.cost, option.changed))
            return replace(best, proven=False)

    def _paired(self, players: list[int], seed: int) -> tuple[Pairs, int | None, bool]:
        made = pair(self.free.part(players), seed)
        pairs = [(players[first], players[second]) for first, second in made.pairs]
        return pairs, None if made.bye is None else players[made.bye], made.proven

    def _found(self, pairs: Pairs, bye: int | None, proven: bool) -> Found:
        return Found.of(self.free, pairs, bye, proven)

    def _plan(self, solution: Found) -> Plan:
        """Return a plan for the whole round: what was found, and what is fixed."""
        free, cost = self.free, solution.cost
        fixed = cost_with(free.state, free.past, free.fixed, None)
        cost = replace(sum_of([fixed, cost]), bye_had=cost.bye_had, bye_points=cost.bye_points)
        pairs, places = self.seats.order(free.fixed + solution.pairs)
        return Plan(pairs, places, solution.bye, solution.changed, cost, solution.proven)
