"""Which tables a round may use, and the room as a map."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from django.db import connection
from django.db.models import Q, QuerySet

from events.core.results.game_queries import reported_games_of_round
from events.core.results.round_rules import rules_of
from events.core.seats.table_numbering import Room, TableState, free_tables, room_of
from events.core.seats.venue_tables import moved_from, seat_matches
from events.models import Enrollment, Event, Match, Round, StaffMember
from pairings.random_draws import Lots

ROW = 10


def tables_for(event: Event, round: Round, wishes: Sequence[int | None]) -> list[int]:
    """Return a table for each match of a round, inside the write that pairs it.

    `wishes`: the fixed table of a match; the first match that wishes a table has it. Other tables
    are given in the order of the matches: not the fixed tables of those who play in the event, nor
    those at which another event in the same room has a match of an open round. In a venue of the
    organisation the event gets them from there; RefusedError where it has too few.
    """
    _one_at_a_time(event)
    matches = _matches_elsewhere(event)
    elsewhere = {table for table in matches.values_list("table", flat=True) if table}
    lots = Lots(round.seed or event.seed, f"tables/{round.number}")
    if event.mapped_venue is not None:
        tables = seat_matches(event, event.mapped_venue, wishes, elsewhere)
        round.seated_before = moved_from(round, tables)
        round.save(update_fields=["seated_before"])
        return _shuffled(tables, wishes, lots) if event.shuffled_tables else tables
    active = event.enrollments.filter(state=Enrollment.State.ACTIVE)
    fixed = {table for table in active.values_list("fixed_table", flat=True) if table}
    free = list(islice(free_tables(event, fixed | elsewhere), len(wishes)))
    if event.shuffled_tables:
        lots.shuffle(free)
    rest, given = iter(free), set[int]()
    tables = []
    for wish in wishes:
        table = wish if wish is not None and wish not in given else next(rest)
        given.add(table)
        tables.append(table)
    return tables


def _shuffled(tables: list[int], wishes: Sequence[int | None], lots: Lots) -> list[int]:
    """Return the tables that nobody wished in another order, drawn by lot."""
    drawn = [table for table, wish in zip(tables, wishes, strict=True) if table != wish]
    lots.shuffle(drawn)
    rest = iter(drawn)
    return [
        table if table == wish else next(rest) for table, wish in zip(tables, wishes, strict=True)
    ]


def _matches_elsewhere(event: Event) -> QuerySet[Match]:
    """Return the matches at tables of the same room in other events that are being played.

    Two events are in one room when they are on the same day, have the same organisation or share
    an organizer, and do not name different venues. The venue's text alone proves nothing: strangers
    may both write "Game store".
    An event with the same name and seed is this one, imported again.
    """
    if event.is_digital and not event.venue:
        return Match.objects.none()
    ours = Q(round__event__in=_theirs(event))
    if event.organisation_id is not None:
        ours |= Q(round__event__organisation=event.organisation_id)
    same = Q(round__event__seed=event.seed, round__event__name=event.name)
    others = ours & ~Q(round__event=event) & ~same
    unsaid = Q(round__event__venue="", round__event__platform="")
    if event.venue:
        others &= Q(round__event__venue__iexact=event.venue) | unsaid
    else:
        others &= ~Q(round__event__venue="") | unsaid
    if event.mapped_venue_id is not None:
        # Their tables are known by what the venue gave them.
        others &= ~Q(round__event__mapped_venue=event.mapped_venue_id)
    # Joined, not one query in another: Django composes an inner query again for each outer one.
    return Match.objects.filter(
        others,
        ~Q(round__state=Round.State.COMPLETE),
        round__event__date=event.date,
        round__event__state=Event.State.RUNNING,
        # An import is no event before all of it is there.
        round__event__importing_since=None,
        table__isnull=False,
    ).order_by()


def _theirs(event: Event) -> QuerySet[StaffMember, int]:
    """Return the keys of the events of which an organizer may edit this event too."""
    organizers = StaffMember.objects.filter(event=event, organizer=True).values("user")
    theirs = StaffMember.objects.filter(organizer=True, user__in=organizers)
    return theirs.values_list("event", flat=True)


def _one_at_a_time(event: Event) -> None:
    """Let events that may share a room be paired one after the other, until the write ends."""
    if connection.vendor != "postgresql":
        return
    organizers = StaffMember.objects.filter(event=event, organizer=True).order_by("user")
    # In one order everywhere, so that no two events wait for each other.
    places = [f"tables/{event.date}/{user}" for user in organizers.values_list("user", flat=True)]
    places.append(f"tables/{event.date}/of organisation {event.organisation_id}")
    with connection.cursor() as cursor:
        for place in places:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [place])


@dataclass(frozen=True, slots=True)
class Cell:
    """A table of the map; `name`: its name, or the player who always sits there.

    `game`: the game in progress at an outstanding table, where its players report games; else 0.
    """

    table: int
    state: TableState
    name: str = ""
    match: Match | None = None
    game: int = 0


@dataclass(frozen=True, slots=True)
class RoomLayout:
    """The tables of a room by row; `outside` are tables in play that no row has.

    `fixed`: the players who always sit at a table, by table.
    """

    room: Room
    rows: tuple[tuple[int, ...], ...]
    outside: tuple[int, ...]
    round: Round | None
    fixed: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class RoomMap:
    """The room by row; `outside` are tables in play that no row has."""

    rows: tuple[tuple[Cell, ...], ...]
    outside: tuple[Cell, ...]
    round: Round | None


def room_layout(event: Event) -> RoomLayout:
    """Return which tables the room has, without their matches, in a fixed number of queries."""
    room = room_of(event)
    rounds = event.rounds.exclude(state=Round.State.UNPOSTED).order_by("-number")
    round = rounds.defer("posted_rows").first()
    played = set(_seated(round).values_list("table", flat=True))
    fixed = event.enrollments.filter(state=Enrollment.State.ACTIVE, fixed_table__isnull=False)
    names = {table: name for table, name in fixed.values_list("fixed_table", "name") if table}
    in_rows = {table for row in room.rows for table in row}
    known = {table for table in (*played, *room.special, *names) if table is not None}
    rows, outside = room.rows, sorted(known - in_rows)
    if not rows:
        rows = tuple(tuple(outside[at : at + ROW]) for at in range(0, len(outside), ROW))
        outside = []
    return RoomLayout(room, rows, tuple(outside), round, names)


def room_map(
    event: Event,
    layout: RoomLayout | None = None,
    rows: Sequence[tuple[int, ...]] | None = None,
) -> RoomMap:
    """Return the room with what is played at each table now, in a fixed number of queries.

    `rows`: those rows of the layout that are shown; matches at tables of other rows are not read.
    """
    layout = room_layout(event) if layout is None else layout
    rows = layout.rows if rows is None else rows
    room, round = layout.room, layout.round
    seated = _seated(round)
    if len(rows) < len(layout.rows):
        seated = seated.filter(table__in=[*chain.from_iterable(rows), *layout.outside])
    matches = {match.table: match for match in seated.select_related("first", "second")}
    games = reported_games_of_round(round) if round and event.takes_games else {}
    rules = rules_of(round) if round and games else None
    elsewhere = set(_matches_elsewhere(event).values_list("table", flat=True))

    def cell(table: int) -> Cell:
        match = matches.get(table)
        name = room.special.get(table) or layout.fixed.get(table, "")
        if match is not None:
            state = TableState.REPORTED if match.has_result else TableState.OUTSTANDING
        elif table in room.blocked:
            state = TableState.BLOCKED
        elif table in elsewhere:
            state = TableState.ELSEWHERE
        else:
            state = TableState.SPECIAL if table in room.special else TableState.FREE
        reported = games.get(match.pk) if match is not None and not match.has_result else None
        playing = reported is not None and rules is not None and reported.decided(rules) is None
        return Cell(table, state, name, match, reported.current if reported and playing else 0)

    return RoomMap(
        rows=tuple(tuple(cell(table) for table in row) for row in rows),
        outside=tuple(cell(table) for table in layout.outside),
        round=round,
    )


def _seated(round: Round | None) -> QuerySet[Match]:
    return round.matches.filter(table__isnull=False) if round else Match.objects.none()
