"""Give tables to rounds, pods and single matches, with a venue and without: no table twice.

All code that gives a table, or shows the next ones, uses this module. `places` finds the tables of
other events, `venue_tables` those that a venue gave, `domain.table_allocation` chooses among the
rest.
"""

import datetime
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.table_allocation import first_run
from domain.written_names import written
from events.core.event_write import lock_name
from events.core.progress.presence import fixed_tables
from events.core.refusals import RefusedError
from events.core.seats.places import Neighbours, neighbours, place_of, place_of_day
from events.core.seats.table_numbering import (
    free_tables,
    queues_of_day,
    reserved_tables,
    reserving_queues,
    tables_text,
)
from events.core.seats.venue_tables import (
    choose_in_venue,
    floor_plan,
    full_words,
    give,
    holdings,
    lock_tables_of,
    moved_from,
    not_for_rounds,
)
from events.core.sentences import join_sentences
from events.models import (
    Event,
    GivenTable,
    Organisation,
    Queue,
    Round,
    StaffMember,
)
from pairings.random_draws import Lots

# A new queue gets this many tables if they are free.
QUEUE_TABLES = 40
# At most this many events are named that occupy the tables before the first free one.
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class NextTables:
    """The tables that would be given now, in order; `refusal`: why there are none.

    `others`: the events that have the tables before them, each with its tables there. `queues`: the
    open queues that reserve tables before them, or some of these if no others are free.
    """

    tables: tuple[int, ...]
    others: tuple[tuple[Event, list[int]], ...] = ()
    refusal: str = ""
    queues: tuple[Queue, ...] = ()

    @property
    def is_explained(self) -> bool:
        """Whether `in_use` has a text."""
        return bool(self.others or self.queues)

    @property
    def in_use(self) -> str:
        """Name the events and open queues that have the tables before: "In use: Open (1–177)."."""
        lines = [
            _("%(event)s (%(tables)s)")
            % {"event": written(event.name), "tables": tables_text(tables)}
            for event, tables in self.others[:_MOST_NAMED]
        ]
        words = [_("In use: %(events)s.") % {"events": _(", ").join(lines)}] if lines else []
        words += [
            _("The queue %(queue)s calls pods to tables %(first)d–%(last)d.")
            % {"queue": written(queue.name), "first": queue.first_table, "last": queue.last_table}
            for queue in self.queues[:_MOST_NAMED]
        ]
        return join_sentences(words)

    @property
    def words(self) -> str:
        """Name the next tables, and explain why they are not the first ones."""
        if not self.tables:
            return self.refusal
        words = ngettext("Table %(which)s", "Tables %(which)s", len(self.tables))
        words %= {"which": tables_text(self.tables)}
        if not self.is_explained:
            return words
        return _("%(tables)s. %(in_use)s") % {"tables": words, "in_use": self.in_use}


def tables_for(event: Event, round: Round, wishes: Sequence[int | None]) -> list[int]:
    """Return a table for each match of a round, inside the write that pairs it.

    `wishes`: the fixed table of a match; the first match with a wish for a table gets it, unless
    another event has it. Other tables are given in the order of the matches. In a venue of the
    organisation the event gets them from there, and returns those of the round before that it no
    longer needs; RefusedError if the venue has too few.
    """
    lock_tables(event)
    near = neighbours(place_of(event))
    reserved = reserved_tables(event, reserving_queues(event))
    if event.mapped_venue is None:
        tables = _choose_numbers(event, wishes, near.tables, reserved)
    else:
        venue = event.mapped_venue
        tables, wanted, held = choose_in_venue(event, venue, wishes, near.tables, reserved)
        give(event.mapped_venue.pk, {event.pk: wanted}, held)
    round.seated_before = moved_from(round, tables)
    round.save(update_fields=["seated_before"])
    if event.shuffled_tables:
        return _shuffled(tables, wishes, Lots(round.seed or event.seed, f"tables/{round.number}"))
    return tables


def tables_in_a_row(event: Event, first: int, last: int, count: int) -> range:
    """Return `count` free tables in a row from `first` to `last` for a pod, inside its write.

    Raises RefusedError without them, naming the events that play there.
    """
    lock_tables(event)
    near = neighbours(place_of(event))
    tables = first_run(first, last, count, near.tables | not_for_rounds(event))
    if tables is None:
        words = ngettext(
            "Tables %(first)d to %(last)d do not have %(count)d free table.",
            "Tables %(first)d to %(last)d do not have %(count)d free tables in a row.",
            count,
        ) % {"count": count, "first": first, "last": last}
        in_use = NextTables((), tuple(near.owners_of(range(first, last + 1)))).in_use
        raise RefusedError(f"{words} {in_use}" if in_use else words)
    return tables


