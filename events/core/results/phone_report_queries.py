"""Phone reports of a round that need the desk: at tables without a result, and calls."""

import datetime
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from domain.report_sources import PHONE_SOURCES
from domain.results import Result
from events.core.adapters import read_seats
from events.core.compiled.queries import CHANGED_BY_PHONES
from events.core.results.round_rules import seat_that_gains
from events.models import Call, Event, Match, Report, Round
from events.models.querysets import DISPUTING

# A phone's report of a table that has no result yet.
WAITING = Q(match__official_report__isnull=True, source__in=PHONE_SOURCES, undone_at__isnull=True)


@dataclass(frozen=True, slots=True)
class PhoneLine:
    """A table without a result but with phone reports from one or more players."""

    match: Match
    reports: tuple[Report, ...]

    @property
    def agreed(self) -> Result | None:
        """Result that a second player has confirmed; None otherwise."""
        result = min(self.reports, key=lambda report: report.pk).result
        return None if self.differ or not confirms(self.match, result, self.reports) else result

    @property
    def differ(self) -> bool:
        """Whether players reported different results."""
        return _differ([report.result for report in self.reports])


@dataclass(frozen=True, slots=True)
class FromPhones:
    """Phone reports and calls of a round, as the desk sees them.

    `calls`: open ones, the longest waiting first. `differing` and `agreed`: tables with two reports
    or more. `one_report`: the tables that wait for a confirmation, by key.
    """

    calls: list[Call]
    differing: list[PhoneLine]
    agreed: list[PhoneLine]
    one_report: frozenset[int]

    def __bool__(self) -> bool:
        """Return whether there is any report or call."""
        return bool(self.calls or self.differing or self.agreed or self.one_report)

    @property
    def single(self) -> int:
        """Number of tables that wait for a confirmation."""
        return len(self.one_report)

    @property
    def without_result(self) -> int:
        """Number of tables with phone reports and no result yet."""
        return self.single + len(self.differing)


def confirms(
    match: Match, result: Result, reports: Iterable[Report], last: int | None = None
) -> bool:
    """Return whether a second player has confirmed a result.

    `reports`: those of this result; `last`: the key of a player who is reporting it now. At a table
    of three to five the winner's word confirms nothing, because the winner gains by it: another
    player has to. In a cut the same is true for the player whom a draw sends on.
    """
    in_order = sorted(reports, key=lambda report: report.pk)
    reporters = [*(report.enrollment_id for report in in_order), *([] if last is None else [last])]
    later = reporters[1:]
    if not match.is_table:
        return bool(later)
    seat = seat_that_gains(match.round, result.marks)
    gains = None if seat is None else match.players[seat - 1].pk
    return any(reporter != gains for reporter in later)


def has_phone_reports_since(event: Event, round: Round, since: int) -> bool:
    """Return whether anything changed after revision `since` at a table with a phone report.

    Otherwise a desk's list of phone reports is current while only lines changed. One query at most.
    """
    return event.private_pages and bool(CHANGED_BY_PHONES(round.pk, since))


def from_phones(event: Event, round: Round) -> FromPhones | None:
    """Return the phone reports of a round; None in an event without them. Three queries."""
    if not event.private_pages or round.is_unposted:
        return None
    lines = phone_lines(round) if round.is_posted and event.takes_reports else []
    return FromPhones(
        calls=open_calls(round),
        differing=[line for line in lines if line.differ],
        agreed=[line for line in lines if line.agreed is not None],
        one_report=frozenset(
            line.match.pk for line in lines if line.agreed is None and not line.differ
        ),
    )


def phone_lines(round: Round) -> list[PhoneLine]:
    """Return the tables without a result but with phone reports, by table. Two queries."""
    reports = _waiting_reports([round.pk])
    joined = reports.select_related("match__first", "match__second", "enrollment")
    phone_reports = joined.prefetch_related("games").order_by("match__table", "pk")
    by_match: dict[int, dict[tuple[str, int], Report]] = {}
    for report in phone_reports:
        by_match.setdefault(report.match_id, {})[_voice(report)] = report
    read_seats(next(iter(by_voice.values())).match for by_voice in by_match.values())
    lines = [
        PhoneLine(
            next(iter(by_source.values())).match, tuple(by_source[key] for key in sorted(by_source))
        )
        for by_source in by_match.values()
    ]
    for line in lines:
        line.match.round = round
    return lines


def _voice(report: Report) -> tuple[str, int]:
    """Return the reporter: a side of a match of two, or a player of a table of three to five."""
    is_seat = report.source == Report.Source.SEAT
    return report.source, report.enrollment_id or 0 if is_seat else 0


def differing_tables(rounds: Collection[int], by_phone: Collection[int]) -> set[tuple[int, int]]:
    """Return the matches of these rounds with reports that differ, as pairs of round and match.

    A report differs from the official one, or from the other player's in the rounds `by_phone`. One
    query; none without rounds.
    """
    if not rounds:
        return set()
    asked = DISPUTING & Q(match__round__in=rounds)
    if by_phone:
        asked |= WAITING & Q(match__round__in=by_phone)
    differing = set()
    by_match: dict[tuple[int, int], dict[tuple[str, int], Result]] = {}
    for report in Report.objects.filter(asked).select_related("match").order_by("pk"):
        match = (report.match.round_id, report.match_id)
        if report.match.official_report_id is not None:
            differing.add(match)
        else:
            by_match.setdefault(match, {})[_voice(report)] = report.result
    return differing | {
        match for match, by_voice in by_match.items() if _differ(list(by_voice.values()))
    }


def _differ(results: Sequence[Result]) -> bool:
    return any(not results[0].equals(result) for result in results)


def _waiting_reports(rounds: Collection[int]) -> QuerySet[Report]:
    """Return the phone reports of tables without a result."""
    return Report.objects.filter(WAITING, match__round__in=rounds)


def open_calls(round: Round) -> list[Call]:
    """Return the open calls of a round, the longest waiting first. One query.

    A change of a result answers an earlier call that it is wrong.
    """
    calls = Call.objects.filter(match__round=round, answered_at__isnull=True)
    joined = calls.select_related("match__round", "match__first", "match__second", "enrollment")
    calls_now = [call for call in joined.order_by("at", "pk") if is_open(call)]
    read_seats(call.match for call in calls_now)
    return calls_now


def is_open(call: Call) -> bool:
    """Return whether an unanswered call still needs staff."""
    return call.kind == Call.Kind.JUDGE or call.seen == call.match.result_text


def minutes_waited(call: Call, now: datetime.datetime) -> int:
    """Return how many whole minutes an open call has waited."""
    return max(0, int((now - call.at).total_seconds() // 60))
