"""Tables that a venue gives to its events, each to one event at a time.

A write locks its event first, then the tables of its organisation. No write locks an event that
others can see while it holds tables, so that two writes never wait for each other.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.table_allocation import FloorPlan, TablesMissingError, allocate, free_tables
from domain.table_marks import USUAL_TABLE
from domain.written_names import written
from events.core.event_write import lock_name
from events.core.progress.presence import expected_in, fixed_tables
from events.core.refusals import RefusedError
from events.core.seats.table_numbering import read_blocked, read_rows, room_of, tables_text
from events.models import Event, GivenTable, Match, Round, Venue

# At most this many events are named that could return tables.
MOST_NAMED = 3
# The key of tables that events without this venue use in the same place.
_ELSEWHERE = 0


@dataclass(slots=True)
class Holdings:
    """Tables by event, by its key; `kept`: those that an organizer gave by hand."""

    given: dict[int, frozenset[int]] = field(default_factory=dict)
    kept: dict[int, frozenset[int]] = field(default_factory=dict)


def lock_tables_of(organisation_id: int | None) -> None:
    """Lock the tables of an organisation against other writes until the transaction ends."""
    if organisation_id is not None:
        lock_name(f"tables of organisation {organisation_id}")


def floor_plan(venue: Venue) -> FloorPlan:
    """Return the tables of a venue, its rooms one after the other. One query."""
    rooms = list(venue.rooms.all())
    return FloorPlan(
        tuple(row for room in rooms for row in read_rows(room.rows)),
        frozenset().union(*(read_blocked(room.blocked_tables) for room in rooms)),
    )


def holdings(venue_id: int) -> Holdings:
    """Return the tables that the events of a venue have. One query."""
    given: dict[int, set[int]] = defaultdict(set)
    kept: dict[int, set[int]] = defaultdict(set)
    rows = GivenTable.objects.filter(venue=venue_id).values_list("event", "table", "kept")
    for event, table, by_hand in rows:
        given[event].add(table)
        if by_hand:
            kept[event].add(table)
    return Holdings(
        {event: frozenset(tables) for event, tables in given.items()},
        {event: frozenset(tables) for event, tables in kept.items()},
    )


def choose_in_venue(
    event: Event,
    venue: Venue,
    wishes: Sequence[int | None],
    elsewhere: Collection[int],
    reserved: frozenset[int],
) -> tuple[list[int], frozenset[int], Holdings]:
    """Return a table of the venue for each match of a round, in order; nothing is written.

    `wishes`: the fixed table of a match; a table that another event has is not granted.
    `elsewhere`: tables that other events use there without the venue. `reserved`: for open queues,
    used only if the others are too few. Also returns the tables that the event then has, and the
    venue's current holdings. Raises RefusedError if too few are free.
    """
    plan, held = floor_plan(venue), holdings(venue.pk)
    others = {table for key, some in held.given.items() if key != event.pk for table in some}
    others.update(elsewhere)
    granted: list[int | None] = []
    for wish in wishes:
        granted.append(None if wish in others or wish in granted else wish)
    blocked = plan.blocked | not_for_rounds(event) | fixed_tables(event).keys()
    own_plan = FloorPlan(plan.rows, blocked)
    kept = held.kept.get(event.pk, frozenset())
    count = granted.count(None)
    spared = {**held.given, _ELSEWHERE: reserved.union(elsewhere)}
    if count > len(free_tables(own_plan, {**spared, event.pk: frozenset()})):
        spared[_ELSEWHERE] = frozenset(elsewhere)
    try:
        tables = allocate(own_plan, spared, event.pk, count, kept)
    except TablesMissingError as refused:
        raise RefusedError(full_words(venue, held, event, refused.missing), "tables") from refused
    rest = iter(tables)
    chosen = [next(rest) if table is None else table for table in granted]
    return chosen, frozenset(chosen) | kept, held


def give(venue_id: int, wanted: Mapping[int, Collection[int]], held: Holdings) -> None:
    """Write the tables that these events have from now on; the tables are locked."""
    gone = Q()
    new = []
    for event, tables in wanted.items():
        had = held.given.get(event, frozenset())
        if had - set(tables):
            gone |= Q(event=event, table__in=had - set(tables))
        new += [
            GivenTable(venue_id=venue_id, event_id=event, table=table)
            for table in sorted(set(tables) - had)
        ]
    if gone:
        GivenTable.objects.filter(gone, venue=venue_id).delete()
    GivenTable.objects.bulk_create(new)


def release_tables(event: Event) -> None:
    """Return all tables of an event to its venue, inside a write."""
    GivenTable.objects.filter(event=event).delete()


def tables_needed(events: Collection[int]) -> dict[int, int]:
    """Return how many tables the next round of each event needs at most. Four queries at most.

    Only for events between two rounds: an event with a round in progress is left out.
    """
    open_rounds = Round.objects.exclude(state=Round.State.COMPLETE).filter(event__in=events)
    idle = Event.objects.filter(pk__in=events).exclude(pk__in=open_rounds.values("event"))
    profiles = dict(idle.values_list("pk", "profile"))
    expected = expected_in(profiles)
    return {
        event: -(-expected[event] // (2 if profile.get("table_size") is None else USUAL_TABLE))
        for event, profile in profiles.items()
    }


def open_tables(event: Event) -> set[int]:
    """Return the tables of the round that is paired and not complete. One query."""
    rounds = Round.objects.filter(event=event).exclude(state=Round.State.COMPLETE)
    tables = Match.objects.filter(round__in=rounds, table__isnull=False)
    return {table for table in tables.values_list("table", flat=True) if table}


def moved_from(round: Round, tables: Collection[int]) -> str:
    """Return the tables of the previous round if most tables of this one differ; else ""."""
    earlier = Match.objects.filter(
        round__event=round.event_id, round__number=round.number - 1, table__isnull=False
    )
    before = [table for table in earlier.order_by("table").values_list("table", flat=True) if table]
    moved = before and 2 * len(set(tables) - set(before)) > len(tables)
    return tables_text(before) if moved else ""


def not_for_rounds(event: Event) -> frozenset[int]:
    """Return the tables that the event itself blocks or reserves."""
    room = room_of(event)
    return room.blocked | room.special.keys()


def full_words(venue: Venue, held: Holdings, event: Event, missing: int) -> str:
    """Say that too few tables are free, and which events have more than they need."""
    words = ngettext(
        "%(venue)s is full. %(count)d more table is needed.",
        "%(venue)s is full. %(count)d more tables are needed.",
        missing,
    ) % {"venue": written(venue.name), "count": missing}
    needs = tables_needed([key for key in held.given if key != event.pk])
    spare = {
        key: len(held.given[key]) - need
        for key, need in needs.items()
        if len(held.given[key]) > need
    }
    largest = sorted(spare, key=lambda key: (-spare[key], key))[:MOST_NAMED]
    if not largest:
        return words + " " + _("Add rows to the venue, or wait until an event ends.")
    names = dict(Event.objects.filter(pk__in=largest).values_list("pk", "name"))
    could = [f"{names[key]} ({spare[key]})" for key in largest]
    advice = _("Take back tables from events that have more than they need: %(events)s.")
    return words + " " + advice % {"events": _(", ").join(could)}
