"""The best way to change tables, by a small matching that represents a large field.

Most posted tables of a large round will stay, and it matters little which of them is broken up to
make room. So of each kind of table (the match points, and the pods, of its two players) only a
few are in the matching, as *twins*: players who may meet anyone. The same goes for players
without a table. The matching then costs no more than any pairing of the field:

- Let all tables of a kind be twins: every pairing of the field is one of this relaxed field, and
  costs no less there.
- Let a lightest matching keep a table of a kind (two of them when its players' match points
  differ). Then one more table of the kind changes nothing. If it did, an alternating cycle through
  the new table would make the matching lighter. It must pass the kept tables, too, or one of them
  could replace the new one. But where it passes two tables of a kind in the same direction it
  can be cut into two cycles that close through one of the two tables each; one of them makes the
  matching lighter, and it is possible without the new table. Of three tables two are passed in the
  same direction, and a table of equal points has no direction.
- The same holds for players of a kind without a table, while two of them are paired together.

Then lift.py looks for real tables to replace the twins. If it finds them, the pairing costs as
much as the matching, so nothing is better. If not, more tables of the kind join as real players.
"""

from collections import defaultdict
from dataclasses import dataclass, field

from pairings.matching import NoMatchingError
from pairings.random_draws import Lots
from pairings.repairing.free_tables import Free, Pairs
from pairings.repairing.lift import Misfit, lift
from pairings.repairing.model import Level, Model, Rules, Stock
from pairings.repairing.weights import Limits, Order, weights_for
from pairings.windows import Work

FEW = 5
"""So many tables of a kind, or players without one, take part as what they are."""

_MOVED_FIRST = 4

Members = dict[tuple[Level, ...], list[tuple[int, ...]]]


@dataclass(slots=True)
class Relaxed:
    """The free part of a round, to be paired again.

    limits, rank: the allowed pairs and the allowed rank for the bye, None for all.
    """

    free: Free
    lots: Lots
    work: Work
    limits: Limits | None = None
    rank: int | None = None
    real: list[int] = field(default_factory=list)
    stocks: list[Stock] = field(default_factory=list)
    levels: dict[int, Level] = field(default_factory=dict)

    def solve(self, order: Order) -> tuple[Pairs, int | None]:
        """Return the best pairs and bye of all free players in an order. Raises TooLarge."""
        if not self.levels:
            self._sort_out()
        while True:
            model = Model(self.free, self.stocks)
            model.add_players(self.real, self.levels)
            for number in range(len(self.stocks)):
                model.add_twins(number, self.rank)
            try:
                mates = model.match(self._rules(order, len(model.vertices)), self.work)
                wanted = self._wanted(model, mates)
            except NoMatchingError:
                wanted = [stock for stock in self.stocks if not stock.all_copied]
                if not wanted:
                    raise
            if wanted:
                for stock in wanted:
                    stock.ask(2 * stock.copies + 2)
                continue
            try:
                return lift(model, mates, self.lots)
            except Misfit as misfit:
                self._make_real(self.stocks[misfit.stock])

    def _rules(self, order: Order, vertices: int) -> Rules:
        points = [level[0] for level in self.levels.values()]
        spread = max(points) - min(points)
        ranks = max(self.free.ranks.values())
        weights = weights_for(order, vertices // 2 + 1, spread, ranks, self.free.past.most)
        return Rules(weights, self.limits, self.rank)

    def _wanted(self, model: Model, mates: list[int]) -> list[Stock]:
        """Return the stocks of which more copies could make the matching lighter."""
        kept = model.kept(mates)
        return [
            stock
            for number, stock in enumerate(self.stocks)
            if kept[number] < stock.must_keep and not stock.all_copied
        ]

    def _sort_out(self) -> None:
        """Sort posted tables and players without one into stocks, or add them as real players."""
        free, pods = self.free, self.free.state.pods
        for player in free.players:
            pod = 0 if pods is None else pods[player]
            self.levels[player] = (free.state.points[player], pod)
        tables: Members = defaultdict(list)
        singles: Members = defaultdict(list)
        for seated, opponent in free.tables:
            first, second = self.levels[seated], self.levels[opponent]
            barred = free.past.between(seated, opponent)
            if not self._can_stay(first, second, barred):
                singles[first,].append((seated,))
                singles[second,].append((opponent,))
            elif barred:
                self.real += (seated, opponent)
            elif first <= second:
                tables[first, second].append((seated, opponent))
            else:
                tables[second, first].append((opponent, seated))
        for player in free.loose:
            singles[self.levels[player],].append((player,))
        if free.holder is not None:
            self.real.append(free.holder)
        for kinds in (tables, singles):
            for levels, members in sorted(kinds.items()):
                self._stock(levels, members)
        self.lots.shuffle(self.real)

    def _can_stay(self, first: Level, second: Level, barred: bool) -> bool:
        limits = self.limits
        if limits is None:
            return True
        return limits.pair(first[0], second[0]) and (limits.rematches or not barred)

    def _stock(self, levels: tuple[Level, ...], members: list[tuple[int, ...]]) -> None:
        if len(members) <= FEW:
            self.real.extend(player for member in members for player in member)
            return
        self.lots.shuffle(members)
        stock = Stock(levels, members, 0)
        stock.ask(stock.must_keep + 1 if len(levels) == 2 else 4)
        self.stocks.append(stock)

    def _make_real(self, stock: Stock) -> None:
        """Turn some more members of a stock into real players of the matching."""
        count = max(_MOVED_FIRST, stock.moved)
        if len(stock.members) - count <= FEW:
            count = len(stock.members)
        moved, stock.members = stock.members[:count], stock.members[count:]
        self.real.extend(player for member in moved for player in member)
        stock.moved += len(moved)
        stock.ask(stock.copies)
