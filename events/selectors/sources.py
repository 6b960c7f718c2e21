"""Who told the results of a round, and where they differ: the slip, judges, both players."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from archive.results import Result
from events.models import Match, Report, Round
from events.selectors.rounds import matches_at_tables

# Two of them that say the same have heard it from each other at most.
ENOUGH = 2


class Agreement(StrEnum):
    """How far the sources of a table agree, what needs somebody first."""

    DIFFER = "differ"
    NONE = "none"
    ONE = "one"
    AGREED = "agreed"


@dataclass(frozen=True, slots=True)
class Voice:
    """What one person or phone said last of a table; `agrees`: it is what counts."""

    who: str
    source: str
    result: Result
    at: datetime
    agrees: bool


@dataclass(frozen=True, slots=True)
class TableSources:
    """A table, and everybody who told its result."""

    match: Match
    voices: tuple[Voice, ...]

    @property
    def agreement(self) -> Agreement:
        """How far they agree: with what counts, else among each other."""
        if not self.voices:
            return Agreement.NONE
        if not all(self.voices[0].result.says_the_same(one.result) for one in self.voices):
            return Agreement.DIFFER
        if self.match.has_result and not all(one.agrees for one in self.voices):
            return Agreement.DIFFER
        return Agreement.AGREED if len(self.voices) >= ENOUGH else Agreement.ONE


@dataclass(frozen=True, slots=True)
class RoundSources:
    """The tables of a round, those that need somebody first."""

    tables: Sequence[TableSources]

    def count(self, agreement: Agreement) -> int:
        """How many tables are in a state."""
        return sum(one.agreement is agreement for one in self.tables)

    @property
    def agreed(self) -> int:
        """How many tables have two sources that say the same."""
        return self.count(Agreement.AGREED)

    @property
    def differing(self) -> int:
        """At how many tables somebody says something else."""
        return self.count(Agreement.DIFFER)


def sources_of(round: Round) -> RoundSources:
    """Return who told what of every table of a round. Two queries."""
    matches = list(
        matches_at_tables(round).select_related("first", "second", "standing").order_by("table")
    )
    told: dict[int, list[Report]] = {}
    reports = Report.objects.filter(match__round=round, undone_at__isnull=True)
    for report in reports.select_related("account", "enrollment").order_by("pk"):
        told.setdefault(report.match_id, []).append(report)
    tables = [TableSources(match, _voices(match, told.get(match.pk, ()))) for match in matches]
    order = list(Agreement)
    tables.sort(key=lambda one: (order.index(one.agreement), one.match.table or 0))
    return RoundSources(tables)


def _voices(match: Match, reports: Iterable[Report]) -> tuple[Voice, ...]:
    """Return the newest word of everybody, in the order in which they spoke first."""
    newest: dict[tuple[int | None, int | None, str], Report] = {}
    for report in reports:
        newest[report.account_id, report.enrollment_id, report.account_name] = report
    return tuple(
        Voice(
            report.who,
            report.get_source_display(),
            report.result,
            report.at,
            match.result is not None and report.result.says_the_same(match.result),
        )
        for report in newest.values()
    )
