"""Predict when the slowest table of a round is done, by the games that players reported."""

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

# An event needs this many reported games before their lengths are used.
ENOUGH_GAMES = 5
# Reported quantiles of the forecast by games: 10 %, 50 % and 90 % of rounds end sooner.
CHANCES = (0.1, 0.5, 0.9)
PRECISION = 1.0


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An outstanding table with a reported game.

    `at`: when its newest one ended. From `fewest` to `most` games are still to be played.
    """

    at: float
    fewest: int
    most: int


def ends_by_games(
    elapsed: float, tables: Sequence[OpenTable], games: Sequence[float]
) -> list[float]:
    """Return the moments by which all tables are done, one for each of CHANCES, ascending.

    `games`: lengths of earlier games. A table slower than all of these may finish at any time.
    """
    rests = {
        (table.fewest, table.most): sorted(
            count * took for count in range(table.fewest, table.most + 1) for took in games
        )
        for table in tables
    }
    return [_all_done(elapsed, tables, rests, chance) for chance in CHANCES]


def _all_done(
    elapsed: float,
    tables: Sequence[OpenTable],
    rests: Mapping[tuple[int, int], Sequence[float]],
    chance: float,
) -> float:
    """Return the moment by which all tables are done with a given chance, assumed independent.

    `rests`: past durations of tables with the given number of games to play, ascending.
    """
    soonest, latest = elapsed, elapsed + max(rest[-1] for rest in rests.values())
    while latest - soonest > PRECISION:
        moment = (soonest + latest) / 2
        each = (_done(table, elapsed, rests[table.fewest, table.most], moment) for table in tables)
        soonest, latest = (soonest, moment) if prod(each) >= chance else (moment, latest)
    return latest


def _done(table: OpenTable, elapsed: float, rest: Sequence[float], moment: float) -> float:
    """Return the chance that an outstanding table is done by a moment."""
    over = bisect(rest, elapsed - table.at)
    ahead = len(rest) - over
    return (bisect(rest, moment - table.at) - over) / ahead if ahead else 1.0
