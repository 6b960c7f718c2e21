"""The tables of the running events, and those that two events use at the same time."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from events.core.seats.table_ranges import tables_text
from events.models import Event, Match, Round


@dataclass(frozen=True, slots=True)
class SharedTables:
    """Tables of an event that another one uses too; `first` is the lowest of them."""

    other: Event
    tables: str
    first: int


def tables_of_rounds(rounds: Iterable[Round]) -> dict[int, list[int]]:
    """Return the tables of each round in order, by the round's key. One query."""
    matches = Match.objects.filter(round__in=list(rounds), table__isnull=False)
    by_round: dict[int, list[int]] = defaultdict(list)
    for round, table in matches.order_by("table").values_list("round", "table"):
        if table is not None:
            by_round[round].append(table)
    return by_round


def shared_tables(used: Mapping[Event, list[int]]) -> dict[int, list[SharedTables]]:
    """Return, by the event's key, the tables that it shares with each other event.

    `used`: the tables of the rounds that are open now. Events in different venues share none, and
    the tables of a platform are nowhere.
    """
    shared: dict[int, list[SharedTables]] = defaultdict(list)
    seated = [(event, set(tables)) for event, tables in used.items() if tables]
    for place, (event, tables) in enumerate(seated):
        for other, others in seated[place + 1 :]:
            both = sorted(tables & others)
            if both and _in_one_room(event, other):
                shared[event.pk].append(SharedTables(other, tables_text(both), both[0]))
                shared[other.pk].append(SharedTables(event, tables_text(both), both[0]))
    return shared


def _in_one_room(event: Event, other: Event) -> bool:
    """Whether two events of one person may share tables: as core/seats/queries.py decides."""
    if event.is_digital or other.is_digital:
        return False
    venues = {event.venue.casefold(), other.venue.casefold()} - {""}
    return len(venues) <= 1
