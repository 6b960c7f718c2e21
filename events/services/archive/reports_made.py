"""Making the reports of an imported event: who said what of a match, and what counts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from archive.kinds import MatchKind, Source
from archive.played import ArchivedMatch, ArchivedReport, ArchivedRound
from archive.reports import dropping_report, match_of_drop
from archive.results import Game as GameValue
from archive.results import Side
from archive.values import Archive, ArchivedDrop
from events.models import Enrollment, Game, Match, Report
from events.services.reports import let_newest_of_matches_stand, let_stand

BATCH = 1000
# What an archive means that has a result and does not say who reported it.
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
        """What is said of the match; only a match of two has anything said of it."""
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

    def look(self, one: Told, rows: Sequence[Report]) -> None:
        """Note the reports of this match that somebody left with."""
        for drop in self._drops.get(id(one.source), ()):
            place = dropping_report(one.source, drop.player)
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
    made = [[_report(one, said, people, now) for said in one.reports] for one in told]
    Report.objects.bulk_create((row for rows in made for row in rows), batch_size=BATCH)
    Report.objects.bulk_update(_with_what_they_replace(told, made), ["replaces"], batch_size=BATCH)
    Game.objects.bulk_create(_games(told, made), batch_size=BATCH)
    let_newest_of_matches_stand([one.match for one in told])
    for one, rows in zip(told, made, strict=True):
        stands = next((at for at, said in enumerate(one.reports) if said.stands), None)
        newest = max((at for at, row in enumerate(rows) if row.undone_at is None), default=None)
        if stands != newest:
            let_stand(one.match, None if stands is None else rows[stands])
        ties.look(one, rows)


def _report(one: Told, said: ArchivedReport, people: People, now: datetime) -> Report:
    games = said.games if one.source.games is None else said.games or one.source.games
    own = said if said.games is not None else one.source
    won, lost, drawn = games or (0, 0, 0)
    return Report(
        match_id=one.match.pk,
        source=said.source.value,
        account_name=said.by,
        enrollment_id=None if said.player is None else people[said.player].pk,
        at=said.at or one.round.completed_at or now,
        first_wins=won,
        second_wins=lost,
        drawn_games=drawn,
        double_loss=own.double_loss,
        seat_results=own.seats,
        drops_first=Side.FIRST in said.drops,
        drops_second=Side.SECOND in said.drops,
        stays_first=Side.FIRST in said.stays,
        stays_second=Side.SECOND in said.stays,
        reason=said.reason,
        undone_at=said.undone_at,
        undone_by_name=said.undone_by,
    )


def _with_what_they_replace(told: Sequence[Told], made: Sequence[Sequence[Report]]) -> list[Report]:
    """Set what each report replaces, which has a key by now; return those that do."""
    found = []
    for one, rows in zip(told, made, strict=True):
        for said, row in zip(one.reports, rows, strict=True):
            if said.replaces is not None:
                row.replaces = rows[said.replaces]
                found.append(row)
    return found


def _games(told: Sequence[Told], made: Sequence[Sequence[Report]]) -> Iterator[Game]:
    """Yield the games that were told; a file that only counts them tells nothing of any."""
    for one, rows in zip(told, made, strict=True):
        for said, row in zip(one.reports, rows, strict=True):
            for game in said.told:
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
