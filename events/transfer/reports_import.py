"""Making the reports of an imported event, and its official reports."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from archive.played import ArchivedMatch, ArchivedReport, ArchivedRound
from archive.reports import dropping_report, match_of_drop
from archive.values import Archive, ArchivedDrop
from domain.kinds import MatchKind, Source
from domain.results import Game as GameValue
from domain.results import Side
from events.core.results.report_actions import let_newest_of_matches_stand, let_stand
from events.models import Enrollment, Game, Match, Report
from events.models.sql.inserting import insert_rows

BATCH = 1000
# The report implied by an archived result that does not name its source.
IMPORTED = (ArchivedReport(source=Source.IMPORT, stands=True),)

People = Mapping[int, Enrollment]


@dataclass(frozen=True, slots=True)
class Told:
    """A match as it was made, and what the archive tells of it."""

    match: Match
    source: ArchivedMatch
    round: ArchivedRound

    @property
    def reports(self) -> Sequence[ArchivedReport]:
        """The archived reports of the match; only a match of two players has any."""
        if self.source.reports or self.source.kind is not MatchKind.PLAYED:
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

    def look(self, table: Told, rows: Sequence[Report]) -> None:
        """Note the reports of this match that somebody left with."""
        for drop in self._drops.get(id(table.source), ()):
            place = dropping_report(table.source, drop.player)
            if place is not None:
                self._found.append((drop.player, rows[place]))

    def write(self, people: People) -> None:
        """Say of who left with a report which one that was: taking it back lets them play on."""
        for number, report in self._found:
            people[number].left_with = report
        gone = [people[number] for number, _report in self._found]
        Enrollment.objects.bulk_update(gone, ["left_with"], batch_size=BATCH)


def create_reports(told: Sequence[Told], people: People, ties: Ties) -> None:
    """Write all reports of new matches and let those count that stand."""
    now = timezone.now()
    made = [[_report(table, report, people, now) for report in table.reports] for table in told]
    insert_rows([row for rows in made for row in rows])
    Report.objects.bulk_update(_with_what_they_replace(told, made), ["replaces"], batch_size=BATCH)
    insert_rows(list(_games(told, made)))
    let_newest_of_matches_stand([table.match for table in told])
    for table, rows in zip(told, made, strict=True):
        stands = next((at for at, report in enumerate(table.reports) if report.stands), None)
        counted = (at for at, row in enumerate(rows) if _can_stand(row))
        newest = max(counted, default=None)
        if stands != newest:
            let_stand(table.match, None if stands is None else rows[stands])
        ties.look(table, rows)


def _report(table: Told, report: ArchivedReport, people: People, now: datetime) -> Report:
    games = report.games if table.source.games is None else report.games or table.source.games
    own = report if report.games is not None else table.source
    won, lost, drawn = games or (0, 0, 0)
    return Report(
        match_id=table.match.pk,
        source=report.source.value,
        account_name=report.by,
        enrollment_id=None if report.player is None else people[report.player].pk,
        at=report.at or table.round.completed_at or now,
        first_wins=won,
        second_wins=lost,
        drawn_games=drawn,
        double_loss=own.double_loss,
        seat_results=own.seats,
        drops_first=Side.FIRST in report.drops,
        drops_second=Side.SECOND in report.drops,
        stays_first=Side.FIRST in report.stays,
        stays_second=Side.SECOND in report.stays,
        reason=report.reason,
        records_tardiness=report.tardiness,
        undone_at=report.undone_at,
        undone_by_name=report.undone_by,
    )


def _can_stand(row: Report) -> bool:
    """Whether a report may be what counts, as let_newest_of_matches_stand has it."""
    return row.undone_at is None and row.source != Report.Source.READING


def _with_what_they_replace(told: Sequence[Told], made: Sequence[Sequence[Report]]) -> list[Report]:
    """Set what each report replaces, which has a key by now; return those that do."""
    replacing = []
    for table, rows in zip(told, made, strict=True):
        for report, row in zip(table.reports, rows, strict=True):
            if report.replaces is not None:
                row.replaces = rows[report.replaces]
                replacing.append(row)
    return replacing


def _games(told: Sequence[Told], made: Sequence[Sequence[Report]]) -> Iterator[Game]:
    """Yield the games that were told; a file that only counts them tells nothing of any."""
    for table, rows in zip(told, made, strict=True):
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