def take_tables(event: Event, tables: Iterable[int | None]) -> None:
    """Give an event these tables in addition to its own, inside a write.

    Raises RefusedError, at the field `to`, for a table that another event has.
    """
    wanted = {table for table in tables if table is not None}
    if not wanted:
        return
    lock_tables(event)
    near = neighbours(place_of(event))
    for table in sorted(wanted):
        owner = near.owner_of(table)
        if owner is not None:
            raise RefusedError(_belongs_to(table, owner), "to")
    keep_tables(event, wanted)


def keep_tables(event: Event, tables: Iterable[int | None]) -> None:
    """Have the venue of an event give it the tables at which it already plays, inside a write.

    Does nothing without a venue. Raises RefusedError, at the field `to`, for a table that the venue
    gave to another event.
    """
    wanted = {table for table in tables if table is not None}
    venue = event.mapped_venue_id
    if venue is None or not wanted:
        return
    lock_tables(event)
    rows = GivenTable.objects.filter(venue=venue, table__in=wanted)
    for row in rows.select_related("event"):
        if row.event_id != event.pk:
            raise RefusedError(_belongs_to(row.table, row.event), "to")
        wanted.discard(row.table)
    GivenTable.objects.bulk_create(
        GivenTable(venue_id=venue, event=event, table=table) for table in sorted(wanted)
    )


def take_spare_table(event: Event, taken: set[int]) -> int:
    """Give an event a free table for one more match of a round, inside a write; return it."""
    lock_tables(event)
    table = next(spare_tables(event, taken))
    take_tables(event, [table])
    return table


def spare_tables(event: Event, taken: set[int]) -> Iterator[int]:
    """Yield tables for matches that are added to a round, neither taken nor of other events.

    Tables that open queues reserve are left out; in a venue they are last. Within a venue the
    event's own are first. `take_tables` makes them the event's.
    """
    elsewhere = neighbours(place_of(event)).tables
    reserved = reserved_tables(event, reserving_queues(event))
    if event.mapped_venue is None:
        yield from free_tables(event, taken | elsewhere | reserved)
        return
    held = holdings(event.mapped_venue.pk)
    own = held.given.get(event.pk, frozenset())
    others = {table for key, some in held.given.items() if key != event.pk for table in some}
    never = taken | others | elsewhere | not_for_rounds(event)
    usable = [table for table in floor_plan(event.mapped_venue).tables if table not in never]
    yield from sorted(
        usable, key=lambda table: (table in reserved, table not in own, _distance(table, own))
    )
    raise RefusedError(full_words(event.mapped_venue, held, event, 1), "tables")


def next_tables(event: Event, count: int) -> NextTables:
    """Return the tables that a round of `count` matches would be given now."""
    near = neighbours(place_of(event))
    queues = reserving_queues(event)
    reserved = reserved_tables(event, queues)
    wishes: list[int | None] = [None] * count
    venue, first = event.mapped_venue, event.first_table
    if venue is None:
        tables = _choose_numbers(event, wishes, near.tables, reserved)
        return _explained(tables, near, first, queues)
    try:
        tables, _wanted, _held = choose_in_venue(event, venue, wishes, near.tables, reserved)
    except RefusedError as refused:
        return NextTables((), refusal=str(refused))
    return _explained(tables, near, 1, queues)


