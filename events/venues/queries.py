"""Venues of an account, and the map of a venue with the events that have its tables."""

import zoneinfo
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from domain.table_allocation import FloorPlan, Move, condense, free_tables
from events.core.events.today import usual_zone
from events.core.seats.places import Neighbours, neighbours, place_of_day
from events.core.seats.table_numbering import read_blocked, read_rows, tables_text
from events.core.seats.venue_tables import Holdings, floor_plan, holdings, tables_needed
from events.models import Event, OrganisationMember, Round, Venue
from events.venues.venue_days import VenueDay

# Colors to distinguish events; letters distinguish all of them.
COLORS = 6
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class VenueEvent:
    """An event with tables of a venue; `letter` names it on the map.

    `round`: its newest round, None before the first. `spare`: tables beyond those that its next
    round needs; 0 while a round is open. `kept`: the tables that an organizer gave it.
    """

    event: Event
    letter: str
    color: int
    tables: str
    count: int
    kept: str
    spare: int
    round: Round | None


@dataclass(frozen=True, slots=True)
class Segment:
    """Neighboring tables of a row with the same use; no event: free, unless they are `blocked`.

    An event that joined the venue in the middle of a round may play at tables that are blocked.
    """

    tables: str
    count: int
    event: VenueEvent | None = None
    blocked: bool = False

    @property
    def style(self) -> str:
        """Its class on the map."""
        used = f"given c{self.event.color}" if self.event is not None else ""
        return " ".join(filter(None, (used, "blocked" if self.blocked else ""))) or "free"


@dataclass(frozen=True, slots=True)
class MapRow:
    """A row of tables; `missing`: by how many tables the widest row of the venue is longer."""

    segments: tuple[Segment, ...]
    missing: int


@dataclass(frozen=True, slots=True)
class RoomRows:
    """A room as a map to scale: its name, and its rows."""

    name: str
    rows: tuple[MapRow, ...]


@dataclass(frozen=True, slots=True)
class EventMove:
    """Other tables for an event before its next round, as ranges."""

    event: Event
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class VenueMap:
    """All tables of a venue by event; `moves`: what condensing would change, `token` its digest."""

    rooms: tuple[RoomRows, ...]
    events: tuple[VenueEvent, ...]
    total: int
    free: str
    free_count: int
    moves: tuple[EventMove, ...]
    token: str


def memberships(user: User) -> list[OrganisationMember]:
    """Return the memberships of an account, with their organisations. One query."""
    members = OrganisationMember.objects.filter(user=user).select_related("organisation", "user")
    return list(members.order_by("organisation__name", "pk"))


def venues_of(members: Iterable[OrganisationMember]) -> QuerySet[Venue]:
    """Return the venues of these organisations."""
    owners = [member.organisation_id for member in members]
    theirs = Venue.objects.filter(organisation__in=owners)
    return theirs.select_related("organisation")


def venue_for(venue_id: int, user: User) -> tuple[Venue, OrganisationMember] | None:
    """Return a venue and the account's membership; None for a stranger. Two queries."""
    venue = Venue.objects.filter(pk=venue_id).select_related("organisation").first()
    if venue is None:
        return None
    members = OrganisationMember.objects.filter(organisation=venue.organisation_id, user=user)
    member = members.select_related("user").first()
    return None if member is None else (venue, member)


def events_at(venue: Venue) -> QuerySet[Event]:
    """Return the events of a venue that are not over."""
    return Event.objects.filter(mapped_venue=venue).exclude(state=Event.State.FINISHED)


def planned_moves(plan: FloorPlan, held: Holdings, near: Neighbours) -> tuple[Move, ...]:
    """Return how the events between two rounds move together. One query.

    Tables that an organizer gave by hand stay, and so do those of `near`: events around.
    """
    able = [event for event in held.given if event not in held.kept]
    return condense(plan, {**near.given, **held.given}, tables_needed(able))


def events_beside(venue: Venue) -> Neighbours:
    """Return the events that have tables at a venue today, also those that it gave none."""
    today = timezone.localdate(timezone=zoneinfo.ZoneInfo(usual_zone(events_at(venue))))
    return neighbours(place_of_day(venue.organisation, today, venue.name))


