"""An independent check of a seating: is it legal, what does it cost, and is it the best?

Written against the rules alone: it shares no code with the engine and uses nothing of it but the
values in seatings.py. Small fields are decided by trying everything, others by exchanges of two
players that would be better.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product

from domain.table_marks import OddGo
from pairings.tables_of_four.seatings import TablesCost, TablesState

EXACT_PLAYERS = 12
_EXCHANGES = 20_000

_EARLY_TO_LATE = {3: [-6, 0, 6], 4: [-6, -2, 2, 6], 5: [-6, -3, 0, 3, 6]}

Total = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TablesVerdict:
    """Result of the check.

    problems: codes of what makes the seating illegal: "unknown-player", "seated-twice", "left-out",
        "wrong-sizes". Empty when legal.
    cost: the cost, counted again; None when illegal.
    best: True or False where that is decided, else None. how: "everything tried", "better
        exchange" or "undecided".
    least: the smallest cost, where everything was tried.
    """

    problems: tuple[str, ...]
    cost: TablesCost | None = None
    best: bool | None = None
    how: str = "undecided"
    least: TablesCost | None = None

    @property
    def legal(self) -> bool:
        """Say whether everyone has exactly one place, at tables of the sizes asked for."""
        return not self.problems


def check_tables(
    state: TablesState, tables: Iterable[Sequence[int]], byes: Iterable[int]
) -> TablesVerdict:
    """Return the verdict on a seating; tables list their players from seat 1."""
    made, free = [list(table) for table in tables], list(byes)
    problems = _problems(state, made, free)
    if problems:
        return TablesVerdict(problems)
    rules = _Rules(state)
    own = rules.total(made, free)
    cost = rules.cost(own)
    if len(state.points) <= EXACT_PLAYERS:
        least = rules.least()
        return TablesVerdict((), cost, own == least, "everything tried", rules.cost(least))
    if rules.better_exchange(made, free):
        return TablesVerdict((), cost, False, "better exchange")
    return TablesVerdict((), cost)


def _problems(state: TablesState, tables: list[list[int]], byes: list[int]) -> tuple[str, ...]:
    players = range(len(state.points))
    times = Counter(player for group in [*tables, byes] for player in group)
    problems = []
    if any(player not in players for player in times):
        problems.append("unknown-player")
    if any(count > 1 for count in times.values()):
        problems.append("seated-twice")
    if any(player not in times for player in players):
        problems.append("left-out")
    if sorted(map(len, tables)) != sorted(state.sizes) or len(byes) != state.bye_count:
        problems.append("wrong-sizes")
    return tuple(problems)


class _Rules:
    """The ten terms, as the rules have them, and every division of a small field."""

    def __init__(self, state: TablesState) -> None:
        self.state = state
        self._leaning = [
            sum(_EARLY_TO_LATE[size][seat - 1] for seat, size in seats) for seats in state.seats
        ]
        self._seats = [Counter(seat for seat, _ in seats) for seats in state.seats]

    def total(self, tables: Iterable[Sequence[int]], byes: Iterable[int]) -> Total:
        """Return the ten terms of a seating, those compared first in front."""
        parts = [self._bye(player) for player in byes]
        parts += [self._division(table) for table in tables]
        parts += [self._order(table) for table in tables]
        return _sum(parts)

    def cost(self, total: Total) -> TablesCost:
        """Return terms in the order of comparison as a cost."""
        if not self.state.points_first:
            return TablesCost(*total)
        terms: Total = (*total[:2], *total[3:8], total[2], *total[8:])
        return TablesCost(*terms)

    def _ordered(self, *terms: int) -> Total:
        if not self.state.points_first:
            return terms
        return (*terms[:2], terms[7], *terms[2:7], *terms[8:])

    def _bye(self, player: int) -> Total:
        had, points = self.state.byes[player], self.state.points[player]
        return self._ordered(had, points, 0, 0, 0, 0, 0, 0, 0, 0)

    def _division(self, table: Sequence[int]) -> Total:
        """Return what the players of a table cost, whichever their seats."""
        state = self.state
        again = []
        for first, second in combinations(sorted(table), 2):
            again += [state.meetings[first, second]] if (first, second) in state.meetings else []
        spread = sum(
            (state.points[first] - state.points[second]) ** 2
            for first, second in combinations(table, 2)
        )
        odd = points = 0
        if len(table) != 4:
            odd = sum(state.odd[player] for player in table)
            points = sum(state.points[player] for player in table)
        points = points if state.odd_go is OddGo.LOW else -points
        times, last = sum(map(len, again)), sum(map(max, again))
        return self._ordered(0, 0, len(again), times, last, odd, points, spread, 0, 0)

    def _order(self, table: Sequence[int]) -> Total:
        values = _EARLY_TO_LATE[len(table)]
        balance = repeats = 0
        for seat, player in enumerate(table, 1):
            balance += (self._leaning[player] + values[seat - 1]) ** 2
            repeats += self._seats[player][seat]
        return self._ordered(0, 0, 0, 0, 0, 0, 0, 0, balance, repeats)

    def _table(self, table: tuple[int, ...]) -> Total:
        """Return what some players cost at one table in their best order."""
        order = min(map(self._order, permutations(table)))
        return _sum((self._division(table), order))

    def least(self) -> Total:
        """Return the smallest total over every division of the players."""
        known: dict[tuple[frozenset[int], tuple[int, ...]], Total] = {}
        best_at: dict[tuple[int, ...], Total] = {}
        state = self.state

        def least_of(left: frozenset[int], sizes: tuple[int, ...]) -> Total:
            """Return the least of these players at tables of these sizes."""
            if not left:
                return (0,) * 10
            if (left, sizes) not in known:
                totals = []
                first = min(left)
                for size in set(sizes):
                    fewer = list(sizes)
                    fewer.remove(size)
                    for others in combinations(sorted(left - {first}), size - 1):
                        table = (first, *others)
                        if table not in best_at:
                            best_at[table] = self._table(table)
                        rest = least_of(left - {*table}, tuple(fewer))
                        totals.append(_sum((best_at[table], rest)))
                known[left, sizes] = min(totals)
            return known[left, sizes]

        everybody = range(len(state.points))
        totals = []
        for byes in combinations(everybody, state.bye_count):
            parts = [self._bye(player) for player in byes]
            parts.append(least_of(frozenset(everybody) - {*byes}, tuple(sorted(state.sizes))))
            totals.append(_sum(parts))
        return min(totals)

    def better_exchange(self, tables: list[list[int]], byes: list[int]) -> bool:
        """Return whether two players can change places so that the seating costs less.

        Tables that cost something apart from their seats are first; so many are tried at most.
        """
        groups = [*tables, byes]
        cheap = [not any(self._division(table)[:8]) for table in tables] + [False]
        tried = 0
        for here, there in sorted(
            combinations(range(len(groups)), 2), key=lambda two: cheap[two[0]] + cheap[two[1]]
        ):
            before = _sum(self._group(groups, tables, at) for at in (here, there))
            for first, second in product(groups[here], groups[there]):
                tried += 1
                if tried > _EXCHANGES:
                    return False
                after = _sum(
                    self._best_group(groups, tables, at, out, new)
                    for at, out, new in ((here, first, second), (there, second, first))
                )
                if after < before:
                    return True
        return False

    def _group(self, groups: list[list[int]], tables: list[list[int]], at: int) -> Total:
        """Return the cost of a group as it is seated; the last are the byes."""
        if at == len(tables):
            return _sum(map(self._bye, groups[at]))
        return _sum((self._division(groups[at]), self._order(groups[at])))

    def _best_group(
        self, groups: list[list[int]], tables: list[list[int]], at: int, out: int, new: int
    ) -> Total:
        """Return what a group costs at best after one player was exchanged."""
        players = [player for player in groups[at] if player != out] + [new]
        if at == len(tables):
            return _sum(map(self._bye, players))
        return self._table(tuple(players))


def _sum(totals: Iterable[Total]) -> Total:
    """Return totals added term by term; zeros of none."""
    return tuple(map(sum, zip((0,) * 10, *totals, strict=True)))
