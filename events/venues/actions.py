"""Rooms of a venue, and tables that an organizer gives its events."""

from collections.abc import Sequence
from itertools import chain

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.written_names import written
from events.core.event_write import accounts_write, event_write, events_write
from events.core.refusals import RefusedError
from events.core.seats.allocator import take_tables
from events.core.seats.table_numbering import read_blocked, read_rows, read_tables, tables_text
from events.core.seats.venue_tables import (
    floor_plan,
    give,
    holdings,
    lock_tables_of,
    open_tables,
)
from events.core.seats.venues import join_venue
from events.core.typed_values import check_line
from events.models import (
    Event,
    GivenTable,
    Organisation,
    OrganisationEntry,
    Venue,
    VenueRoom,
    Verb,
)
from events.venues.queries import events_at, events_beside, moves_token, planned_moves


def create_venue(
    *,
    organisation: Organisation,
    actor: User,
    name: str,
    rows: str,
    blocked_tables: str = "",
    room: str = "",
) -> tuple[Venue, list[Event]]:
    """Create a venue; the organisation's events at a venue of its name take their tables from it.

    Also returns the events that could not, because another event is at their tables. Raises
    RefusedError, with the field, for a name that is taken and for an invalid table.
    """
    with accounts_write():
        venue = Venue(organisation=organisation)
        _name(venue, name)
        venue.save()
        _save_room(VenueRoom(venue=venue), room, rows, blocked_tables)
        _journal(venue, actor)
        named = Event.objects.filter(
            organisation=organisation, venue__iexact=venue.name, mapped_venue=None
        )
        without, taken = [], set[int]()
        going_on = named.exclude(state=Event.State.FINISHED)
        with events_write(going_on, actor) as writes:
            for write in writes:
                tables = open_tables(write.event)
                if tables & taken:
                    without.append(write.event)
                else:
                    taken |= tables
                    join_venue(write.event)
    return venue, without


def rename_venue(*, venue: Venue, actor: User, name: str) -> None:
    """Give a venue another name; the events that are there now stay. RefusedError as above."""
    with accounts_write():
        _name(venue, name)
        venue.save(update_fields=["name"])
        _journal(venue, actor)


def save_room(
    *,
    venue: Venue,
    actor: User,
    room_id: int | None,
    room: str,
    rows: str,
    blocked_tables: str,
) -> None:
    """Add a room, or change one; without rows it is removed. Events keep the tables they have.

    Raises RefusedError, with the field, for an invalid table and for one of another room.
    """
    with accounts_write():
        lock_tables_of(venue.organisation_id)
        known = VenueRoom(venue=venue)
        if room_id is not None:
            before = venue.rooms.filter(pk=room_id).first()
            if before is None:
                raise RefusedError(_("This room was already removed."))
            known = before
        if known.pk and not rows.strip():
            known.delete()
        else:
            _save_room(known, room, rows, blocked_tables)
        _journal(venue, actor)


def give_tables(*, venue: Venue, event_id: int, actor: User, tables: str) -> None:
    """Give an event these tables by hand until it is over; "" lets it follow its rounds again.

    Tables of the round that is being played stay. Raises RefusedError for tables of other events.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        if event.mapped_venue_id != venue.pk:
            raise RefusedError(
                _("%(event)s is not at this venue.") % {"event": written(event.name)}
            )
        wanted = set(read_tables(tables))
        lock_tables_of(venue.organisation_id)
        before = holdings(venue.pk).given.get(event.pk, frozenset())
        take_tables(event, wanted)
        give(venue.pk, {event.pk: wanted | open_tables(event)}, holdings(venue.pk))
        mine = GivenTable.objects.filter(event=event)
        mine.update(kept=False)
        mine.filter(table__in=wanted).update(kept=True)
        write.journal(
            Verb.TABLES_GIVEN,
            tables=tables_text(sorted(wanted)) or "–",
            before=tables_text(sorted(before)) or "–",
        )


def condense_tables(*, venue: Venue, actor: User, token: str) -> int:
    """Move the events between two rounds together; return how many got other tables.

    `token`: moves_token of the moves that the page showed. RefusedError when they are others now.
    """
    with events_write(events_at(venue), actor) as writes:
        lock_tables_of(venue.organisation_id)
        held = holdings(venue.pk)
        moves = planned_moves(floor_plan(venue), held, events_beside(venue))
        if not moves or moves_token(moves) != token:
            raise RefusedError(_("The tables changed since you opened this page. Check the moves."))
        give(venue.pk, {move.event: move.after for move in moves}, held)
        by_key = {write.event.pk: write for write in writes}
        for move in moves:
            by_key[move.event].journal(
                Verb.TABLES_GIVEN,
                tables=tables_text(sorted(move.after)),
                before=tables_text(sorted(move.before)),
            )
    return len(moves)


def _name(venue: Venue, name: str) -> None:
    name = name.strip()
    check_line(name, "name")
    others = Venue.objects.filter(organisation=venue.organisation_id).exclude(pk=venue.pk)
    if others.filter(name__iexact=name).exists():
        raise RefusedError(_("Another venue has this name."), "name")
    venue.name = name


def _save_room(room: VenueRoom, name: str, rows: str, blocked_tables: str) -> None:
    tables = set(chain.from_iterable(_rows(rows)))
    read_blocked(blocked_tables)
    for other in room.venue.rooms.exclude(pk=room.pk):
        twice = tables & set(chain.from_iterable(read_rows(other.rows)))
        if twice:
            words = _("Table %(table)d is already in another room.")
            raise RefusedError(words % {"table": min(twice)}, "rows")
    check_line(name.strip(), "room")
    room.name, room.rows, room.blocked_tables = name.strip(), rows.strip(), blocked_tables.strip()
    room.save()


def _rows(rows: str) -> Sequence[Sequence[int]]:
    try:
        tables = read_rows(rows)
    except RefusedError as refused:
        raise RefusedError(refused.message, "rows") from refused
    if not tables:
        raise RefusedError(_("Enter at least one row of tables."), "rows")
    return tables


def _journal(venue: Venue, actor: User) -> None:
    OrganisationEntry.objects.create(
        organisation=venue.organisation,
        actor=actor,
        verb=OrganisationEntry.Verb.VENUE,
        data={"name": venue.name},
    )
