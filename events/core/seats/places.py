"""Find the events that share tables, and the tables that each has now: no other module does."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from events.core.progress.queries import next_step
from events.models import Event, GivenTable, Match, Organisation, QueuePod, Round, StaffMember


@dataclass(frozen=True, slots=True)
class Place:
    """Time and place at which an event, or one that is not created yet, needs tables.

    `organizers`: keys of accounts. `mapped_venue_id`: the venue of the organisation that gives the
    tables. `is_nowhere`: it is played only on a platform. `event_id`: None before it is created.
    `origin`: name and seed; an event with the same two is this one, imported again.
    """

    date: datetime.date
    organisation_id: int | None = None
    organizers: frozenset[int] = frozenset()
    venue: str = ""
    mapped_venue_id: int | None = None
    is_nowhere: bool = False
    event_id: int | None = None
    origin: tuple[str, int] | None = None

    def shares_with(self, other: "Place") -> bool:
        """Return whether the two use one set of table numbers.

        They do on one day in one organisation, or with an organizer in common, unless they name
        different venues. The name of a venue alone proves nothing: strangers may both write "Game
        store". Events with tables from one venue share them on every day.
        """
        if self.is_nowhere or other.is_nowhere or self.is_same(other):
            return False
        if self.mapped_venue_id is not None and self.mapped_venue_id == other.mapped_venue_id:
            return True
        related = self.organisation_id is not None and (
            self.organisation_id == other.organisation_id
        )
        venues = {self.venue.casefold(), other.venue.casefold()} - {""}
        is_related = related or bool(self.organizers & other.organizers)
        return self.date == other.date and is_related and len(venues) < 2

    def is_same(self, other: "Place") -> bool:
        """Return whether both are places of the same event."""
        if self.event_id is not None and self.event_id == other.event_id:
            return True
        return self.origin is not None and self.origin == other.origin


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Other events at a place, by key, and the tables that each has."""

    events: Mapping[int, Event]
    given: Mapping[int, frozenset[int]]

    @property
    def tables(self) -> set[int]:
        """All tables of these events."""
        return set().union(*self.given.values())

    def owner_of(self, table: int) -> Event | None:
        """Return the event that has a table; None if it is free."""
        keys = (key for key, tables in self.given.items() if table in tables)
        return self.events.get(next(keys, 0))

    def owners_of(self, tables: Collection[int]) -> list[tuple[Event, list[int]]]:
        """Return the events that have some of these tables, with those, the lowest first."""
        owners = [
            (self.events[key], sorted(given.intersection(tables)))
            for key, given in self.given.items()
        ]
        return sorted((line for line in owners if line[1]), key=lambda line: line[1])


def place_of(event: Event) -> Place:
    """Return the place of an event. One query."""
    return places_of([event])[event.pk]


def places_of(events: Collection[Event]) -> dict[int, Place]:
    """Return the place of each event, by its key. One query."""
    organizers: dict[int, set[int]] = defaultdict(set)
    keys = [event.pk for event in events]
    rows = StaffMember.objects.filter(event__in=keys, organizer=True)
    for event_id, user in rows.values_list("event", "user"):
        organizers[event_id].add(user)
    return {
        event.pk: Place(
            date=event.date,
            organisation_id=event.organisation_id,
            organizers=frozenset(organizers[event.pk]),
            venue=event.venue,
            mapped_venue_id=event.mapped_venue_id,
            is_nowhere=event.is_digital and not event.venue,
            event_id=event.pk,
            origin=(event.name, event.seed),
        )
        for event in events
    }


def place_of_day(organisation: Organisation, date: datetime.date, venue: str = "") -> Place:
    """Return the place of an event or a queue that an organisation plans for a date. One query."""
    known = organisation.venues.filter(name__iexact=venue).first() if venue else None
    return Place(
        date=date,
        organisation_id=organisation.pk,
        venue=venue,
        mapped_venue_id=known.pk if known else None,
    )


