"""Tables without a result as plain values, because a desk, a floor and a form list all of them.

Four thousand matches with an object of the database for each player take ten times as long.
"""

import datetime
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from domain.written_names import marked, written
from events.core.adapters.round_matches import seats_by_match
from events.models import Round, TableSeat


class SeatedPlayer(Protocol):
    """A player at a table: an enrollment, or its columns."""

    @property
    def number(self) -> int:
        """The player's number in the event."""

    @property
    def called(self) -> str:
        """The name, with the number if another player has the same name."""

    @property
    def name(self) -> str:
        """The name as shown."""

    @property
    def reading(self) -> str:
        """The phonetic name."""

    @property
    def fixed_table(self) -> int | None:
        """The table where the player always sits."""


class SeatedMatch(Protocol):
    """A match in a list of tables: a database object, or its columns."""

    @property
    def pk(self) -> int:
        """Its key."""

    @property
    def table(self) -> int | None:
        """Its table."""

    @property
    def extension_minutes(self) -> int:
        """Time extension in minutes."""

    @property
    def turns_at(self) -> datetime.datetime | None:
        """Start of its additional turns."""

    @property
    def judge_name(self) -> str:
        """User name of the judge at the table; empty without one."""

    @property
    def first(self) -> SeatedPlayer:
        """The player who is named first."""

    @property
    def second(self) -> SeatedPlayer | None:
        """The opponent."""

    @property
    def players(self) -> Sequence[SeatedPlayer]:
        """The players: by seat, or both."""


class OutstandingPlayer(NamedTuple):
    """The columns of an enrollment that lists of outstanding tables show."""

    number: int
    name: str
    reading: str
    fixed_table: int | None
    namesake: bool = False

    @property
    def called(self) -> str:
        """The name, with the number where another player of the event has the same name."""
        return marked(self.name, self.number, self.namesake)

    @property
    def written(self) -> str:
        """The player's name within a sentence."""
        return written(self.called)


class OutstandingMatch(NamedTuple):
    """The columns of a match without a result that lists of tables show, with its players."""

    pk: int
    table: int | None
    extension_minutes: int
    extension_reason: str
    turns_at: datetime.datetime | None
    judge_id: int | None
    judge_name: str
    first: OutstandingPlayer
    second: OutstandingPlayer | None
    seats: tuple[OutstandingPlayer, ...] = ()

    @property
    def players(self) -> tuple[OutstandingPlayer, ...]:
        """The players: by seat, or both."""
        if self.seats or self.second is None:
            return self.seats
        return self.first, self.second

    @property
    def is_table(self) -> bool:
        """True for a table of three to five."""
        return bool(self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names within a sentence."""
        return tuple(player.written for player in self.players)


_MATCH = (
    *("pk", "table", "extension_minutes", "extension_reason", "turns_at"),
    *("judge_id", "judge__username"),
)
_SIDES = [f"{side}__{name}" for side in ("first", "second") for name in OutstandingPlayer._fields]
_SECOND = len(_MATCH) + len(OutstandingPlayer._fields)


def outstanding_matches(round: Round) -> list[OutstandingMatch]:
    """Return the matches without a result, in the order of the tables. One query.

    A bye and an assigned loss have their result from the start. Another query reads the seats of
    tables of three to five.
    """
    matches = round.matches.outstanding().order_by("table")
    seated = _seated(round) if round.stage.is_tables else {}
    return [
        OutstandingMatch(
            pk=row[0],
            table=row[1],
            extension_minutes=row[2],
            extension_reason=row[3],
            turns_at=row[4],
            judge_id=row[5],
            judge_name=row[6] or "",
            first=OutstandingPlayer._make(row[len(_MATCH) : _SECOND]),
            second=None if row[_SECOND] is None else OutstandingPlayer._make(row[_SECOND:]),
            seats=seated.get(row[0], ()),
        )
        for row in matches.values_list(*_MATCH, *_SIDES)
    ]


def _seated(round: Round) -> dict[int, tuple[OutstandingPlayer, ...]]:
    """Return the players of the outstanding tables of a round by seat, by the key of the match."""
    columns = [f"enrollment__{name}" for name in OutstandingPlayer._fields]
    rows = TableSeat.objects.filter(match__round=round, match__first_wins__isnull=True)
    seats = seats_by_match(rows, *columns)
    return {match: tuple(map(OutstandingPlayer._make, rows)) for match, rows in seats.items()}
