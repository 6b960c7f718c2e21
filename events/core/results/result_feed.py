"""Latest results of a round in progress, and the reports that contradict them."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet, prefetch_related_objects
from django.db.models.functions import Coalesce

from events.core.revision_cache import Lately
from events.models import Match, Report, Round
from events.models.sql.prepared import Prepared

RECENT = 40
WHEN = Coalesce("undone_at", "at")
# A phone report of a table without a result is listed with the phone reports, not here.
UNHEARD = {"match__standing__isnull": True, "undone_at__isnull": True}
# A verification is not a new result, and people who verify slips must not see it here.
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
    # Rendered row for each kind of reader, while the report is cached.
    shown: dict[Hashable, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def at(self) -> datetime:
        """When it came in, or when it was undone."""
        return self.report.undone_at or self.report.at

    @property
    def who(self) -> str:
        """Name of the person who reported it, or who undid it."""
        return self.report.undone_who or self.report.who


@dataclass(frozen=True, slots=True)
class Dispute:
    """A table with a contradicted result: the official report and the reports against it."""

    match: Match
    against: tuple[Report, ...]


def recent_results(round: Round) -> list[Recent]:
    """Return what was reported and undone last in a round, newest first. One query."""
    waiting = Report.objects.disputing().filter(match__round=round)
    at_tables = Report.objects.filter(match__round=round, match__table__isnull=False)
    told = at_tables.exclude(pk__in=waiting.values("pk")).exclude(**UNHEARD).exclude(**READ_AGAIN)
    newest = told.select_related(*JOINED)
    return [recent(report) for report in newest.order_by(WHEN.desc(), "-pk")[:RECENT]]


# Asked by key, not by what changed since: PostgreSQL then plans these joins once a connection.
AT_ONCE = 8
_CAME_IN = Prepared(
    lambda *matches: (
        Report.objects.weighed()
        .filter(match__in=matches, match__table__isnull=False)
        .exclude(**READ_AGAIN)
        .select_related(*JOINED)
        .order_by(WHEN.desc(), "-pk")
    ),
    *[int] * AT_ONCE,
)


def _reports_of(matches: Sequence[int]) -> dict[int, list[Report]]:
    """Return what was reported of matches, of each the newest first. A query for eight of them."""
    by_match: dict[int, list[Report]] = {}
    for at in range(0, len(matches), AT_ONCE):
        some = matches[at : at + AT_ONCE]
        for report in _CAME_IN(*some, *[None] * (AT_ONCE - len(some))):
            by_match.setdefault(report.match_id, []).append(report)
    return by_match


# Ten desks read the same results: the first reader reads them for all.
_lately: Lately[tuple[Recent, ...]] = Lately()


def with_any_report(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Let each match know whether anything was ever reported of it."""
    return matches.annotate(any_report=Exists(Report.objects.filter(match=OuterRef("pk"))))


def keep_first(match: Match) -> None:
    """Keep what was just entered at a table of which nothing was reported before, for all desks.

    `match` as the write left it, which is committed: none of its lines has to be read. Does nothing
    where the match was not read `with_any_report`, or something was.
    """
    if match.standing is not None and not vars(match).get("any_report", True):
        key = (match.pk, match.revision, match.standing_id, match.round.event.whole_revision)
        _lately.keep(key, (recent(match.standing),))


def came_in_at(
    round: Round, changed: Mapping[int, tuple[int, int | None]]
) -> tuple[list[Recent], list[Dispute]]:
    """Return what came in of the matches that changed, and what contradicts. Newest first.

    `changed` has of each match the revision of its last change and the report that counts. One
    query for eight of them, none where all of it was read before: the lines of a match change with
    its revision, and everything else that they tell of with that of the whole list.
    """
    whole = round.event.whole_revision
    recents: dict[int, tuple[Recent, ...]] = {}
    unknown = []
    for match, (revision, standing) in changed.items():
        kept = _lately.get((match, revision, standing, whole))
        if kept is None:
            unknown.append(match)
        else:
            recents[match] = kept
    disputes = []
    for match, reports in _reports_of(unknown).items():
        recents[match] = _recents_of(reports)
        against = tuple(report for report in reversed(reports) if report.contradicts)
        at = reports[0].match
        if against:
            disputes.append(Dispute(at, against))
        else:
            _lately.keep((match, at.revision, at.standing_id, whole), recents[match])
    lines = [line for lines in recents.values() for line in lines]
    lines.sort(key=lambda line: (line.at, line.report.pk), reverse=True)
    return lines, sorted(
        disputes, key=lambda dispute: (dispute.against[0].at, dispute.against[0].pk)
    )


def _recents_of(reports: Sequence[Report]) -> tuple[Recent, ...]:
    """Return the lines of one match; a report that contradicts has none."""
    heard = (told for told in reports if told.match.standing_id or told.undone_at)
    return tuple(recent(report) for report in heard if not report.contradicts)


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
