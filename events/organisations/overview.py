"""Values of the page of an organisation: what each of its parts holds now, a line each."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils import timezone

from domain.table_allocation import FloorPlan
from events.core.seats.table_numbering import read_blocked, read_rows
from events.core.seats.table_ranges import tables_text
from events.models import (
    Badge,
    GivenTable,
    HookEndpoint,
    Organisation,
    OrganisationToken,
    Player,
    Queue,
    QueueEntry,
    Series,
    Venue,
)


@dataclass(frozen=True, slots=True)
class VenueLine:
    """A venue: `tables` that can be used, `blocked` ones in words, those `assigned` to events."""

    venue: Venue
    tables: int
    rooms: int
    blocked: str
    assigned: int

    @property
    def free(self) -> int:
        """How many tables no event has."""
        return self.tables - self.assigned


@dataclass(frozen=True, slots=True)
class Overview:
    """What an organisation has now. `queues` have `waiting`, `series` are the newest first."""

    events_this_year: int
    players: int
    venues: list[VenueLine]
    queues: list[Queue]
    series: list[Series]
    badges: int
    tokens: int
    programs: int


def overview(organisation: Organisation) -> Overview:
    """Return the values of the page, in nine queries."""
    this_year = Q(date__year=timezone.localdate().year)
    waiting = Count("entries", filter=Q(entries__state=QueueEntry.State.WAITING))
    queues = organisation.queues.exclude(state=Queue.State.CLOSED)
    return Overview(
        events_this_year=organisation.events.filter(this_year).count(),
        players=Player.objects.filter(organisation=organisation).count(),
        venues=_venues(organisation),
        queues=list(queues.annotate(waiting=waiting).order_by("number")),
        series=list(organisation.series.order_by("-last_date", "-number")),
        badges=Badge.objects.filter(organisation=organisation).count(),
        tokens=OrganisationToken.objects.filter(organisation=organisation).usable().count(),
        programs=HookEndpoint.objects.filter(organisation=organisation).count(),
    )


def _venues(organisation: Organisation) -> list[VenueLine]:
    given: dict[int, set[int]] = defaultdict(set)
    rows = GivenTable.objects.filter(venue__organisation=organisation)
    for venue_id, table in rows.values_list("venue", "table"):
        given[venue_id].add(table)
    venues = organisation.venues.prefetch_related("rooms").order_by("name")
    return [_venue(venue, given[venue.pk]) for venue in venues]


def _venue(venue: Venue, given: Collection[int]) -> VenueLine:
    rooms = list(venue.rooms.all())
    blocked = frozenset().union(*(read_blocked(room.blocked_tables) for room in rooms))
    plan = FloorPlan(tuple(row for room in rooms for row in read_rows(room.rows)), blocked)
    tables = set(plan.tables)
    return VenueLine(
        venue, len(tables), len(rooms), tables_text(blocked), len(tables.intersection(given))
    )
