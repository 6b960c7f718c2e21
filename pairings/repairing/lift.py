"""Turn a matching with twins into a pairing of players, replacing twins by real tables."""

from dataclasses import dataclass, field

from pairings.engine import pair
from pairings.random_draws import SEED_BITS, Lots
from pairings.repairing.free_tables import Free, Pairs
from pairings.repairing.model import Model

_STEPS = 20_000


class Misfit(Exception):  # noqa: N818 - a finding, not a fault
    """The stock has no real tables to replace its twins."""

    def __init__(self, stock: int) -> None:
        super().__init__(stock)
        self.stock = stock


@dataclass(slots=True)
class _Lift:
    """The search state: chosen holds the player of each vertex, used the players taken so far."""

    free: Free
    model: Model
    mates: list[int]
    units: list[tuple[int, ...]]
    chosen: dict[int, int] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)
    steps: int = 0
    deepest: int = 0

    def place(self, at: int) -> bool:
        """Find members of the stocks for the units from index `at` on; return whether all fit."""
        if at == len(self.units):
            return True
        self.deepest = max(self.deepest, at)
        unit = self.units[at]
        number = self.model.vertices[unit[0]].stock
        if number is None:
            raise ValueError("a player is no twin")
        stock = self.model.stocks[number]
        for member in stock.members:
            if member[0] in self.used:
                continue
            either_way = len(unit) == 2 and stock.must_keep == 1
            for players in (member, member[::-1]) if either_way else (member,):
                self.steps += 1
                if self.steps > _STEPS:
                    raise Misfit(number)
                if not all(map(self._fits, unit, players)):
                    continue
                self.chosen.update(zip(unit, players, strict=True))
                self.used.update(players)
                if self.place(at + 1):
                    return True
                self.used.difference_update(players)
                for vertex in unit:
                    del self.chosen[vertex]
        return False

    def _fits(self, vertex: int, player: int) -> bool:
        mate = self.mates[vertex]
        if mate == len(self.model.vertices):
            return self.free.ranks[player] == self.model.vertices[vertex].rank
        # Players who have met do not fit. The matching already counts a pair across pods.
        return mate not in self.chosen or self.chosen[mate] not in self.free.past.avoid[player]


def lift(model: Model, mates: list[int], lots: Lots) -> tuple[Pairs, int | None]:
    """Return the pairs and the bye of all free players. Raises Misfit."""
    units = _units(model, mates)
    search = _Lift(model.free, model, mates, units)
    search.chosen.update(
        (at, vertex.player) for at, vertex in enumerate(model.vertices) if vertex.player is not None
    )
    if not search.place(0):
        number = model.vertices[units[search.deepest][0]].stock
        raise Misfit(-1 if number is None else number)
    pairs: Pairs = []
    bye = None
    for at, player in search.chosen.items():
        mate = mates[at]
        if mate == len(model.vertices):
            bye = player
        elif at < mate:
            pairs.append((player, search.chosen[mate]))
    for number, stock in enumerate(model.stocks):
        left = [member for member in stock.members if member[0] not in search.used]
        if len(stock.levels) == 2:
            pairs.extend((first, second) for first, second in left)
        else:
            pairs.extend(_pool(model.free, number, [alone for (alone,) in left], lots))
    return pairs, bye


def _units(model: Model, mates: list[int]) -> list[tuple[int, ...]]:
    """Return the twins to replace by players, by table, those matched with players first."""
    units: list[tuple[int, ...]] = []
    for at, vertex in enumerate(model.vertices):
        if vertex.stock is None or model.together(at, mates[at]):
            continue
        if vertex.table == at:
            units.append((at,))
        elif vertex.table is not None and at < vertex.table:
            units.append((at, vertex.table))

    def twins_beside(unit: tuple[int, ...]) -> int:
        beside = [mates[at] for at in unit if mates[at] < len(model.vertices)]
        return sum(model.vertices[mate].player is None for mate in beside)

    return sorted(units, key=twins_beside)


def _pool(free: Free, number: int, players: list[int], lots: Lots) -> Pairs:
    """Pair players of one kind without a table with each other; raises Misfit for a rematch."""
    made = pair(free.part(players), lots.bits(SEED_BITS))
    if made.cost.rematches:
        raise Misfit(number)
    return [(players[first], players[second]) for first, second in made.pairs]
