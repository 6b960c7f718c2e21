"""The reports of the matches, and which of them are official."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from archive.archived_players import ArchivedDrop
from archive.report_checks import dropping_report, match_of_drop
from archive.rounds_and_matches import ArchivedMatch, ArchivedReport, ArchivedRound, archived_game
from archive.values import Archive
from domain.kinds import MatchKind, Source
from domain.results import Ending, Side, Winner, result_of
from domain.results import Game as GameValue
from events.core.results.report_actions import can_be_official, make_newest_official, make_official
from events.models import Enrollment, Event, Game, Match, Report
from events.transfer.shared_fields import SharedFields

BATCH = 1000
# The implied report of an archived result without a source.
IMPORTED = (ArchivedReport(source=Source.IMPORT, stands=True),)

REPORT = SharedFields(
    ArchivedReport,
    "source",
    "at",
    "received_at",
    "reason",
    "undone_at",
    tardiness="records_tardiness",
    apart=(
        "kept",
        "by",
        "player",
        "stands",
        "games",
        "double_loss",
        "seats",
        "marks",
        "seat_drops",
        "seat_stays",
        "told",
        "drops",
        "stays",
        "replaces",
        "undone_by",
    ),
)
# Columns that an export reads in addition to those of REPORT.
_RESULT = ("first_wins", "second_wins", "drawn_games", "double_loss", "seat_results", "marks")
_SIDES = (
    *("drops_first", "drops_second", "stays_first", "stays_second"),
    *("drops_seats", "stays_seats"),
)
_COLUMNS = (
    "match_id",
    "match__official_report_id",
    "pk",
    "account__username",
    "account_name",
    "kept_source",
    "enrollment__number",
    "replaces_id",
    "undone_by__username",
    "undone_by_name",
    *_RESULT,
    *_SIDES,
)

People = Mapping[int, Enrollment]
_Games = Mapping[int, tuple[GameValue, ...]]


def archived_reports(event: Event, *, names: bool) -> dict[int, tuple[ArchivedReport, ...]]:
    """Return the reports of each match, by its key, in two queries.

    `names`: with the names of the accounts. A result of which nothing is known but that it was
    imported has no report in an archive.
    """
    games = _games_of(event)
    by_match: dict[int, list[Any]] = {}
    rows = Report.objects.filter(match__round__event=event).order_by("pk")
    for row in rows.values_list(*_COLUMNS, *REPORT.columns, named=True):
        by_match.setdefault(row.match_id, []).append(row)
    return {
        match: tuple(_archived(row, reports, games, names=names) for row in reports)
        for match, reports in by_match.items()
        if not _only_imported(reports, games)
    }


def _games_of(event: Event) -> _Games:
    by_report: dict[int, list[GameValue]] = {}
    rows = Game.objects.filter(report__match__round__event=event).order_by("pk")
    for report, winner, ending, number, play_first, seat in rows.values_list(
        "report_id", "winner", "ending", "number", "play_first", "seat"
    ):
        side = Side(play_first) if play_first else None
        game = GameValue(Winner(winner), Ending(ending), number, side, seat)
        by_report.setdefault(report, []).append(game)
    return {report: tuple(games) for report, games in by_report.items()}


def _only_imported(reports: Sequence[Any], games: _Games) -> bool:
    """Whether all that is known of a match is its result."""
    [only, *more] = reports
    return (
        not more
        and only.source == Report.Source.IMPORT
        and only.match__official_report_id == only.pk
        and not (
            only.account__username
            or only.account_name
            or only.enrollment__number is not None
            or only.reason
        )
        and not any(getattr(only, column) for column in _SIDES)
        and not _reported_games(only, games)
    )


def _reported_games(row: Any, games: _Games) -> tuple[GameValue, ...]:
    """Return the games of a report where they say more than its result."""
    with_games = games.get(row.pk, ())
    result = result_of(*(getattr(row, column) for column in _RESULT))
    return () if with_games == result.games else with_games


def _archived(row: Any, reports: Sequence[Any], games: _Games, *, names: bool) -> ArchivedReport:
    official = row.match__official_report_id == row.pk
    keys = [report.pk for report in reports]
    return REPORT.value_of(
        row,
        kept=Source(row.kept_source) if row.kept_source else None,
        by=(row.account__username or row.account_name) if names else "",
        player=row.enrollment__number,
        stands=official,
        games=None if official else (row.first_wins, row.second_wins, row.drawn_games),
        double_loss=row.double_loss and not official,
        seats="" if official else row.seat_results,
        marks="" if official else row.marks,
        seat_drops=tuple(map(int, row.drops_seats)),
        seat_stays=tuple(map(int, row.stays_seats)),
        told=tuple(map(archived_game, _reported_games(row, games))),
        drops=_sides(first=row.drops_first, second=row.drops_second),
        stays=_sides(first=row.stays_first, second=row.stays_second),
        replaces=None if row.replaces_id is None else keys.index(row.replaces_id),
        undone_by=(row.undone_by__username or row.undone_by_name) if names else "",
    )


def _sides(*, first: bool, second: bool) -> tuple[Side, ...]:
    return ((Side.FIRST,) if first else ()) + ((Side.SECOND,) if second else ())


@dataclass(frozen=True, slots=True)
class ImportedMatch:
    """A created match with its reports in the archive."""

    match: Match
    source: ArchivedMatch
    round: ArchivedRound

    @property
    def reports(self) -> Sequence[ArchivedReport]:
        """The archived reports of the match; only one with several players has any."""
        contested = self.source.kind in (MatchKind.PLAYED, MatchKind.TABLE)
        if self.source.reports or not contested:
            return self.source.reports
        return () if self.source.games is None else IMPORTED


class Ties:
    """Which report each drop of an archive came with, found while the reports are written."""

    def __init__(self, archive: Archive) -> None:
        self._drops: dict[int, list[ArchivedDrop]] = {}
        for drop in archive.drops:
            match = match_of_drop(archive, drop) if drop.with_report else None
            if match is not None:
                self._drops.setdefault(id(match), []).append(drop)
        self._found: list[tuple[int, Report]] = []

    def look(self, table: ImportedMatch, rows: Sequence[Report]) -> None:
        """Note the reports of this match that dropped a player."""
        for drop in self._drops.get(id(table.source), ()):
            place = dropping_report(table.source, drop.player)
            if place is not None:
                self._found.append((drop.player, rows[place]))

    def write(self, people: People) -> None:
        """Store the report that each drop came with: undoing it lets the player play on."""
        for number, report in self._found:
            people[number].dropped_by_report = report
        gone = [people[number] for number, _report in self._found]
        Enrollment.objects.bulk_update(gone, ["dropped_by_report"], batch_size=BATCH)


def create_reports(imported: Sequence[ImportedMatch], people: People, ties: Ties) -> None:
    """Write all reports of new matches and make the official ones count."""
    now = timezone.now()
    made = [[_report(table, report, people, now) for report in table.reports] for table in imported]
    Report.objects.bulk_create([row for rows in made for row in rows])
    Report.objects.bulk_update(
        _with_what_they_replace(imported, made), ["replaces"], batch_size=BATCH
    )
    Game.objects.bulk_create(_games(imported, made))
    keys = [table.match.pk for table in imported]
    make_newest_official(Match.objects.filter(pk__in=keys))
    for table, rows in zip(imported, made, strict=True):
        official = next((at for at, report in enumerate(table.reports) if report.stands), None)
        counted = (at for at, row in enumerate(rows) if can_be_official(row))
        newest = max(counted, default=None)
        if official != newest:
            make_official(table.match, None if official is None else rows[official])
        ties.look(table, rows)


def _report(table: ImportedMatch, report: ArchivedReport, people: People, now: datetime) -> Report:
    games = report.games if table.source.games is None else report.games or table.source.games
    own = report if report.games is not None else table.source
    won, lost, drawn = games or (0, 0, 0)
    columns = REPORT.columns_of(report)
    columns["at"] = report.at or table.round.completed_at or now
    return Report(
        match_id=table.match.pk,
        account_name=report.by,
        kept_source=report.kept or "",
        enrollment_id=None if report.player is None else people[report.player].pk,
        first_wins=won,
        second_wins=lost,
        drawn_games=drawn,
        double_loss=own.double_loss,
        seat_results=own.seats,
        marks=own.marks,
        drops_seats="".join(map(str, sorted(report.seat_drops))),
        stays_seats="".join(map(str, sorted(report.seat_stays))),
        drops_first=Side.FIRST in report.drops,
        drops_second=Side.SECOND in report.drops,
        stays_first=Side.FIRST in report.stays,
        stays_second=Side.SECOND in report.stays,
        undone_by_name=report.undone_by,
        **columns,
    )


def _with_what_they_replace(
    imported: Sequence[ImportedMatch], made: Sequence[Sequence[Report]]
) -> list[Report]:
    """Set what each report replaces, which has a key by now; return those that do."""
    replacing = []
    for table, rows in zip(imported, made, strict=True):
        for report, row in zip(table.reports, rows, strict=True):
            if report.replaces is not None:
                row.replaces = rows[report.replaces]
                replacing.append(row)
    return replacing


def _games(imported: Sequence[ImportedMatch], made: Sequence[Sequence[Report]]) -> Iterator[Game]:
    """Yield the reported games; a file that only counts games names none of them."""
    for table, rows in zip(imported, made, strict=True):
        for report, row in zip(table.reports, rows, strict=True):
            for game in report.told:
                yield _game(row, game.value)


def _game(report: Report, game: GameValue) -> Game:
    return Game(
        report_id=report.pk,
        number=game.number,
        winner=game.winner.value,
        ending=game.ending.value,
        play_first=game.play_first.value if game.play_first else "",
        seat=game.seat,
    )