def next_for_queues(queues: Iterable[Queue]) -> dict[int, NextTables]:
    """Return the tables of the next pod of each queue, by its key. Six queries for each day."""
    known: dict[datetime.date, Neighbours] = {}
    tables: dict[int, NextTables] = {}
    for queue in queues:
        if queue.date not in known:
            known[queue.date] = neighbours(place_of_day(queue.organisation, queue.date))
        near = known[queue.date]
        own = range(queue.first_table, queue.last_table + 1)
        row = first_run(own.start, own[-1], (queue.size + 1) // 2, near.tables)
        tables[queue.pk] = _explained(row or (), near, own.start)
        if row is None:
            tables[queue.pk] = NextTables((), tuple(near.owners_of(own)))
    return tables


def next_table_of_day(
    organisation: Organisation, date: datetime.date, venue: str, first: int
) -> NextTables:
    """Return the first free table for an event that is planned for a date.

    `first`: its first table, if no venue of the organisation gives the tables.
    """
    place = place_of_day(organisation, date, venue)
    near = neighbours(place)
    order: Iterable[int] = count(first)
    if place.mapped_venue_id is not None:
        order = floor_plan(organisation.venues.get(pk=place.mapped_venue_id)).tables
        first = min(order, default=first)
    queues = queues_of_day(organisation.pk, date)
    taken = near.tables.union(*map(_range_of, queues))
    free = (table for spared in (taken, near.tables) for table in order if table not in spared)
    return _explained(list(islice(free, 1)), near, first, queues)


def free_for_queue(organisation: Organisation, date: datetime.date, least: int) -> NextTables:
    """Return tables in a row for a new queue, of no other event and no other open queue."""
    near = neighbours(place_of_day(organisation, date))
    queues = queues_of_day(organisation.pk, date)
    taken = near.tables.union(*map(_range_of, queues))
    last = max(taken, default=0) + QUEUE_TABLES
    tables = first_run(1, last, QUEUE_TABLES, taken) or first_run(1, last, least, taken)
    return _explained(tables or (), near, 1, queues)


def others_at_tables(
    organisation: Organisation, date: datetime.date, queue: int | None, tables: range
) -> NextTables:
    """Return the events and the other open queues of a date that have some of a queue's tables.

    `queue`: the key of that queue; None for a new one.
    """
    near = neighbours(place_of_day(organisation, date))
    queues = [other for other in queues_of_day(organisation.pk, date) if other.pk != queue]
    shared = tuple(other for other in queues if set(tables).intersection(_range_of(other)))
    return NextTables((), tuple(near.owners_of(tables)), queues=shared)


def lock_tables(event: Event) -> None:
    """Make events that may share tables take them in turn until the write ends."""
    lock_tables_of(event.organisation_id)
    organizers = StaffMember.objects.filter(event=event, organizer=True).order_by("user")
    # Always in the same order, so that two events cannot deadlock.
    for user in organizers.values_list("user", flat=True):
        lock_name(f"tables of organizer {user}")


def _choose_numbers(
    event: Event,
    wishes: Sequence[int | None],
    elsewhere: Collection[int],
    reserved: Collection[int],
) -> list[int]:
    """Return a table for each match without a venue: wishes first, then from the first table on.

    Fixed tables of players in the event are left for them. `reserved`: for open queues; a fixed
    table has priority over them.
    """
    fixed = fixed_tables(event)
    free = islice(free_tables(event, {*fixed, *elsewhere, *reserved}), len(wishes))
    given: set[int] = set()
    tables = []
    for wish in wishes:
        granted = wish is not None and wish not in given and wish not in elsewhere
        table = wish if wish is not None and granted else next(free)
        given.add(table)
        tables.append(table)
    return tables


def _shuffled(tables: list[int], wishes: Sequence[int | None], lots: Lots) -> list[int]:
    """Return the tables with those that are not a wish shuffled, drawn by lot."""
    drawn = [table for table, wish in zip(tables, wishes, strict=True) if table != wish]
    lots.shuffle(drawn)
    rest = iter(drawn)
    return [
        table if table == wish else next(rest) for table, wish in zip(tables, wishes, strict=True)
    ]


def _explained(
    tables: Collection[int], near: Neighbours, usual: int, queues: Sequence[Queue] = ()
) -> NextTables:
    """Return the tables with the events and queues that have the tables before them."""
    before = range(usual, min(tables, default=usual))
    near_queues = [queue for queue in queues if {*before, *tables}.intersection(_range_of(queue))]
    return NextTables(tuple(tables), tuple(near.owners_of(before)), queues=tuple(near_queues))


def _range_of(queue: Queue) -> range:
    return range(queue.first_table, queue.last_table + 1)


def _belongs_to(table: int, owner: Event) -> str:
    words = _("Table %(table)d belongs to %(event)s now. Choose another table.")
    return words % {"table": table, "event": owner.name}


def _distance(table: int, own: Collection[int]) -> int:
    return min((abs(table - mine) for mine in own), default=table)
