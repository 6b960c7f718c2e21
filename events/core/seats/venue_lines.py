"""Venues in a list: a line each, with the tables that are free now."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet

from domain.table_allocation import FloorPlan
from events.core.seats.table_numbering import read_blocked, read_rows
from events.core.seats.table_ranges import tables_text
from events.models import GivenTable, Venue


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
