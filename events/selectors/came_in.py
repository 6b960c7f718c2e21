"""What came in of a round that is being played, and what of it contradicts."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import prefetch_related_objects
from django.db.models.functions import Coalesce

from events.models import Match, Report, Round
from events.models.prepared import Prepared

RECENT = 40
WHEN = Coalesce("undone_at", "at")
# What a phone told of a table without a result stands among what phones told, not here.
UNHEARD = {"match__standing__isnull": True, "undone_at__isnull": True}
# What compares is not what came in, and nobody who reads slips again may see it here.
READ_AGAIN = {"source": Report.Source.READING}
JOINED = ("match__first", "match__second", "account", "enrollment", "undone_by", "replaces")


@dataclass(frozen=True, slots=True)
class Recent:
    """A report that came in, or was undone; `stands`: it is what its table has now.

    `leaves` are those who dropped with it, by name; `before` is the result it took the place of.
    """

    report: Report
    stands: bool
    leaves: tuple[str, ...]
    before: Report | None

    @property
    def at(self) -> datetime:
        """When it came in, or when it was undone."""
        return self.report.undone_at or self.report.at

    @property
    def who(self) -> str:
        """Who reported it, or who undid it."""
        return self.report.undone_who or self.report.who


@dataclass(frozen=True, slots=True)
class Dispute:
    """A table whose result somebody contradicts: what stands, what else was said."""

    match: Match
    against: tuple[Report, ...]


def recent_results(round: Round) -> list[Recent]:
    """Return what was reported and undone last in a round, newest first. One query."""
    waiting = Report.objects.disputing().filter(match__round=round)
    at_tables = Report.objects.filter(match__round=round, match__table__isnull=False)
    told = at_tables.exclude(pk__in=waiting.values("pk")).exclude(**UNHEARD).exclude(**READ_AGAIN)
    newest = told.select_related(*JOINED)
    return [recent(report) for report in newest.order_by(WHEN.desc(), "-pk")[:RECENT]]


_CAME_IN = Prepared(
    lambda round, since: (
        Report.objects.weighed()
        .filter(match__round=round, match__table__isnull=False, match__revision__gt=since)
        .exclude(**READ_AGAIN)
        .select_related(*JOINED)
        .order_by(WHEN.desc(), "-pk")
    ),
    int,
    int,
)


def came_in_since(round: Round, since: int) -> tuple[list[Recent], list[Dispute]]:
    """Return what came in of the tables that changed after a revision, and what contradicts.

    Newest first. One query.
    """
    reports = _CAME_IN(round.pk, since)
    against: dict[int, list[Report]] = {}
    for report in reversed(reports):
        if report.contradicts:
            against.setdefault(report.match_id, []).append(report)
    heard = [told for told in reports if told.match.standing_id or told.undone_at]
    recents = [recent(report) for report in heard if not report.contradicts]
    return recents, [Dispute(told[0].match, tuple(told)) for told in against.values()]


def recent(report: Report) -> Recent:
    """Return a report as a line of what came in."""
    return Recent(
        report,
        stands=report.match.standing_id == report.pk,
        leaves=who_leaves(report),
        before=None if report.undone_at else report.replaces,
    )


def who_leaves(report: Report) -> tuple[str, ...]:
    """Return the names of those who drop with a report, as it says."""
    sides = ((report.match.first, report.drops_first), (report.match.second, report.drops_second))
    return tuple(player.name for player, drops in sides if drops and player is not None)


_DISPUTING = Prepared(
    lambda round: (
        Report.objects.disputing()
        .filter(match__round=round)
        .select_related(
            "match__first", "match__second", "match__standing__account", "account", "enrollment"
        )
        .order_by("match__table", "pk")
    ),
    int,
)


def disputes(round: Round) -> list[Dispute]:
    """Return the tables of a round whose result is contradicted, by table. Two queries at most."""
    told = _DISPUTING(round.pk)
    prefetch_related_objects(told, "games")
    by_match: dict[int, list[Report]] = {}
    for report in told:
        by_match.setdefault(report.match_id, []).append(report)
    return [Dispute(told_here[0].match, tuple(told_here)) for told_here in by_match.values()]
