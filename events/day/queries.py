"""Load the day page: a person's running events and the others, in a fixed number of queries."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from events.core.clock.round_clock import Clock, ClockState, clock_of
from events.core.events.queries import OwnEventLine, Step, lines_of
from events.core.events.today import is_today, near
from events.core.results.phone_report_queries import differing_tables, is_open
from events.core.seats.places import events_around, places_of, tables_in_play
from events.core.seats.table_numbering import tables_text
from events.models import (
    Announcement,
    Call,
    Event,
    Organisation,
    OrganisationMember,
    Round,
    StaffMember,
    Venue,
)

# Other events per page.
ON_A_PAGE = 10
# Two people need no board; it appears for more.
BOARD_FROM = 3


@dataclass(frozen=True, slots=True)
class SharedTables:
    """Tables that an event shares with another one; `first` is the lowest of them."""

    other: Event
    tables: str
    first: int


@dataclass(frozen=True, slots=True)
class TablesToday:
    """Tables in play by event key, in order, and those shared with other events."""

    in_play: dict[int, list[int]]
    shared: dict[int, list[SharedTables]]


def tables_today(events: Collection[Event]) -> TablesToday:
    """Return the tables of open rounds and called pods. Four queries at most; none without events.

    Other events count as well if they share the tables of one of these.
    """
    if not events:
        return TablesToday({}, {})
    every = {event.pk: event for event in (*events_around(events), *events)}
    used = tables_in_play(every)
    in_play = {event.pk: sorted(used.get(event.pk, ())) for event in events}
    both = [
        (event, every[key], sorted(tables.intersection(in_play[event.pk])))
        for event in events
        for key, tables in used.items()
        if key != event.pk and not tables.isdisjoint(in_play[event.pk])
    ]
    shared: dict[int, list[SharedTables]] = defaultdict(list)
    places = places_of(every.values()) if both else {}
    for event, other, tables in both:
        if places[event.pk].shares_with(places[other.pk]):
            shared[event.pk].append(SharedTables(other, tables_text(tables), tables[0]))
    return TablesToday(in_play, shared)


@dataclass(slots=True)
class DayRow:
    """An event of today: its progress and its needs.

    `tables`: those of the newest round until it is complete, or of a called pod. `calls` and
    `conflicts`: numbers of tables that wait for staff. `staff`: all its members.
    """

    line: OwnEventLine
    round: Round | None = None
    clock: Clock | None = None
    tables: list[int] = field(default_factory=list)
    shared: list[SharedTables] = field(default_factory=list)
    calls: int = 0
    conflicts: int = 0
    staff: list[StaffMember] = field(default_factory=list)

    @property
    def event(self) -> Event:
        """The event of this row."""
        return self.line.event

    @property
    def total(self) -> int:
        """Number of tables in the newest round while it is played."""
        is_played = self.round is not None and self.round.is_posted
        return len(self.tables) if is_played else 0

    @property
    def reported(self) -> int:
        """Number of these tables with a result."""
        return max(self.total - self.line.outstanding, 0)

    @property
    def tables_text(self) -> str:
        """Its tables as ranges: "1-30, 300"."""
        return tables_text(self.tables)

    @property
    def is_playing(self) -> bool:
        """Whether results of a posted round are missing."""
        return self.line.next_step == Step.RESULTS

    @property
    def waits_for_clock(self) -> bool:
        """Whether its round is posted and has a time limit, but was not started."""
        return self.is_playing and self.state == ClockState.WAITING

    @property
    def state(self) -> ClockState:
        """State of its clock."""
        return self.clock.state() if self.clock else ClockState.NO_LIMIT

    @property
    def urgency(self) -> tuple[int, float]:
        """Sort key of the rows: events that need a person first, then by time left."""
        left = self.clock.remaining() if self.clock else None
        if self.event.is_running and not self.is_playing:
            return 0, 0
        if self.calls or self.conflicts or self.shared:
            return 1, 0
        if self.waits_for_clock:
            return 2, 0
        if self.is_playing:
            return 3, float("inf") if left is None else left
        return 4, 0


@dataclass(frozen=True, slots=True)
class Announced:
    """One text shown in several events: the announcements to remove, and the events."""

    announcement: Announcement
    keys: tuple[int, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class OtherEvents:
    """A page of events outside today; `more`: whether another page follows."""

    lines: list[OwnEventLine]
    page: int
    more: bool


def day_rows(
    user: User, order: Iterable[int] = (), now: datetime.datetime | None = None
) -> list[DayRow]:
    """Return a person's events that run or are due today. Nine queries at most.

    `order`: keys of events already on the page, which keep their place.
    """
    rows, _stamp = day_rows_and_stamp(user, order, now)
    return rows


def day_rows_and_stamp(
    user: User, order: Iterable[int] = (), now: datetime.datetime | None = None
) -> tuple[list[DayRow], str]:
    """Return a person's rows with the value of `day_stamp`, from the same queries."""
    moment = now or timezone.now()
    lines = lines_of(StaffMember.objects.filter(near(moment, "event__"), user=user))
    events = sorted((line.event for line in lines), key=lambda event: event.pk)
    stamp = _stamp((event.pk, event.revision, event.state) for event in events)
    rows = [DayRow(line) for line in lines if is_today(line.event, moment)]
    _add_rounds(rows, moment)
    _add_needs(rows)
    _add_staff(rows)
    rows.sort(key=lambda row: (row.urgency, row.event.name))
    places = {key: place for place, key in enumerate(order)}
    rows.sort(key=lambda row: places.get(row.event.pk, len(places)))
    return rows, stamp


