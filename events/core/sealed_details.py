"""The details of complete rounds as the journal's chain seals them, beside the results.

These are slots, who plays first, the reports of each match, and the games that phones reported.
docs/reference/archive-format.md describes the lines; `static/verify/verify.html` makes the same
ones from an archive.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from domain.results import result_of
from events.models import Event, Game, GameReport, Match, Report

# A game: winner, ending, number, the player on the play, seat.
_Game = tuple[Any, ...]
NOTHING = "-"

_SCORE = ("first_wins", "second_wins", "drawn_games", "double_loss", "seat_results", "marks")
_SIDES = ("drops_first", "drops_second", "stays_first", "stays_second")
_REPORT = (
    *("pk", "match_id", "source", "kept_source", "enrollment__number", "replaces_id"),
    *("undone_at", "records_tardiness", "drops_seats", "stays_seats"),
)
_GAMES = ("match_id", "enrollment__number", "number", "winner", "play_first", "undone_at")


def details_now(event: Event, rounds: Sequence[int]) -> bytes:
    """Return the hash of the details of these rounds. Four queries."""
    lines = sorted(_lines(event, rounds))
    return sha256("\n".join(lines).encode()).digest()


def _lines(event: Event, rounds: Sequence[int]) -> Iterator[str]:
    matches = Match.objects.filter(round__event=event, round__number__in=rounds)
    columns = ("pk", "official_report_id", "round__number", "table", "first__number", "slot")
    places, official = {}, set()
    for key, report, round, table, first, slot, play_first in matches.values_list(
        *columns, "play_first"
    ):
        # A match without a table has one player.
        places[key] = f"{round} {f'p{first}' if table is None else table}"
        official.add(report)
        yield f"match {places[key]} {slot or NOTHING} {play_first or NOTHING}"
    yield from _report_lines(matches, places, official)
    games = GameReport.objects.filter(match__in=matches).order_by("pk")
    for match, player, number, winner, play_first, undone in games.values_list(*_GAMES):
        fields = f"{player} {number} {winner} {play_first or NOTHING} {_undone(undone)}"
        yield f"game {places[match]} {fields}"


def _report_lines(matches: Any, places: dict[int, str], official: set[int]) -> Iterator[str]:
    """Yield a line for each report, except what an import had no source for."""
    games = _games(matches)
    by_match: dict[int, list[Any]] = defaultdict(list)
    rows = Report.objects.filter(match__in=matches).order_by("pk")
    for row in rows.values_list(*_REPORT, *_SCORE, *_SIDES, named=True):
        by_match[row.match_id].append(row)
    for match, reports in by_match.items():
        at = {row.pk: index for index, row in enumerate(reports)}
        for row in reports:
            if row.source != Report.Source.IMPORT:
                words = " ".join(_words(row, at, official, games.get(row.pk, [])))
                yield f"report {places[match]} {at[row.pk]} {words}"


def _words(row: Any, at: dict[int, int], official: set[int], games: list[_Game]) -> Iterator[str]:
    yield row.source
    yield row.kept_source or NOTHING
    yield NOTHING if row.enrollment__number is None else str(row.enrollment__number)
    yield from _score(row, official=row.pk in official)
    score = tuple(getattr(row, column) for column in _SCORE)
    yield ",".join(map(_game, () if games == _usual_games(score) else games)) or NOTHING
    yield _sides(row.drops_first, row.drops_second, row.drops_seats)
    yield _sides(row.stays_first, row.stays_second, row.stays_seats)
    yield NOTHING if row.replaces_id is None else str(at[row.replaces_id])
    yield "tardiness" if row.records_tardiness else NOTHING
    yield _undone(row.undone_at)


def _score(row: Any, *, official: bool) -> Iterator[str]:
    """Yield the result of a report; that of the official one is sealed with the results."""
    if official:
        yield "official"
        return
    score = f"{row.first_wins}-{row.second_wins}-{row.drawn_games}"
    yield f"{score}/double-loss" if row.double_loss else score
    yield row.seat_results or row.marks or NOTHING


@lru_cache(maxsize=256)
def _usual_games(score: tuple[Any, ...]) -> list[_Game]:
    """Return the games of a result that names none of them: an archive leaves them out."""
    return [
        (
            game.winner.value,
            game.ending.value,
            game.number,
            game.play_first.value if game.play_first else "",
            game.seat,
        )
        for game in result_of(*score).games
    ]


def _games(matches: Any) -> dict[int, list[_Game]]:
    """Return the games of each report by its key. One query."""
    games: dict[int, list[_Game]] = defaultdict(list)
    rows = Game.objects.filter(report__match__in=matches).order_by("pk")
    for report, *game in rows.values_list(
        "report_id", "winner", "ending", "number", "play_first", "seat"
    ):
        games[report].append(tuple(game))
    return games


def _game(game: _Game) -> str:
    winner, ending, number, play_first, seat = game
    place = NOTHING if number is None else str(number)
    return f"{place}:{winner}:{ending}:{play_first or NOTHING}:{seat or NOTHING}"


def _sides(first: bool, second: bool, seats: Iterable[str]) -> str:
    named = [name for name, chosen in (("first", first), ("second", second)) if chosen]
    return ",".join([*named, *seats]) or NOTHING


def _undone(at: Any) -> str:
    return NOTHING if at is None else "undone"
