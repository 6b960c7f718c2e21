"""Venues of an organisation, and the tables of an event."""

from typing import Annotated

from django.utils.translation import gettext_lazy as _

from events.api.answer_values import Value
from events.api.declared import EVENT, ORGANISATION, Nothing, OrganisationCall, PlainCall, call
from events.api.value_types import one_of
from events.core.seats.queries import Cell, room_map
from events.core.seats.table_numbering import TableState, read_blocked, read_rows
from events.models import TokenScope, Venue
from events.web.access import Action

SCOPE = TokenScope.EVENT
StateCode = Annotated[str, one_of(TableState)]


class VenueRoomValue(Value, frozen=True, kw_only=True):
    """A room of a venue: its tables by row, and the unused ones."""

    name: str
    rows: tuple[tuple[int, ...], ...]
    blocked: tuple[int, ...]


class VenueValue(Value, frozen=True, kw_only=True):
    """A venue; `events`: slugs of events that currently have tables there."""

    name: str
    rooms: tuple[VenueRoomValue, ...]
    events: tuple[str, ...]


class Venues(Value, frozen=True, kw_only=True):
    """The venues of an organisation by name."""

    venues: tuple[VenueValue, ...]


class TableCell(Value, frozen=True, kw_only=True):
    """A table of the room; `players`: numbers of the players seated there in the posted round."""

    table: int
    state: StateCode
    players: tuple[int, ...]


class Tables(Value, frozen=True, kw_only=True):
    """The tables of an event by row; `outside`: tables in play that are in no row."""

    venue: str
    first_table: int
    round: int | None
    rows: tuple[tuple[TableCell, ...], ...]
    outside: tuple[TableCell, ...]


@call("venues", f"GET {ORGANISATION}/venues", SCOPE, None, _("List the venues"))
def read_venues(call: OrganisationCall[Nothing]) -> Venues:
    """List the venues of the organisation with their rooms and tables."""
    rows = Venue.objects.filter(organisation=call.organisation)
    joined = rows.prefetch_related("rooms", "given_tables__event").order_by("name", "pk")
    return Venues(venues=tuple(_venue(venue) for venue in joined))


def _venue(venue: Venue) -> VenueValue:
    return VenueValue(
        name=venue.name,
        rooms=tuple(
            VenueRoomValue(
                name=room.name,
                rows=read_rows(room.rows),
                blocked=tuple(sorted(read_blocked(room.blocked_tables))),
            )
            for room in venue.rooms.all()
        ),
        events=tuple(sorted({given.event.slug for given in venue.given_tables.all()})),
    )


@call("tables", f"GET {EVENT}/tables", SCOPE, Action.SEE, _("Read the tables of an event"))
def read_tables(call: PlainCall) -> Tables:
    """Read an event's room with the matches currently at its tables."""
    room = room_map(call.event)
    return Tables(
        venue=call.event.venue,
        first_table=call.event.first_table,
        round=room.round.number if room.round else None,
        rows=tuple(tuple(_cell(cell) for cell in row) for row in room.rows),
        outside=tuple(_cell(cell) for cell in room.outside),
    )


def _cell(cell: Cell) -> TableCell:
    players = () if cell.match is None else cell.match.players
    return TableCell(
        table=cell.table,
        state=cell.state.value,
        players=tuple(player.number for player in players),
    )