def day_stamp(user: User) -> str:
    """Return a text that changes with everything shown in a person's rows. One query."""
    members = StaffMember.objects.filter(near(timezone.now(), "event__"), user=user)
    revisions = members.order_by("event").values_list("event", "event__revision", "event__state")
    return _stamp(revisions)


def _stamp(revisions: Iterable[tuple[int, int, str]]) -> str:
    return "-".join(f"{event}.{revision}{state[0]}" for event, revision, state in revisions)


def other_events(user: User, today: Iterable[DayRow], find: str, page: int) -> OtherEvents:
    """Return a page of a person's other events, the latest date first. One query."""
    members = StaffMember.objects.filter(user=user)
    others = members.exclude(event__in=[row.event.pk for row in today])
    if find:
        others = others.filter(Q(event__name__icontains=find) | Q(event__venue__icontains=find))
    start = (page - 1) * ON_A_PAGE
    newest = others.order_by("-event__date", "-event_id").values("pk")
    keys = [row["pk"] for row in newest[start : start + ON_A_PAGE + 1]]
    lines = lines_of(StaffMember.objects.filter(pk__in=keys[:ON_A_PAGE])) if keys else []
    return OtherEvents(lines, page, len(keys) > ON_A_PAGE)


def venues_today(user: User, rows: Iterable[DayRow]) -> list[Venue]:
    """Return the venues of these events that belong to a person's organisations.

    One query at most.
    """
    keys = {row.event.mapped_venue_id for row in rows if row.event.mapped_venue_id}
    if not keys:
        return []
    return list(Venue.objects.filter(pk__in=keys, organisation__members__user=user))


def badges_of_day(user: User, rows: Iterable[DayRow]) -> list[Organisation]:
    """Return organisations with several of these events whose badges the person may create.

    One query at most.
    """
    counts = Counter(row.event.organisation_id for row in rows)
    keys = [key for key, count in counts.items() if key is not None and count > 1]
    if not keys:
        return []
    able = OrganisationMember.objects.filter(Q(owner=True) | Q(organizer=True), user=user)
    return list(Organisation.objects.filter(pk__in=keys, members__in=able))


def boards_of_day(rows: Iterable[DayRow]) -> list[Organisation]:
    """Return organisations with enough staff today for a board. One query at most."""
    staff: dict[int, set[int]] = defaultdict(set)
    for row in rows:
        if row.event.organisation_id is not None:
            staff[row.event.organisation_id].update(member.user_id for member in row.staff)
    keys = [key for key, people in staff.items() if len(people) >= BOARD_FROM]
    return list(Organisation.objects.filter(pk__in=keys)) if keys else []


def announced_today(rows: Iterable[DayRow]) -> list[Announced]:
    """Return the current announcements of these events, each text once. One query."""
    events = {row.event.pk: row.event for row in rows}
    shown = Announcement.objects.filter(
        event__in=events, ended_at=None, until__gt=timezone.now()
    ).order_by("pk")
    by_text: dict[tuple[str, str], list[Announcement]] = defaultdict(list)
    for announcement in shown:
        by_text[announcement.text_en, announcement.text_ja].append(announcement)
    return [
        Announced(
            same[0],
            tuple(announcement.pk for announcement in same),
            tuple(events[announcement.event_id] for announcement in same),
        )
        for same in by_text.values()
    ]


def _add_rounds(rows: Iterable[DayRow], moment: datetime.datetime) -> None:
    """Give each row its newest round with clock, and its tables. Five queries at most."""
    by_event = {row.event.pk: row for row in rows}
    newest = Q()
    for row in by_event.values():
        if row.line.number:
            newest |= Q(event=row.event.pk, number=row.line.number)
    rounds = Round.objects.filter(newest).select_related("stage").defer("posted_rows", "proof")
    for round in rounds if newest else ():
        row = by_event[round.event_id]
        round.event = round.stage.event = row.event
        row.round, row.clock = round, clock_of(round, moment)
    # Tables of a complete round are empty.
    tables = tables_today([row.event for row in by_event.values() if not row.event.is_finished])
    for key, row in by_event.items():
        row.tables = tables.in_play.get(key, [])
        row.shared = tables.shared.get(key, [])


def _add_needs(rows: Iterable[DayRow]) -> None:
    """Count the calls and disputed tables. Two queries; none without a round."""
    by_round = {row.round.pk: row for row in rows if row.round and row.round.is_posted}
    if not by_round:
        return
    calls = Call.objects.filter(match__round__in=by_round, answered_at__isnull=True)
    for call in calls.select_related("match"):
        by_round[call.match.round_id].calls += is_open(call)
    reporting = [key for key, row in by_round.items() if row.event.takes_reports]
    tables = differing_tables(by_round.keys(), reporting)
    for round, count in Counter(round for round, _match in tables).items():
        by_round[round].conflicts = count


def _add_staff(rows: Iterable[DayRow]) -> None:
    """Give each row its staff. One query."""
    by_event = {row.event.pk: row for row in rows}
    members = StaffMember.objects.filter(event__in=by_event).select_related("user")
    for member in members.order_by("user__username"):
        by_event[member.event_id].staff.append(member)
