"""Latest results of a round in progress, and the reports that contradict them."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from domain.report_sources import PHONE_SOURCES
from domain.written_names import written_name
from events.core.adapters import read_seats
from events.core.compiled.queries import AT_ONCE, JOINED, REPORTS, WHEN
from events.core.revision_cache import RevisionCache
from events.models import Match, Report, Round

RECENT = 40


class ReportedFrom(StrEnum):
    """Source of a result, by which the desk filters the latest ones."""

    DESK = "desk"
    PHONES = "phones"
    JUDGES = "judges"


# All other sources are typed or decided at the desk.
_SOURCES = {
    **dict.fromkeys(PHONE_SOURCES, ReportedFrom.PHONES),
    Report.Source.JUDGE: ReportedFrom.JUDGES,
}
# A phone report of a table without a result is listed with the phone reports, not here.
UNHEARD = {"match__official_report__isnull": True, "undone_at__isnull": True}
# A verification is not a new result, and people who verify slips must not see it here.
READ_AGAIN = {"source": Report.Source.VERIFICATION}


@dataclass(frozen=True, slots=True)
class Recent:
    """A report or its undo; `is_official`: it is the official report of its table.

    `dropping`: the players who dropped with it, by name. `before`: the report that it replaced.
    """

    report: Report
    is_official: bool
    dropping: tuple[str, ...]
    before: Report | None
    # The rendered row for each kind of reader, for as long as the report is cached.
    shown: dict[Hashable, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def at(self) -> datetime:
        """Time of the report, or of its undo."""
        return self.report.undone_at or self.report.at

    @property
    def reported_from(self) -> ReportedFrom:
        """Source of the report."""
        return _SOURCES.get(Report.Source(self.report.origin), ReportedFrom.DESK)

    @property
    def who(self) -> str:
        """Name of the person who reported it, or of the one who undid it."""
        return self.report.undone_who or self.report.who


@dataclass(frozen=True, slots=True)
class Dispute:
    """A table with a contradicted result: the official report and the reports against it."""

    match: Match
    against: tuple[Report, ...]


def recent_results(
    round: Round, disputed: Iterable[Dispute], only: ReportedFrom | None = None
) -> list[Recent]:
    """Return the latest reports and undos of a round, newest first. One query.

    `disputed`: the disputes of the round, which list their own reports. `only`: the source; None:
    any.
    """
    waiting = [report.pk for dispute in disputed for report in dispute.against]
    at_tables = Report.objects.filter(match__round=round, match__table__isnull=False)
    newest_reports = at_tables.exclude(**UNHEARD).exclude(**READ_AGAIN)
    if waiting:
        newest_reports = newest_reports.exclude(pk__in=waiting)
    if only is ReportedFrom.DESK:
        newest_reports = newest_reports.exclude(source__in=list(_SOURCES))
    elif only is not None:
        sources = [source for source, place in _SOURCES.items() if place is only]
        newest_reports = newest_reports.filter(source__in=sources)
    joined = newest_reports.select_related(*JOINED)
    newest = list(joined.order_by(WHEN.desc(), "-pk")[:RECENT])
    read_seats(report.match for report in newest)
    return [recent(report) for report in newest]


def _reports_of(matches: Sequence[int]) -> dict[int, list[Report]]:
    """Return the reports of matches, of each the newest first. One query for eight of them."""
    by_match: dict[int, list[Report]] = {}
    for at in range(0, len(matches), AT_ONCE):
        some = matches[at : at + AT_ONCE]
        for report in REPORTS(*some, *[None] * (AT_ONCE - len(some))):
            by_match.setdefault(report.match_id, []).append(report)
    read_seats(report.match for reports in by_match.values() for report in reports)
    return by_match


# Ten desks read the same results, so the first reader caches them for all.
_cache: RevisionCache[tuple[Recent, ...]] = RevisionCache()


def cache_first(match: Match) -> None:
    """Cache the first report of a table for all desks.

    `match` as the write left it, and committed: none of its lines has to be read. Does nothing if
    the match was not read with `any_report`, or if it had a report before.
    """
    if match.official_report is not None and not vars(match).get("any_report", True):
        key = (match.pk, match.revision, match.official_report_id, match.round.event.whole_revision)
        _cache.put(key, (recent(match.official_report),))


def recent_at(
    round: Round, changed: Mapping[int, tuple[int, int | None]]
) -> tuple[list[Recent], list[Dispute]]:
    """Return the latest reports of the matches that changed, and the disputes. Newest first.

    `changed` has for each match the revision of its last change and its official report. One query
    for eight of them, none if all of it was read before: the lines of a match change with its
    revision, and all other content with the revision of the whole list.
    """
    whole = round.event.whole_revision
    recents: dict[int, tuple[Recent, ...]] = {}
    unknown = []
    for match, (revision, official) in changed.items():
        cached = _cache.get((match, revision, official, whole))
        if cached is None:
            unknown.append(match)
        else:
            recents[match] = cached
    disputes = []
    for match, reports in _reports_of(unknown).items():
        recents[match] = _recents_of(reports)
        against = tuple(report for report in reversed(reports) if report.contradicts)
        at = reports[0].match
        if against:
            disputes.append(Dispute(at, against))
        else:
            _cache.put((match, at.revision, at.official_report_id, whole), recents[match])
    lines = [line for lines in recents.values() for line in lines]
    lines.sort(key=lambda line: (line.at, line.report.pk), reverse=True)
    return lines, sorted(
        disputes, key=lambda dispute: (dispute.against[0].at, dispute.against[0].pk)
    )


def _recents_of(reports: Sequence[Report]) -> tuple[Recent, ...]:
    """Return the lines of one match; a contradicting report has none."""
    listed = (
        newest_reports
        for newest_reports in reports
        if newest_reports.match.official_report_id or newest_reports.undone_at
    )
    return tuple(recent(report) for report in listed if not report.contradicts)


def recent(report: Report) -> Recent:
    """Return a report as a line of the latest results."""
    return Recent(
        report,
        is_official=report.match.official_report_id == report.pk,
        dropping=dropping_players(report),
        before=None if report.undone_at else report.replaces,
    )


def dropping_players(report: Report) -> tuple[str, ...]:
    """Return the names of the players who drop according to a report."""
    if not any(report.drops):
        return ()
    sides = zip(report.match.players, report.drops, strict=True)
    return tuple(written_name(player) for player, drops in sides if drops)


def disputes(round: Round) -> list[Dispute]:
    """Return the tables of a round whose result is contradicted, by table. Two queries at most."""
    reports = Report.objects.disputing().filter(match__round=round)
    joined = (
        "match__first",
        "match__second",
        "match__official_report__account",
        "account",
        "enrollment",
    )
    newest_reports = (
        reports.select_related(*joined).prefetch_related("games").order_by("match__table", "pk")
    )
    by_match: dict[int, list[Report]] = {}
    for report in newest_reports:
        report.match.round = round
        by_match.setdefault(report.match_id, []).append(report)
    read_seats(against[0].match for against in by_match.values())
    return [Dispute(against[0].match, tuple(against)) for against in by_match.values()]
