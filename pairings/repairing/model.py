"""The small matching of relaxed.py: its vertices, its edges, and the pairs that stay."""

from dataclasses import dataclass, field

from pairings.matching import Edge, NoMatchingError, lightest_matching
from pairings.repairing.free_tables import Free
from pairings.repairing.weights import Limits, Weights
from pairings.windows import Work

Level = tuple[int, int]
"""The match points and the pod of a player (pod 0 without pods)."""


@dataclass(slots=True)
class Stock:
    """The posted tables, or players without a table, of one kind; a few of them become twins.

    levels: of the two players of each table, or of the one player. members: the tables, each in
    the order of levels. copies: the number of members in the matching as twins. moved: the number
    of former members that are in the matching as real players.
    """

    levels: tuple[Level, ...]
    members: list[tuple[int, ...]]
    copies: int
    moved: int = 0

    @property
    def must_keep(self) -> int:
        """The number of copies a matching must keep so that more copies change nothing."""
        return 2 if len(self.levels) == 2 and self.levels[0] != self.levels[1] else 1

    @property
    def all_copied(self) -> bool:
        """Whether every member has a copy."""
        return self.copies == len(self.members)

    def ask(self, copies: int) -> None:
        """Set the number of copies, up to all members; an even number of single players is left."""
        self.copies = min(copies, len(self.members))
        if len(self.levels) == 1:
            self.copies -= (len(self.members) - self.copies) % 2


@dataclass(frozen=True, slots=True)
class Vertex:
    """A player or a twin: player is None for a twin, stock None for a player.

    rank: its rank for the bye, None if it cannot get it. table: the vertex it was posted with, None
    without one; its own number for a twin without a table.
    """

    level: Level
    player: int | None
    rank: int | None
    stock: int | None
    table: int | None


@dataclass(slots=True)
class Rules:
    """The weights of the edges, and the allowed edges: limits and rank None allow all."""

    weights: Weights
    limits: Limits | None
    rank: int | None


