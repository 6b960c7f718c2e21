"""Lines of posted pairings and of published standings, as people read them."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from events.models import Enrollment
from standings.display import figure
from standings.profile import Profile
from standings.rule_values import Tiebreaker


class PairingRow(NamedTuple):
    """One player's line of the posted pairings.

    `opponent` is an object as in `Round.posted_rows`, None for a bye or an assigned loss. `moved`:
    the table has changed since the round was posted. A table of three to five has no single
    opponent: `seat` is the player's own, `seats` all players in the order of the seats.
    """

    table: int | None
    kind: str
    number: int
    name: str
    record: str
    opponent: dict[str, Any] | None
    members: tuple[str, ...] = ()
    moved: bool = False
    reading: str = ""
    sort: str = ""
    seat: int = 0
    seats: tuple[dict[str, Any], ...] = ()

    @property
    def opponents(self) -> tuple[dict[str, Any], ...]:
        """The other players at the table, in the order of the seats."""
        if self.seats:
            return tuple(other for other in self.seats if other["number"] != self.number)
        return () if self.opponent is None else (self.opponent,)


def seats_by_table(rows: Iterable[PairingRow]) -> list[tuple[int, tuple[dict[str, Any], ...]]]:
    """Return the tables of three to five, each with its players by seat; none in other rounds."""
    tables = {row.table: row.seats for row in rows if row.table is not None and row.seats}
    return sorted(tables.items())


class StandingRow(NamedTuple):
    """One line of published standings; `figures` are in the order of `shown_tiebreakers`."""

    place: int | None
    number: int
    name: str
    state: str
    points: float
    record: str
    figures: tuple[str, ...]
    drawn: bool
    members: tuple[str, ...] = ()
    reading: str = ""

    @property
    def is_active(self) -> bool:
        """Whether the player plays: not dropped, not disqualified."""
        return self.state == Enrollment.State.ACTIVE


def same_rows(before: Sequence[dict[str, Any]], now: Sequence[dict[str, Any]]) -> bool:
    """Return whether two versions of the standings read the same; a drop alone changes no line."""
    return len(before) == len(now) and all(
        {**old, "state": ""} == {**new, "state": ""} for old, new in zip(before, now, strict=True)
    )


def players_in_row(row: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
    """Return the players of an object of `Round.posted_rows`: by seat, both, or the only one."""
    if seats := row.get("seats"):
        return tuple(seats)
    return (row["first"],) if row["second"] is None else (row["first"], row["second"])


def lines_of(row: dict[str, Any]) -> Iterable[PairingRow]:
    """Return the lines of the players of an object of `Round.posted_rows`."""
    table, kind, first, second = row["table"], row["kind"], row["first"], row["second"]
    if seats := tuple(row.get("seats", ())):
        return tuple(
            _line(table, kind, player, None)._replace(seat=seat, seats=seats)
            for seat, player in enumerate(seats, 1)
        )
    if second is None:
        return (_line(table, kind, first, None),)
    return _line(table, kind, first, second), _line(table, kind, second, first)


def _line(
    table: int | None, kind: str, player: dict[str, Any], opponent: dict[str, Any] | None
) -> PairingRow:
    also = player.get
    return PairingRow(
        table,
        kind,
        player["number"],
        player["name"],
        player["record"],
        opponent,
        tuple(also("members", ())),
        also("moved", False),
        also("reading", ""),
        also("sort", ""),
    )


def shown_tiebreakers(profile: Profile) -> tuple[Tiebreaker, ...]:
    """Return the tiebreakers shown next to each name; head-to-head has no figure for one player."""
    return tuple(code for code in profile.ranked_by if code is not Tiebreaker.HEAD_TO_HEAD)


def standing_row(row: dict[str, Any], columns: tuple[Tiebreaker, ...], digits: int) -> StandingRow:
    """Return one stored line of standings as people read it."""
    # Tiebreaker names differ from all other keys of a row.
    values = {**row["other"], **row} if row["other"] else row
    return StandingRow(
        place=row["place"],
        number=row["number"],
        name=row["name"],
        state=row["state"],
        points=row["points"],
        record=f"{row['wins']}-{row['losses']}-{row['draws']}",
        figures=tuple([_figure(code, values.get(code), digits) for code in columns]),
        drawn=row["drawn"],
        members=tuple(row.get("members", ())),
        reading=row.get("reading", ""),
    )


@lru_cache(maxsize=20_000)
def _figure(code: Tiebreaker, value: str | int | None, digits: int) -> str:
    """Return a stored tiebreaker as people read it."""
    return figure(code, None if value is None else Fraction(value), digits)