def moves_token(moves: Collection[Move]) -> str:
    """Return what identifies these moves: a page that showed others is out of date."""
    text = ";".join(f"{move.event}:{move.before}:{move.after}" for move in moves)
    return sha256(text.encode()).hexdigest()[:16]


def venue_map(venue: Venue, day: VenueDay | None = None) -> VenueMap:
    """Return the map of a venue on a day in a fixed number of queries.

    Without a day it has every event that is not over. Tables move today and on no other day.
    """
    plan = floor_plan(venue)
    held = day.tables() if day else holdings(venue.pk)
    is_live = day is None or day.is_today
    needs = tables_needed(list(held.given)) if is_live else {}
    near = events_beside(venue) if is_live else Neighbours({}, {})
    moves = planned_moves(plan, held, near) if is_live else ()
    shown = list(day.events() if day else events_at(venue))
    known = {event.pk for event in shown}
    shown += [
        event for key, event in near.events.items() if near.given.get(key) and key not in known
    ]
    held = Holdings({**near.given, **held.given}, held.kept)
    events = _events(shown, plan, held, needs, day)
    by_key = {line.event.pk: line for line in events}
    free = free_tables(plan, held.given)
    by_table = {
        table: by_key[key] for key, some in held.given.items() if key in by_key for table in some
    }
    widest = max(map(len, plan.rows), default=0)
    return VenueMap(
        rooms=tuple(
            RoomRows(
                room.name,
                tuple(
                    MapRow(
                        _segments(row, by_table, read_blocked(room.blocked_tables)),
                        widest - len(row),
                    )
                    for row in read_rows(room.rows)
                ),
            )
            for room in venue.rooms.all()
        ),
        events=events,
        total=len(plan.tables),
        free=tables_text(sorted(free)),
        free_count=len(free),
        moves=tuple(
            EventMove(
                by_key[move.event].event,
                tables_text(sorted(move.before)),
                tables_text(sorted(move.after)),
            )
            for move in moves
        ),
        token=moves_token(moves),
    )


def _events(
    shown: Iterable[Event],
    plan: FloorPlan,
    held: Holdings,
    needs: Mapping[int, int],
    day: VenueDay | None,
) -> tuple[VenueEvent, ...]:
    """Return the events of the venue, in the order of their tables; the others follow by name."""
    place = {table: position for position, table in enumerate(plan.tables)}

    def order(event: Event) -> tuple[int, str, int]:
        tables = held.given.get(event.pk, ())
        first = min((place.get(table, len(place)) for table in tables), default=len(place) + 1)
        return first, event.name, event.pk

    events = sorted(shown, key=order)
    known = {event.pk for event in events}
    rounds: dict[int, Round] = {}
    all_rounds = Round.objects.filter(event__in=known)
    if day is not None and day.is_past:
        all_rounds = all_rounds.filter(posted_at__lt=day.end)
    for round in all_rounds.defer("posted_rows").order_by("number"):
        rounds[round.event_id] = round
    lines = []
    for number, event in enumerate(events):
        tables = held.given.get(event.pk, frozenset())
        lines.append(
            VenueEvent(
                event=event,
                letter=_letter(number),
                color=number % COLORS,
                tables=tables_text(sorted(tables)),
                count=len(tables),
                kept=tables_text(sorted(held.kept.get(event.pk, ()))),
                spare=max(len(tables) - needs.get(event.pk, len(tables)), 0),
                round=rounds.get(event.pk),
            )
        )
    return tuple(lines)


def _letter(number: int) -> str:
    """Return A to Z, then AA, AB and so on."""
    times, rest = divmod(number, len(LETTERS))
    return (LETTERS[times - 1] if times else "") + LETTERS[rest]


def _segments(
    row: tuple[int, ...], by_table: Mapping[int, VenueEvent], blocked: Collection[int]
) -> tuple[Segment, ...]:
    def use(table: int) -> tuple[VenueEvent | None, bool]:
        return by_table.get(table), table in blocked

    made = []
    for (event, is_blocked), tables in groupby(row, key=use):
        some = list(tables)
        made.append(Segment(tables_text(some), len(some), event, is_blocked))
    return tuple(made)