def neighbours(place: Place) -> Neighbours:
    """Return the other events at a place with the tables that they have.

    An event has tables while it runs: those of its venue and of its open round; between two rounds
    those of the last one, for the next. A pod has its tables from the call until it is over. One
    query if no event is near, else six, and a few for each event between two rounds.
    """
    others = _around(
        [place.organisation_id], place.organizers, [place.date], [place.mapped_venue_id]
    )
    near = {event.pk: event for event in others.exclude(pk=place.event_id or 0)}
    places = places_of(near.values()) if near else {}
    shared = {key: event for key, event in near.items() if place.shares_with(places[key])}
    if not shared:
        return Neighbours({}, {})
    tables = tables_in_play(shared)
    for key, some in _between_rounds(shared).items():
        tables[key].update(some)
    for key, block in _of_pods(shared, Event.State.RUNNING):
        tables[key].update(block)
    given = GivenTable.objects.filter(event__in=shared).values_list("event", "table")
    for key, table in given:
        tables[key].add(table)
    return Neighbours(shared, {key: frozenset(some) for key, some in tables.items()})


def events_around(events: Collection[Event]) -> QuerySet[Event]:
    """Return the events that may share tables with one of these; `shares_with` decides."""
    keys = [event.pk for event in events]
    return _around(
        {event.organisation_id for event in events},
        StaffMember.objects.filter(event__in=keys, organizer=True).values("user"),
        {event.date for event in events},
        {event.mapped_venue_id for event in events},
    ).exclude(pk__in=keys)


def _around(
    organisations: Collection[int | None],
    organizers: Collection[int] | QuerySet[StaffMember, Any],
    dates: Collection[datetime.date],
    venues: Collection[int | None],
) -> QuerySet[Event]:
    """Return the related events of these days and venues.

    A finished event, or one that is not fully imported, needs no table.
    """
    members = StaffMember.objects.filter(organizer=True, user__in=organizers)
    related = Q(pk__in=members.values("event")) | Q(organisation__in=set(organisations) - {None})
    holding = GivenTable.objects.filter(event=OuterRef("pk"), venue__in=set(venues) - {None})
    on = Q(date__in=dates) | Q(Exists(holding))
    return Event.objects.filter(related, on).exclude(state=Event.State.FINISHED)


def tables_in_play(events: Collection[int]) -> dict[int, set[int]]:
    """Return the tables of open rounds, and of pods that are called, by event. Two queries."""
    tables: dict[int, set[int]] = defaultdict(set)
    matches = _seated(events).exclude(round__state=Round.State.COMPLETE)
    for event, table in matches.values_list("round__event", "table"):
        tables[event].add(table or 0)
    for event, some in _of_pods(events, Event.State.SETUP):
        tables[event].update(some)
    return tables


def _of_pods(events: Collection[int], state: Event.State) -> list[tuple[int, range]]:
    """Return the tables of called pods whose events are in this state."""
    pods = QueuePod.objects.filter(event__in=events, event__state=state)
    rows = pods.values_list("event", "first_table", "last_table")
    return [(event or 0, range(first, last + 1)) for event, first, last in rows]


def _between_rounds(events: Mapping[int, Event]) -> dict[int, set[int]]:
    """Return the tables of complete rounds that the next round of their events will need.

    Only of events without a venue: a venue stores the tables between two rounds.
    """
    numbered = [key for key, event in events.items() if event.mapped_venue_id is None]
    later = Round.objects.filter(
        event=OuterRef("round__event"), number__gt=OuterRef("round__number")
    )
    last = _seated(numbered).filter(~Exists(later), round__state=Round.State.COMPLETE)
    tables: dict[int, set[int]] = defaultdict(set)
    for event, table in last.values_list("round__event", "table"):
        tables[event].add(table or 0)
    return {key: some for key, some in tables.items() if _goes_on(events[key])}


def _goes_on(event: Event) -> bool:
    step = next_step(event)
    return step is not None and not step.is_finish


def _seated(events: Collection[int]) -> QuerySet[Match]:
    return Match.objects.filter(
        round__event__in=events, round__event__state=Event.State.RUNNING, table__isnull=False
    ).order_by()
