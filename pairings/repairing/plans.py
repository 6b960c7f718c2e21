"""Plans for a posted round that has become wrong, with the cost of each."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from pairings.cost import cost_with, sum_of
from pairings.engine import pair
from pairings.random_draws import Lots
from pairings.repairing.between import Found, between
from pairings.repairing.free_tables import Pairs, free_of
from pairings.repairing.relaxed import Relaxed
from pairings.repairing.weights import FEWEST, Limits
from pairings.types import Plan, PostedRound, RepairingPlans
from pairings.windows import TooLarge, Work

DEADLINE = 10.0
"""Reference seconds for the fewest changes, counted in work as in engine.py."""

DEADLINE_BETWEEN = 0.3
"""The same for all plans between: what is not found by then is left out."""


def plans_for(posted: PostedRound, seed: int) -> RepairingPlans:
    """Return the plans for a posted round; equally good ones are drawn from the seed.

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
            # The same, if leaving the round is the best re-pairing.
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
        """Keep every table with both players present; pair the others among themselves.

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
        """Return a plan for the whole round: the pairing of the free players, and locked pairs."""
        free, cost = self.free, solution.cost
        fixed = cost_with(free.state, free.past, free.fixed, None)
        cost = replace(sum_of([fixed, cost]), bye_had=cost.bye_had, bye_points=cost.bye_points)
        pairs, places = self.seats.order(free.fixed + solution.pairs)
        return Plan(pairs, places, solution.bye, solution.changed, cost, solution.proven)


Two = tuple[int, int]


class Seats:
    """The posted tables, numbered by their position in the posted pairs."""

    def __init__(self, posted: Sequence[Two], seated: Container[int]) -> None:
        self._posted = list(posted)
        self._seated = seated
        self._table = {player: at for at, two in enumerate(posted) for player in two}

    def order(self, pairs: Iterable[Two]) -> tuple[tuple[Two, ...], tuple[int | None, ...]]:
        """Return the pairs in posted order, new ones in places of discarded ones, and their places.

        A pair with a seated player keeps that player's place (the first-named one's, if both are
        seated). Another new pair takes the place of one of its players if that is free, so that one
        of the two stays put. The other pairs fill the remaining places, and are last, without a
        place, when there is none.
        """
        table = self._table
        places: list[Two | None] = [None] * len(self._posted)
        new: list[Two] = []
        for first, second in pairs:
            at = table.get(first)
            if at is not None and at == table.get(second):
                places[at] = self._posted[at]
            else:
                new.append((first, second))
        new = [pair for pair in new if not self._stays(pair, places)]
        left = iter(_settled(new, table, places))
        filled = [pair if pair is not None else next(left, None) for pair in places]
        kept = [(pair, at) for at, pair in enumerate(filled) if pair is not None]
        more = list(left)
        return (
            (*(pair for pair, _ in kept), *more),
            (*(at for _, at in kept), *(None for _ in more)),
        )

    def _stays(self, pair: Two, places: list[Two | None]) -> bool:
        """Place a new pair at the table of its seated player; return whether that was possible."""
        at = next((self._table.get(player) for player in pair if player in self._seated), None)
        if at is None or places[at] is not None:
            return False
        places[at] = pair
        return True


def _settled(new: list[Two], table: dict[int, int], places: list[Two | None]) -> list[Two]:
    """Place new pairs at a table that one of their players had; return those without one.

    Pairs with a single such table are first. Pairs that share the taken table are next, with one
    table less to choose from, so all get a table until there are more pairs than tables.
    """
    options = [
        [table[player] for player in pair if player in table and places[table[player]] is None]
        for pair in new
    ]
    sharing: dict[int, list[int]] = {}
    for at, own in enumerate(options):
        for number in own:
            sharing.setdefault(number, []).append(at)
    homeless = []
    waiting = [True] * len(new)
    for start in sorted(range(len(new)), key=lambda at: len(options[at])):
        chain = [start]
        while chain:
            at = chain.pop()
            if not waiting[at]:
                continue
            waiting[at] = False
            taken = next((number for number in options[at] if places[number] is None), None)
            if taken is None:
                homeless.append(new[at])
            else:
                places[taken] = new[at]
                chain += sharing[taken]
    return homeless
