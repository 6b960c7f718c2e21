"""Matches of a round with their players as plain values, where a page reads all of them.

Five thousand matches with an object of the database for each player take five times as long.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet, prefetch_related_objects

from domain.written_names import marked
from events.models import Enrollment, Event, Match, TableSeat, TeamMember


def members_by_number(event: Event) -> dict[int, list[str]]:
    """Return the members' names of each team in the order of the seats, by enrollment number.

    One query; empty, without a query, in an event of single players.
    """
    members: dict[int, list[str]] = {}
    if event.is_for_teams:
        rows = TeamMember.objects.filter(enrollment__event=event).order_by("enrollment", "seat")
        for number, name in rows.values_list("enrollment__number", "name"):
            members.setdefault(number, []).append(name)
    return members


class RoundPlayer(NamedTuple):
    """The columns of an enrollment that matter while a round is played; `pk` is its key."""

    pk: int
    number: int
    name: str
    state: str
    awarded_byes: int
    fixed_table: int | None
    first_round: int
    reading: str
    namesake: bool = False

    @property
    def is_active(self) -> bool:
        """Whether the player plays: not dropped, not disqualified."""
        return self.state == Enrollment.State.ACTIVE

    @property
    def called(self) -> str:
        """The name, with the number where another player of the event has the same name."""
        return marked(self.name, self.number, self.namesake)


class RoundMatch(NamedTuple):
    """The columns of a match that matter while a round is played, with its players."""

    pk: int
    kind: str
    table: int | None
    has_result: bool
    first: RoundPlayer
    second: RoundPlayer | None
    seats: tuple[RoundPlayer, ...] = ()

    @property
    def first_id(self) -> int:
        """The key of the player who is named first."""
        return self.first.pk

    @property
    def second_id(self) -> int | None:
        """The key of the opponent; None without one."""
        return None if self.second is None else self.second.pk

    @property
    def players(self) -> tuple[RoundPlayer, ...]:
        """Players of the match: by seat, both, or the one without an opponent."""
        if self.seats:
            return self.seats
        return (self.first,) if self.second is None else (self.first, self.second)


_MATCH = ("pk", "kind", "table", "first_wins")
_SIDES = [f"{side}__{name}" for side in ("first", "second") for name in RoundPlayer._fields]
_SECOND = len(_MATCH) + len(RoundPlayer._fields)


def round_matches(matches: QuerySet[Match]) -> list[RoundMatch]:
    """Return matches with their players as plain values, in the requested order.

    One query, and another one for tables of three to five.
    """
    rows = list(matches.values_list(*_MATCH, *_SIDES))
    seated = seated_players([row[0] for row in rows if row[1] == Match.Kind.TABLE])
    return [
        RoundMatch(
            pk=row[0],
            kind=row[1],
            table=row[2],
            has_result=row[3] is not None,
            first=RoundPlayer._make(row[len(_MATCH) : _SECOND]),
            second=None if row[_SECOND] is None else RoundPlayer._make(row[_SECOND:]),
            seats=seated.get(row[0], ()),
        )
        for row in rows
    ]


def read_seats(matches: Iterable[Match]) -> None:
    """Read the players of those matches that are tables of three to five, together.

    One query for the seats and one for the players, none without such a table.
    """
    prefetch_related_objects([match for match in matches if match.is_table], SEATED)


# Prefetches that load the players of tables of three to five with their matches.
SEATED = "table_seats__enrollment"


def seated_players(matches: Sequence[int]) -> dict[int, tuple[RoundPlayer, ...]]:
    """Return the players of tables of three to five by seat, by the key of the match.

    One query, none without such a table.
    """
    if not matches:
        return {}
    columns = [f"enrollment__{name}" for name in RoundPlayer._fields]
    seats = seats_by_match(TableSeat.objects.filter(match__in=matches), *columns)
    return {match: tuple(map(RoundPlayer._make, rows)) for match, rows in seats.items()}


def seats_by_match(seats: QuerySet[TableSeat], *columns: str) -> dict[int, list[list[Any]]]:
    """Return these columns of the seats in seat order, by the key of the match. One query."""
    rows: dict[int, list[list[Any]]] = {}
    for match, *values in seats.order_by("match", "seat").values_list("match", *columns):
        rows.setdefault(match, []).append(values)
    return rows


def round_players(enrollments: QuerySet[Enrollment]) -> list[RoundPlayer]:
    """Return players as plain values, in the requested order. One query."""
    return [RoundPlayer._make(row) for row in enrollments.values_list(*RoundPlayer._fields)]


def players_by_key(keys: Iterable[int]) -> dict[int, RoundPlayer]:
    """Return players as plain values, by key. One query."""
    return {player.pk: player for player in round_players(Enrollment.objects.filter(pk__in=keys))}
