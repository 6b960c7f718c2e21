"""Reading what was said of the matches of an event as an archive has it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from archive.played import ArchivedReport, archived_game
from domain.kinds import Source
from domain.results import Ending, Side, Winner, result_of
from domain.results import Game as GameValue
from events.models import Event, Game, Report


class _Row(NamedTuple):
    """The columns of a report."""

    match: int
    standing: int | None
    pk: int
    source: str
    account: str | None
    account_name: str
    player: int | None
    at: datetime
    first_wins: int
    second_wins: int
    drawn: int
    double_loss: bool
    seats: str
    drops_first: bool
    drops_second: bool
    stays_first: bool
    stays_second: bool
    reason: str
    tardiness: bool
    replaces: int | None
    undone_at: datetime | None
    undone_by: str | None
    undone_by_name: str


_COLUMNS = (
    "match_id",
    "match__standing_id",
    "pk",
    "source",
    "account__username",
    "account_name",
    "enrollment__number",
    "at",
    "first_wins",
    "second_wins",
    "drawn_games",
    "double_loss",
    "seat_results",
    "drops_first",
    "drops_second",
    "stays_first",
    "stays_second",
    "reason",
    "records_tardiness",
    "replaces_id",
    "undone_at",
    "undone_by__username",
    "undone_by_name",
)
_Games = Mapping[int, tuple[GameValue, ...]]


def reports_of(event: Event, *, names: bool) -> dict[int, tuple[ArchivedReport, ...]]:
    """Read the reports of each match, by its key, in two queries.

    `names`: with the names of the accounts. A result of which nothing is known but that it was
    imported has no report in an archive.
    """
    games = _games(event)
    by_match: dict[int, list[_Row]] = {}
    rows = Report.objects.filter(match__round__event=event).order_by("pk")
    for columns in rows.values_list(*_COLUMNS):
        by_match.setdefault(columns[0], []).append(_Row._make(columns))
    return {
        match: tuple(_archived(row, reports, games, names=names) for row in reports)
        for match, reports in by_match.items()
        if not _only_imported(reports, games)
    }


def _games(event: Event) -> _Games:
    by_report: dict[int, list[GameValue]] = {}
    rows = Game.objects.filter(report__match__round__event=event).order_by("pk")
    for report, winner, ending, number, play_first, seat in rows.values_list(
        "report_id", "winner", "ending", "number", "play_first", "seat"
    ):
        side = Side(play_first) if play_first else None
        game = GameValue(Winner(winner), Ending(ending), number, side, seat)
        by_report.setdefault(report, []).append(game)
    return {report: tuple(games) for report, games in by_report.items()}


def _only_imported(reports: Sequence[_Row], games: _Games) -> bool:
    """Whether all that is known of a match is its result."""
    [only, *more] = reports
    return (
        not more
        and only.source == Report.Source.IMPORT
        and only.standing == only.pk
        and not (only.account or only.account_name or only.player is not None or only.reason)
        and not (only.drops_first or only.drops_second or only.stays_first or only.stays_second)
        and not _told(only, games)
    )


def _told(row: _Row, games: _Games) -> tuple[GameValue, ...]:
    """Return the games of a report where they say more than its result."""
    told = games.get(row.pk, ())
    result = result_of(row.first_wins, row.second_wins, row.drawn, row.double_loss, row.seats)
    return () if told == result.games else told


def _archived(row: _Row, reports: Sequence[_Row], games: _Games, *, names: bool) -> ArchivedReport:
    stands = row.standing == row.pk
    keys = [report.pk for report in reports]
    return ArchivedReport(
        source=Source(row.source),
        at=row.at,
        by=(row.account or row.account_name) if names else "",
        player=row.player,
        stands=stands,
        games=None if stands else (row.first_wins, row.second_wins, row.drawn),
        double_loss=row.double_loss and not stands,
        seats="" if stands else row.seats,
        told=tuple(map(archived_game, _told(row, games))),
        drops=_sides(first=row.drops_first, second=row.drops_second),
        stays=_sides(first=row.stays_first, second=row.stays_second),
        reason=row.reason,
        tardiness=row.tardiness,
        replaces=None if row.replaces is None else keys.index(row.replaces),
        undone_at=row.undone_at,
        undone_by=(row.undone_by or row.undone_by_name) if names else "",
    )


def _sides(*, first: bool, second: bool) -> tuple[Side, ...]:
    return ((Side.FIRST,) if first else ()) + ((Side.SECOND,) if second else ())
