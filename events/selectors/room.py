"""Which tables a round may use, and the room as a map."""

from dataclasses import dataclass
from itertools import islice

from django.db import connection
from django.db.models import QuerySet

from events.models import Enrollment, Event, Match, Round
from events.models.prepared import Prepared
from events.rules.room import TableState, free_tables, room_of
from events.selectors.states import rules_of
from events.selectors.told_games import told_matches
from pairings.lots import Lots

ROW = 10


_FIXED = Prepared(
    lambda event: (
        Enrollment.objects.filter(
            event=event, state=Enrollment.State.ACTIVE, fixed_table__isnull=False
        )
        .order_by()
        .values_list("fixed_table")
    ),
    int,
)


def tables_for(event: Event, round: Round, count: int) -> list[int]:
    """Return so many tables for the matches of a round, in the order in which they are given.

    Without the fixed seats of those who play in the event, and those at which another event at
    the same place on the same day has a match in its newest round.
    """
    _one_at_a_time(event)
    elsewhere = _matches_elsewhere(event).values_list("table", flat=True)
    taken = {*(table for (table,) in _FIXED(event.pk)), *elsewhere}
    tables = list(islice(free_tables(event, {table for table in taken if table}), count))
    if event.shuffled_tables:
        Lots(round.seed or event.seed, f"tables/{round.number}").shuffle(tables)
    return tables


def _matches_elsewhere(event: Event) -> QuerySet[Match]:
    matches = Match.objects.filter(
        round__event__venue=event.venue,
        round__event__date=event.date,
        round__event__state=Event.State.RUNNING,
        table__isnull=False,
    )
    if not event.venue:
        return matches.none()
    open_rounds = matches.exclude(round__state=Round.State.COMPLETE)
    return open_rounds.exclude(round__event=event)


def _one_at_a_time(event: Event) -> None:
    """Let two events of one room be paired one after the other, until the transaction ends."""
    if event.venue and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            place = f"{event.venue}/{event.date}"
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [place])


@dataclass(frozen=True, slots=True)
class Cell:
    """A table of the map; `name`: what it is called or who always sits there.

    `game`: which one is played at an outstanding table, where its players tell that; else 0.
    """

    table: int
    state: TableState
    name: str = ""
    match: Match | None = None
    game: int = 0


@dataclass(frozen=True, slots=True)
class RoomMap:
    """The room by row; `outside` are tables in play that no row has."""

    rows: tuple[tuple[Cell, ...], ...]
    outside: tuple[Cell, ...]
    round: Round | None


def room_map(event: Event) -> RoomMap:
    """Return the room with what is played at each table now, in a fixed number of queries."""
    room = room_of(event)
    round = event.rounds.exclude(state=Round.State.UNPOSTED).order_by("-number").first()
    seated = round.matches.filter(table__isnull=False) if round else Match.objects.none()
    matches = {match.table: match for match in seated.select_related("first", "second")}
    games = told_matches(round) if round and event.takes_games else {}
    rules = rules_of(round) if round and games else None
    elsewhere = set(_matches_elsewhere(event).values_list("table", flat=True))
    fixed: dict[int | None, str] = dict(
        event.enrollments.filter(
            state=Enrollment.State.ACTIVE, fixed_table__isnull=False
        ).values_list("fixed_table", "name")
    )

    def cell(table: int) -> Cell:
        match = matches.get(table)
        name = room.special.get(table) or fixed.get(table, "")
        if match is not None:
            state = TableState.REPORTED if match.has_result else TableState.OUTSTANDING
        elif table in room.blocked:
            state = TableState.BLOCKED
        elif table in elsewhere:
            state = TableState.ELSEWHERE
        else:
            state = TableState.SPECIAL if table in room.special else TableState.FREE
        told = games.get(match.pk) if match is not None and not match.has_result else None
        playing = told is not None and rules is not None and told.decided(rules) is None
        return Cell(table, state, name, match, told.current if told and playing else 0)

    in_rows = {table for row in room.rows for table in row}
    known = {table for table in (*matches, *room.special, *fixed) if table is not None}
    rows, outside = room.rows, sorted(known - in_rows)
    if not rows:
        rows = tuple(tuple(outside[at : at + ROW]) for at in range(0, len(outside), ROW))
        outside = []
    return RoomMap(
        rows=tuple(tuple(cell(table) for table in row) for row in rows),
        outside=tuple(cell(table) for table in outside),
        round=round,
    )
