"""Matches of a round with their players as plain values, where a page reads all of them.

Five thousand matches with an object of the database for each player take five times as long.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import QuerySet

from domain.written_names import marked
from events.models import Enrollment, Match


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

    @property
    def first_id(self) -> int:
        """The key of the player who is named first."""
        return self.first.pk

    @property
    def second_id(self) -> int | None:
        """The key of the opponent; None without one."""
        return None if self.second is None else self.second.pk

    @property
    def people(self) -> tuple[RoundPlayer, ...]:
        """Players of the match: both, or the one without an opponent."""
        return (self.first,) if self.second is None else (self.first, self.second)


_MATCH = ("pk", "kind", "table", "first_wins")
_SIDES = [f"{side}__{name}" for side in ("first", "second") for name in RoundPlayer._fields]
_SECOND = len(_MATCH) + len(RoundPlayer._fields)


def round_matches(matches: QuerySet[Match]) -> list[RoundMatch]:
    """Return matches with their players as plain values, in the order asked for. One query."""
    rows = matches.values_list(*_MATCH, *_SIDES)
    return [
        RoundMatch(
            pk=row[0],
            kind=row[1],
            table=row[2],
            has_result=row[3] is not None,
            first=RoundPlayer._make(row[len(_MATCH) : _SECOND]),
            second=None if row[_SECOND] is None else RoundPlayer._make(row[_SECOND:]),
        )
        for row in rows
    ]


def round_players(enrollments: QuerySet[Enrollment]) -> list[RoundPlayer]:
    """Return players as plain values, in the order asked for. One query."""
    return [RoundPlayer._make(row) for row in enrollments.values_list(*RoundPlayer._fields)]


def players_by_key(keys: Iterable[int]) -> dict[int, RoundPlayer]:
    """Return players as plain values, by key. One query."""
    return {player.pk: player for player in round_players(Enrollment.objects.filter(pk__in=keys))}
