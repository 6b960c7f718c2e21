"""Which venue an event plays in: the one of its organisation that has the name it shows."""

from collections.abc import Collection

from events.core.seats.allocator import keep_tables
from events.core.seats.venue_tables import open_tables, release_tables
from events.models import Event, Venue


def venue_names(organisations: Collection[int | None]) -> list[str]:
    """Return the names of the venues of these organisations, to choose from. One query."""
    venues = Venue.objects.filter(organisation__in=organisations)
    return list(venues.order_by("name").values_list("name", flat=True).distinct())


def join_venue(event: Event) -> None:
    """Let an event take its tables from the venue that it names, inside a write.

    An event that names none of its organisation's venues numbers its own tables. RefusedError
    where a table of its open round belongs to another event of the venue.
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
