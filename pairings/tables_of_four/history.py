"""Facts that the seating of the next round depends on, added match by match."""

from collections.abc import Sequence
from itertools import combinations

from domain.table_marks import OddGo
from pairings.tables_of_four.seatings import USUAL, TablesState


class History:
    """The rounds of some players so far; players have ids here, and indexes in the state."""

    def __init__(self, ids: Sequence[int]) -> None:
        self._index = {player: at for at, player in enumerate(ids)}
        self._points = [0] * len(ids)
        self._byes = [0] * len(ids)
        self._odd = [0] * len(ids)
        self._seats: list[list[tuple[int, int]]] = [[] for _ in ids]
        self._met: dict[tuple[int, int], list[int]] = {}

    def count_alone(self, player: int, points: int, *, is_bye: bool) -> None:
        """Add a bye or an assigned loss."""
        at = self._index.get(player)
        if at is not None:
            self._points[at] += points
            self._byes[at] += is_bye

    def count_table(self, number: int, players: Sequence[int], points: Sequence[int]) -> None:
        """Add a table of round `number`: players and their match points by seat."""
        size, here = len(players), []
        for seat, (player, worth) in enumerate(zip(players, points, strict=True), 1):
            at = self._index.get(player)
            if at is None:
                continue
            here.append(at)
            self._points[at] += worth
            self._odd[at] += size != USUAL
            self._seats[at].append((seat, size))
        for two in combinations(sorted(here), 2):
            self._met.setdefault(two, []).append(number)

    def set_points(self, player: int, points: int) -> None:
        """Restore the points from when the round was seated, before they were corrected."""
        at = self._index.get(player)
        if at is not None:
            self._points[at] = points

    def state(
        self, sizes: tuple[int, ...], byes: int, *, points_first: bool, odd_go: OddGo
    ) -> TablesState:
        """Return the state for the engine."""
        return TablesState(
            points=tuple(self._points),
            byes=tuple(self._byes),
            odd=tuple(self._odd),
            seats=tuple(map(tuple, self._seats)),
            meetings={two: tuple(sorted(rounds)) for two, rounds in self._met.items()},
            sizes=sizes,
            bye_count=byes,
            odd_go=odd_go,
            points_first=points_first,
        )
