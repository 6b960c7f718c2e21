"""Series of events: points by place, and the best results of each player; pure values.

A result gives points by the place and by the size of the event, and points for participation. The
best results count, up to the number in the rule. Players with equal totals are ranked by their best
counted result, then by the next one, and so on; players who are equal in all share a place.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Why(StrEnum):
    """The reason why a result counts or does not count."""

    COUNTS = "counts"
    BEYOND_BEST = "beyond-best"
    NO_PLACE = "no-place"


class Result(NamedTuple):
    """A player's place in one event; None without a place, as after a disqualification."""

    player: Hashable
    place: int | None


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """One event of a series, in the order of the series, with the result of each player."""

    key: Hashable
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """How a series gives points.

    `tables`: by the least number of players, the points of place 1, 2, ...; an event uses the table
    with the most players that it reaches. `participation`: for every player with a place. `best`:
    the most results that count; None: all.
    """

    tables: Mapping[int, Sequence[int]]
    participation: int = 0
    best: int | None = None

    def points(self, place: int, players: int) -> int:
        """Return the points of a place in an event with the given number of players."""
        reached = [least for least in self.tables if least <= players]
        table = self.tables[max(reached)] if reached else ()
        return self.participation + (table[place - 1] if place <= len(table) else 0)


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """One event of a player: the place, its points, and whether they count."""

    event: Hashable
    place: int | None
    players: int
    points: int
    why: Why

    @property
    def counts(self) -> bool:
        """Whether the points are part of the total."""
        return self.why is Why.COUNTS


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A player's line in the standings of a series, with every event in its order."""

    player: Hashable
    place: int
    total: int
    lines: tuple[SeriesLine, ...]


def series_standings(events: Iterable[PlayedEvent], rule: Rule) -> list[SeriesRow]:
    """Return the standings of a series, best first; ties for a place stay in given order."""
    lines: dict[Hashable, list[SeriesLine]] = {}
    for event in events:
        players = len(event.results)
        for player, place in event.results:
            points = 0 if place is None else rule.points(place, players)
            why = Why.NO_PLACE if place is None else Why.COUNTS
            lines.setdefault(player, []).append(SeriesLine(event.key, place, players, points, why))
    counted = {player: _best_lines(own, rule.best) for player, own in lines.items()}
    keys = {player: _rank_key(own) for player, own in counted.items()}
    order = sorted(keys, key=keys.__getitem__, reverse=True)
    rows: list[SeriesRow] = []
    for index, player in enumerate(order, 1):
        shares = index > 1 and keys[player] == keys[order[index - 2]]
        place = rows[-1].place if shares else index
        rows.append(SeriesRow(player, place, keys[player][0], counted[player]))
    return rows


def _best_lines(lines: Sequence[SeriesLine], best: int | None) -> tuple[SeriesLine, ...]:
    """Mark the results beyond the best ones; of equal results the earlier one counts."""
    with_place = [index for index, line in enumerate(lines) if line.counts]
    order = sorted(with_place, key=lambda index: (-lines[index].points, index))
    beyond = set() if best is None else set(order[best:])
    return tuple(
        SeriesLine(line.event, line.place, line.players, line.points, Why.BEYOND_BEST)
        if index in beyond
        else line
        for index, line in enumerate(lines)
    )


def _rank_key(lines: Sequence[SeriesLine]) -> tuple[int, tuple[int, ...]]:
    # A result without points counts like none.
    points = sorted((line.points for line in lines if line.counts and line.points), reverse=True)
    return sum(points), tuple(points)
