"""Result audit: compare slip, verification, judge and players of each table of a round."""

from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from itertools import pairwise

from django.db.models import QuerySet, prefetch_related_objects

from domain.results import Result
from events.core.adapters import read_seats
from events.core.drops.queries import (
    agrees_on_drops,
    chain_from,
    dropped_by,
    drops_if_official,
    reports_with_undone_drop,
    same_drops,
)
from events.core.results.slips import with_drops
from events.models import Certification, Event, Match, Report, Round

# Two agreeing sources settle a table.
ENOUGH = 2


class Agreement(StrEnum):
    """How far the sources of a table agree, the most urgent first."""

    DIFFER = "differ"
    NONE = "none"
    ONE = "one"
    AGREED = "agreed"


class Kind(StrEnum):
    """Kind of a report; two kinds from one person are two sources."""

    TOLD = "told"
    # A person who verifies a slip does not see the first entry.
    VERIFICATION = "reading"
    # A person who decides between two reports sees both of them, and the slip again.
    DECISION = "decision"


@dataclass(frozen=True, slots=True)
class AuditedReport:
    """Newest report of one person or phone about a table; `agrees`: with the official report.

    Agreement includes drops. `settled`: it differs, and a later decision took it into account.
    `drops`: players who drop if it becomes official.
    """

    report: Report
    kind: Kind
    agrees: bool
    settled: bool
    drops: tuple[bool, ...]

    @property
    def who(self) -> str:
        """Name of the person who reported it."""
        return self.report.who

    @property
    def result(self) -> Result:
        """Reported result."""
        return self.report.result

    @property
    def short(self) -> str:
        """Reported result as typed, with the drops: "2-1 x2"."""
        return with_drops(self.result.text, self.drops)

    @property
    def at(self) -> datetime:
        """Time of the report."""
        return self.report.at

    @property
    def is_decision(self) -> bool:
        """Whether it decided between other reports."""
        return self.kind is Kind.DECISION


@dataclass(frozen=True)
class TableAudit:
    """A table with the newest report of each source."""

    match: Match
    reports: tuple[AuditedReport, ...]

    @cached_property
    def open(self) -> tuple[AuditedReport, ...]:
        """Reports that are not settled."""
        return tuple(report for report in self.reports if not report.settled)

    @cached_property
    def against(self) -> tuple[AuditedReport, ...]:
        """Unsettled reports that differ from the official report."""
        if not self.match.has_result:
            return ()
        return tuple(report for report in self.open if not report.agrees)

    @property
    def differs_in_drops(self) -> bool:
        """Whether all sources agree on the result and differ only in drops."""
        reported = [report.result for report in self.open]
        alike = all(reported[0].equals(result) for result in reported)
        counts = self.match.result
        alike = alike and (counts is None or not reported or reported[0].equals(counts))
        return alike and self.agreement is Agreement.DIFFER

    @cached_property
    def agreement(self) -> Agreement:
        """Agreement of the sources: with the official report, else with each other."""
        audited = self.open
        if not audited:
            return Agreement.NONE
        if self.match.has_result:
            differ = bool(self.against)
        else:
            first = audited[0].report
            differ = not all(_agree(report.report, first) for report in audited)
        if differ:
            return Agreement.DIFFER
        return Agreement.AGREED if len(audited) >= ENOUGH else Agreement.ONE


@dataclass(frozen=True)
class RoundAudit:
    """The tables of a round, the most urgent first."""

    tables: Sequence[TableAudit]

    @property
    def agreed(self) -> int:
        """Number of tables with two agreeing sources."""
        return sum(table.agreement is Agreement.AGREED for table in self.tables)

    @cached_property
    def differing(self) -> list[TableAudit]:
        """The tables with differing sources."""
        return [table for table in self.tables if table.agreement is Agreement.DIFFER]

    @property
    def all_agree(self) -> bool:
        """Whether every table has two agreeing sources."""
        return self.agreed == len(self.tables)


def audit_round(round: Round) -> RoundAudit:
    """Compare the reports of every table of a round, in a fixed number of queries.

    Players are read only for tables with two reports or more: nothing about the others depends on
    them. `read_players` reads those of other tables that are shown.
    """
    matches = list(round.matches.at_tables().order_by("table"))
    reported: dict[int, list[Report]] = {}
    for report in _reports().filter(match__round=round):
        reported.setdefault(report.match_id, []).append(report)
    for match in matches:
        match.round = round
        for report in reported.get(match.pk, ()):
            if report.pk == match.official_report_id:
                match.official_report = report
    several = [match for match in matches if len(reported.get(match.pk, ())) > 1]
    prefetch_related_objects(several, "first", "second")
    read_seats(matches)
    tables = [TableAudit(match, _audited(match, reported.get(match.pk, ()))) for match in matches]
    order = list(Agreement)
    tables.sort(key=lambda table: (order.index(table.agreement), table.match.table or 0))
    return RoundAudit(tables)


