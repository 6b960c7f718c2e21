"""The tables in play on one day, and those that two events use at the same time."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from events.core.seats.places import events_around, places_of, tables_in_play
from events.core.seats.table_ranges import tables_text
from events.models import Event


@dataclass(frozen=True, slots=True)
class SharedTables:
    """Tables of an event that another one uses too; `first` is the lowest of them."""

    other: Event
    tables: str
    first: int


@dataclass(frozen=True, slots=True)
class TablesToday:
    """The tables in play of some events, by key in order, and what each shares with another."""

    in_play: dict[int, list[int]]
    shared: dict[int, list[SharedTables]]


def tables_today(events: Collection[Event]) -> TablesToday:
    """Return the tables of open rounds and called pods. Four queries at most; none without events.

    Events that are not among these count, too, where they share the tables of one that is.
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
