"""Venues with events."""

from django.contrib.auth.models import User

from events.core.seats.venues import join_venue
from events.models import Event, Organisation, Venue
from tests import factories


def venue(rows: str = "1-10\n11-20", blocked: str = "", slug: str = "shop") -> Venue:
    """Return a venue with one room, of the organisation with this slug."""
    owner, _made = Organisation.objects.get_or_create(slug=slug, defaults={"name": slug.title()})
    made = Venue.objects.create(organisation=owner, name="Harbour Hall")
    made.rooms.create(rows=rows, blocked_tables=blocked)
    return made


def event_at(place: Venue, players: int, owner: User, **columns: object) -> Event:
    """Return an event of the venue's organisation that uses its tables."""
    event: Event = factories.EventFactory.create(
        players=players, organisation=place.organisation, venue=place.name, **columns
    )
    factories.StaffMemberFactory.create(
        event=event, user=owner, organizer=True, head_judge=True, scorekeeper=True
    )
    join_venue(event)
    return event


def given(event: Event) -> list[int]:
    """Return the tables that an event currently has."""
    return list(event.given_tables.values_list("table", flat=True))


def played(event: Event, number: int) -> list[int]:
    """Return the tables of the matches of a round."""
    tables = event.rounds.get(number=number).matches.values_list("table", flat=True)
    return sorted(table for table in tables if table)