def read_players(tables: Iterable[TableAudit]) -> None:
    """Read the players of tables together. Two queries at most."""
    prefetch_related_objects([table.match for table in tables], "first", "second")
    read_seats(table.match for table in tables)


def audit_table(match: Match) -> TableAudit:
    """Compare the reports of one table. One query."""
    return TableAudit(match, _audited(match, _reports().filter(match=match)))


def certified_rounds(event: Event) -> tuple[Certification, ...]:
    """Return the newest certification of each round that had one, by round. One query."""
    made = Certification.objects.filter(round__event=event).order_by("pk")
    newest = {
        certification.round_id: certification
        for certification in made.select_related("round", "account", "withdrawn_by")
    }
    return tuple(sorted(newest.values(), key=lambda certification: certification.round.number))


def has_verifications(round: Round) -> bool:
    """Return whether any slip of a round was verified. One query."""
    readings = Report.objects.filter(match__round=round, source=Report.Source.VERIFICATION)
    return readings.filter(undone_at__isnull=True).exists()


def _reports() -> QuerySet[Report]:
    live = Report.objects.filter(undone_at__isnull=True)
    # A few people report for many tables, so each is read once.
    return live.prefetch_related("account", "enrollment").order_by("pk")


def _audited(match: Match, reported: Iterable[Report]) -> tuple[AuditedReport, ...]:
    """Return the newest report of each source, in the order in which the sources first reported.

    A report that was replaced by another result, or by the same one with different drops, no longer
    counts for its source.
    """
    reports = {report.pk: report for report in reported}
    if not reports:
        return ()
    newest_first = chain_from(match.official_report_id, reports)
    chain = newest_first[::-1]
    decisions, settled = _decided(chain, reports.values())
    dropped = dropped_by(newest_first, len(match.players) if match.is_table else 2)
    replaced = {
        counted.pk
        for counted in chain[:-1]
        if not counted.result.equals(chain[-1].result)
        or not agrees_on_drops(match, counted, dropped)
    }
    replaced |= reports_with_undone_drop(newest_first)
    newest: dict[tuple[int | None, int | None, str, Kind], Report] = {}
    for report in reports.values():
        if report.pk not in replaced:
            kind = _kind(report, decisions)
            newest[report.account_id, report.enrollment_id, report.account_name, kind] = report
    official_result = match.result
    own = {report.pk for report in chain}
    audited = []
    for (*_who, kind), report in newest.items():
        agrees = official_result is not None and report.result.equals(official_result)
        agrees = agrees and (report.pk in own or agrees_on_drops(match, report, dropped))
        drops = drops_if_official(report, dropped)
        audited.append(
            AuditedReport(report, kind, agrees, not agrees and report.pk in settled, drops)
        )
    return tuple(audited)


def _agree(report: Report, other: Report) -> bool:
    return report.result.equals(other.result) and same_drops(report, other)


def _kind(report: Report, decisions: Container[int]) -> Kind:
    if report.source == Report.Source.VERIFICATION:
        return Kind.VERIFICATION
    return Kind.DECISION if report.pk in decisions else Kind.TOLD


def _decided(chain: Sequence[Report], reports: Collection[Report]) -> tuple[set[int], set[int]]:
    """Return the reports that decided between others, and the reports that they took into account.

    A person who confirms or corrects the official report has seen every earlier report. A person
    who enters another result was shown the reports against the previous one.
    """
    own = {report.pk for report in chain}
    decisions: set[int] = set()
    settled: set[int] = set()
    for before, link in pairwise(chain):
        adds_drop = any(now and not was for now, was in zip(link.drops, before.drops, strict=True))
        confirms = link.result.equals(before.result) and not adds_drop
        looked = confirms or link.source == Report.Source.CORRECTION
        earlier = [report for report in reports if report.pk not in own and report.pk < link.pk]
        seen = [report for report in earlier if looked or _was_shown(report, before)]
        if any(not _agree(report, link) for report in seen):
            decisions.add(link.pk)
        settled.update(report.pk for report in seen)
    return decisions, settled


def _was_shown(report: Report, official: Report) -> bool:
    """Return whether the desk showed a report next to the official one; never a verification."""
    return report.pk > official.pk and report.source != Report.Source.VERIFICATION
