"""Forecast of a round's end and of the next round's start, learned from earlier rounds.

Every figure is in seconds after the start of its round. A forecast is a span: the earliest and the
latest end that earlier rounds suggest, and the middle. Some room is added, because few rounds show
neither their earliest nor their latest end. It is a range of observed ends, not a promise: of n
similar rounds, at least n - 2 lie in the range of the others. `python -m tests.bench forecast`
measures how often it holds.
"""

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from statistics import median

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


MINUTE = 60.0
# Until this many rounds are known, typical times count too: five additional turns after time is
# called (MTR 2.5), extensions of up to ten minutes, and the minutes for pairing, posting and
# sitting down.
ENOUGH = 3
USUAL_OVER = (0.0, 5 * MINUTE, 15 * MINUTE)
USUAL_BREAK = (5 * MINUTE, 10 * MINUTE, 20 * MINUTE)
# A shorter round was typed in afterwards and does not show how long a round takes.
SHORTEST_ROUND = 3 * MINUTE
# A longer break was a meal or a night and does not predict the next one.
LONGEST_BREAK = 60 * MINUTE


@dataclass(frozen=True, slots=True)
class PastRound:
    """A complete round, from which later rounds are predicted.

    `limit`: when time was called, extensions included; None without a time limit. `finishes`: when
    each table's first result came in, ascending, not empty. `pause`: from the last of them to the
    start of the next round; None when that is not known. `extended`: how much of the limit is the
    longest extension of a table.
    """

    limit: float | None
    finishes: tuple[float, ...]
    pause: float | None = None
    extended: float = 0.0

    def after_all_but(self, left: int) -> float | None:
        """Return how long the last `left` tables took once all the others were in.

        None where the round had no more tables than that.
        """
        before = len(self.finishes) - left
        return None if before < 1 else self.finishes[-1] - self.finishes[before - 1]


@dataclass(frozen=True, slots=True)
class Progress:
    """A round that is being played, `elapsed` after its start.

    `limit` as above, of the tables that play. `outstanding`: the number of its tables without a
    result. `last`: time of the newest result; None without one. `tables`: the outstanding tables
    with reported games. `games`: how long the games took that were reported in the event.
    """

    elapsed: float
    limit: float | None
    outstanding: int
    last: float | None = None
    extended: float = 0.0
    tables: tuple[OpenTable, ...] = ()
    games: tuple[float, ...] = ()

    @property
    def has_game_reports(self) -> bool:
        """Whether enough games are reported to predict the end of the round from them."""
        reported = len(self.tables)
        enough = bool(reported) and 2 * reported >= self.outstanding
        return enough and len(self.games) >= ENOUGH_GAMES


@dataclass(frozen=True, slots=True)
class Span:
    """A span from the earliest to the latest moment, with the likely one.

    `overdue`: every earlier round had ended by now, so that none predicts this one's end.
    `by_games`: predicted from reported games.
    """

    earliest: float
    likely: float
    latest: float
    overdue: bool = False
    by_games: bool = False


def predict_end(past: Sequence[PastRound], now: Progress) -> Span | None:
    """Predict when the last result of a round arrives; None without anything to predict it from.

    By the clock: how long after time was called earlier rounds ended. By the results so far: how
    long earlier rounds took for as many tables as are still outstanding. If players report their
    games and will finish before time is called, by those alone: how long games took, for as many
    as each table still has to play.
    """
    if not now.outstanding and now.last is not None:
        return Span(now.last, now.last, now.last)
    by_games = _by_the_games(past, now) if now.has_game_reports else None
    if by_games is not None:
        return by_games
    ways = [ends for ends in (_by_the_clock(past, now), _by_the_tables(past, now)) if ends]
    if not ways:
        return None
    ends = [end for way in ways for end in way]
    earliest = min(min(way) - _room(way, len(past)) for way in ways)
    latest = max(max(way) + _room(way, len(past)) for way in ways)
    return Span(
        max(now.elapsed, earliest),
        max(now.elapsed, median(ends)),
        max(now.elapsed, latest),
        overdue=max(ends) < now.elapsed,
    )


def predict_next(past: Sequence[PastRound], end: Span) -> Span:
    """Return when the next round is likely to begin, given the likely end of this one."""
    breaks = [
        round.pause for round in past if round.pause is not None and round.pause <= LONGEST_BREAK
    ]
    pool = _with_usual(breaks, USUAL_BREAK)
    return Span(
        end.earliest + min(pool), end.likely + median(pool), end.latest + max(pool), end.overdue
    )


def _by_the_games(past: Sequence[PastRound], now: Progress) -> Span | None:
    """Return the end by the reported games; None if the clock ends the round."""
    earliest, likely, latest = ends_by_games(now.elapsed, now.tables, now.games)
    if now.limit is None:
        return Span(earliest, likely, latest, by_games=True)
    called = _by_the_clock(past, now)
    if likely >= median(called):
        return None
    last = max(called) + _room(called, len(past))
    return Span(earliest, likely, max(likely, min(latest, last)), by_games=True)


def _by_the_clock(past: Sequence[PastRound], now: Progress) -> list[float]:
    if now.limit is None:
        return [round.finishes[-1] for round in past]
    # After the last extension, and after the time of all other tables: a future extension affects
    # only the second, a granted one the first.
    timed = [
        (round.finishes[-1] - round.limit, round.extended)
        for round in past
        if round.limit is not None
    ]
    over = [more for more, _extended in timed]
    plain = now.limit - now.extended
    ends = [now.limit + more for more in _with_usual(over, USUAL_OVER)]
    return ends + [plain + more + extended for more, extended in timed if extended]


def _by_the_tables(past: Sequence[PastRound], now: Progress) -> list[float]:
    if now.last is None:
        return []
    taken = (round.after_all_but(now.outstanding) for round in past)
    return [now.last + more for more in taken if more is not None]


def _room(ends: Sequence[float], rounds: int) -> float:
    """Return by how much to widen the range observed in this many rounds."""
    if rounds < ENOUGH:
        return 0.0
    return (max(ends) - min(ends)) / (rounds - 1)


def _with_usual(known: list[float], usual: tuple[float, ...]) -> list[float]:
    return known if len(known) >= ENOUGH else [*known, *usual]


# An event needs this many reported games before their lengths are used.
