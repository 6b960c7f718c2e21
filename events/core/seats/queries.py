"""The room of an event as a map."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from django.db.models import QuerySet

from events.core.adapters import read_seats
from events.core.progress.presence import fixed_tables
from events.core.results.game_queries import reported_games_of_round
from events.core.results.round_rules import rules_of
from events.core.seats.places import neighbours, place_of
from events.core.seats.table_numbering import Room, TableState, room_of
from events.models import Event, Match, Round

ROW = 10


@dataclass(frozen=True, slots=True)
class Cell:
    """A table of the map; `name`: its name, or the player who always sits there.

    `game`: the game in progress at an outstanding table, if its players report games; else 0.
    """

    table: int
    state: TableState
    name: str = ""
    match: Match | None = None
    game: int = 0


@dataclass(frozen=True, slots=True)
class RoomLayout:
    """The tables of a room by row; `outside` are tables in play that are in no row.

    `fixed`: the players who always sit at a table, by table.
    """

    room: Room
    rows: tuple[tuple[int, ...], ...]
    outside: tuple[int, ...]
    round: Round | None
    fixed: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class RoomMap:
    """The room by row; `outside` are tables in play that are in no row."""

    rows: tuple[tuple[Cell, ...], ...]
    outside: tuple[Cell, ...]
    round: Round | None


def room_layout(event: Event) -> RoomLayout:
    """Return the tables of the room, without their matches, in a fixed number of queries."""
    room = room_of(event)
    rounds = event.rounds.posted().order_by("-number")
    round = rounds.defer("posted_rows").first()
    played = set(_seated(round).values_list("table", flat=True))
    names = fixed_tables(event)
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
    """Return the room with the match at each table now, in a fixed number of queries.

    `rows`: those rows of the layout that are shown; matches at tables of other rows are not read.
    """
    layout = room_layout(event) if layout is None else layout
    rows = layout.rows if rows is None else rows
    room, round = layout.room, layout.round
    seated = _seated(round)
    if len(rows) < len(layout.rows):
        seated = seated.filter(table__in=[*chain.from_iterable(rows), *layout.outside])
    matches = {match.table: match for match in seated.select_related("first", "second")}
    read_seats(matches.values())
    games = reported_games_of_round(round) if round and event.takes_games else {}
    rules = rules_of(round) if round and games else None
    elsewhere = neighbours(place_of(event)).tables

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
