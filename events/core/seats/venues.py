"""Find the venue of an event: the one of its organisation with the name that it shows."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet

from domain.table_allocation import FloorPlan
from events.core.seats.allocator import keep_tables
from events.core.seats.table_numbering import read_blocked, read_rows, tables_text
from events.core.seats.venue_tables import open_tables, release_tables
from events.models import Event, GivenTable, Venue


def venue_names(organisations: Collection[int | None]) -> list[str]:
    """Return the names of the venues of these organisations, as choices. One query."""
    venues = Venue.objects.filter(organisation__in=organisations)
    return list(venues.order_by("name").values_list("name", flat=True).distinct())


def join_venue(event: Event) -> None:
    """Let an event take its tables from the venue that it names, inside a write.

    An event that names none of its organisation's venues numbers its own tables. RefusedError if a
    table of its open round belongs to another event of the venue.
    """
    venue = None
    if event.venue and event.organisation_id:
        named = Venue.objects.filter(organisation=event.organisation_id, name__iexact=event.venue)
        venue = named.first()
    if (venue.pk if venue else None) == event.mapped_venue_id:
        return
    release_tables(event)
    event.mapped_venue = venue
    event.save(update_fields=["mapped_venue"])
    if venue is not None:
        keep_tables(event, open_tables(event))


@dataclass(frozen=True, slots=True)
class VenueLine:
    """A venue: its usable `tables`, `blocked` ones in words, those `assigned` to events."""

    venue: Venue
    tables: int
    rooms: int
    blocked: str
    assigned: int

    @property
    def free(self) -> int:
        """Number of tables that no event has."""
        return self.tables - self.assigned


def venue_lines(venues: QuerySet[Venue]) -> list[VenueLine]:
    """Return a line for each of these venues, in their order. Three queries."""
    listed = list(venues.prefetch_related("rooms"))
    given: dict[int, set[int]] = defaultdict(set)
    rows = GivenTable.objects.filter(venue__in=listed)
    for venue_id, table in rows.values_list("venue", "table"):
        given[venue_id].add(table)
    return [_venue(venue, given[venue.pk]) for venue in listed]


def _venue(venue: Venue, given: Collection[int]) -> VenueLine:
    rooms = list(venue.rooms.all())
    blocked = frozenset().union(*(read_blocked(room.blocked_tables) for room in rooms))
    plan = FloorPlan(tuple(row for room in rooms for row in read_rows(room.rows)), blocked)
    tables = set(plan.tables)
    return VenueLine(
        venue, len(tables), len(rooms), tables_text(blocked), len(tables.intersection(given))
    )