@dataclass(slots=True)
class Model:
    """The vertices; the bye, if there is one, is the last."""

    free: Free
    stocks: list[Stock]
    vertices: list[Vertex] = field(default_factory=list)

    def add_players(self, players: list[int], level: dict[int, Level]) -> None:
        """Add real players; tables must be whole."""
        start = len(self.vertices)
        place = {player: at for at, player in enumerate(players, start)}
        for player in players:
            table = place.get(self.free.partner.get(player, -1))
            rank = self.free.ranks[player]
            self.vertices.append(Vertex(level[player], player, rank, None, table))

    def add_twins(self, number: int, rank: int | None) -> None:
        """Add the copies of a stock; rank: the only rank allowed for the bye, None for all."""
        stock = self.stocks[number]
        if not stock.copies:
            return
        ranks = [self._rank(stock, side, rank) for side in range(len(stock.levels))]
        for _ in range(stock.copies):
            at = len(self.vertices)
            mates = (at + 1, at) if len(stock.levels) == 2 else (at,)
            for level, best, mate in zip(stock.levels, ranks, mates, strict=True):
                self.vertices.append(Vertex(level, None, best, number, mate))

    def _rank(self, stock: Stock, side: int, only: int | None) -> int | None:
        """Return the best rank for the bye on a side; on both sides if their levels are equal."""
        sides = (side,) if stock.must_keep == 2 else range(len(stock.levels))
        ranks = {self.free.ranks[member[place]] for member in stock.members for place in sides}
        if only is None:
            return min(ranks)
        return only if only in ranks else None

    def match(self, rules: Rules, work: Work) -> list[int]:
        """Return for each vertex, and for the bye, its partner in a lightest matching.

        Raises NoMatchingError, or TooLarge if too little work is left.
        """
        count = len(self.vertices) + self.free.odd
        work.take_edges(count)
        edges = self._edges(rules)
        mates = [-1] * count
        for part, own in _parts(count, edges):
            work.take(len(part))
            if len(part) % 2:
                raise NoMatchingError("the players cannot all be paired")
            for first, second in lightest_matching(len(part), own):
                mates[part[first]], mates[part[second]] = part[second], part[first]
        return mates

    def _edges(self, rules: Rules) -> list[Edge]:
        levels = sorted({vertex.level for vertex in self.vertices})
        number = {level: at for at, level in enumerate(levels)}
        cells = [[_cell(upper, lower, rules) for upper in levels] for lower in levels]
        kinds = [number[vertex.level] for vertex in self.vertices]
        players = [-1 if vertex.player is None else vertex.player for vertex in self.vertices]
        edges: list[Edge] = []
        for second, vertex in enumerate(self.vertices):
            row = cells[kinds[second]]
            met = () if vertex.player is None else self.free.past.avoid[vertex.player]
            table = vertex.table
            for first in range(second):
                weight = row[kinds[first]]
                if weight is None:
                    continue
                if players[first] in met:
                    again = self._again(vertex, self.vertices[first], rules)
                    if again is None:
                        continue
                    weight += again
                if table == first:
                    weight -= rules.weights.changed
                edges.append((first, second, weight))
        if self.free.odd:
            edges += self._byes(rules)
        return edges

    def _again(self, first: Vertex, second: Vertex, rules: Rules) -> int | None:
        """Return the extra weight of a pair that must not meet; None if it cannot be made.

        Across pods it is a rematch already.
        """
        if rules.limits is not None and not rules.limits.rematches:
            return None
        if first.player is None or second.player is None:
            raise ValueError("a twin has met nobody")
        weight = rules.weights.met(self.free.past.past(first.player, second.player))
        return weight if first.level[1] != second.level[1] else weight + rules.weights.rematches

    def _byes(self, rules: Rules) -> list[Edge]:
        last, weights = len(self.vertices), rules.weights
        edges = []
        for at, vertex in enumerate(self.vertices):
            if vertex.rank is not None and rules.rank in (None, vertex.rank):
                new = vertex.player is None or vertex.player != self.free.holder
                edges.append((at, last, weights.bye * vertex.rank + weights.changed * new))
        return edges

    def kept(self, mates: list[int]) -> list[int]:
        """Return for each stock how many copies (or pairs of single players) stay together."""
        kept = [0] * len(self.stocks)
        for at, vertex in enumerate(self.vertices):
            if vertex.stock is not None and at < mates[at] and self.together(at, mates[at]):
                kept[vertex.stock] += 1
        return kept

    def together(self, first: int, second: int) -> bool:
        """Return whether two twins form a posted table, or are two of a kind without a table."""
        if second >= len(self.vertices):
            return False
        upper, lower = self.vertices[first], self.vertices[second]
        if upper.stock is None or upper.stock != lower.stock:
            return False
        return upper.table in (first, second)


def _cell(upper: Level, lower: Level, rules: Rules) -> int | None:
    """Return the weight of a new pair of these levels that has not met; None if not allowed."""
    limits, weights = rules.limits, rules.weights
    across = upper[1] != lower[1]
    if limits is not None:
        if across and not limits.rematches:
            return None
        if not limits.pair(upper[0], lower[0]):
            return None
    weight = weights.gap(abs(upper[0] - lower[0])) + weights.changed
    return weight + weights.rematches if across else weight


def _parts(count: int, edges: list[Edge]) -> list[tuple[list[int], list[Edge]]]:
    """Split a graph into its connected parts: their vertices, and edges by index in these."""
    root = list(range(count))

    def find(vertex: int) -> int:
        while root[vertex] != vertex:
            root[vertex] = root[root[vertex]]
            vertex = root[vertex]
        return vertex

    for first, second, _ in edges:
        root[find(first)] = find(second)
    parts: dict[int, tuple[list[int], list[Edge]]] = {}
    place = [0] * count
    for vertex in range(count):
        members, _ = parts.setdefault(find(vertex), ([], []))
        place[vertex] = len(members)
        members.append(vertex)
    for first, second, weight in edges:
        parts[find(first)][1].append((place[first], place[second], weight))
    return list(parts.values())
