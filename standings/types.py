"""Input and output of the standings engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from standings.profile import Profile

Games = tuple[int, int, int]


class MatchKind(StrEnum):
    """Kind of result at one table; the score gives the winner of a match that was played."""

    PLAYED = "played"
    BYE = "bye"
    UNPAIRED = "unpaired"
    DOUBLE_LOSS = "double-loss"


class Match(NamedTuple):
    """One match of one round; a player has at most one per round.

    `second` is None for a bye and for a player without an opponent (UNPAIRED). `games` is
    (won by first, won by second, drawn), each 0 to 999; a bye has the games that it is worth.
    """

    round: int
    first: int
    second: int | None
    games: Games
    kind: MatchKind = MatchKind.PLAYED


class TableMatch(NamedTuple):
    """One match of three to five players in one round.

    `players` in the order of seats, `marks`: one a seat, w won, d drew, l lost, or all places
    (`domain.table_marks.check_marks`).
    """

    round: int
    players: tuple[int, ...]
    marks: str


@dataclass(frozen=True, slots=True)
class Stage:
    """Rounds `first_round` to `last_round` of an event, both included.

    `swiss` is False for a playoff, whose matches never count. `advancing`: the players who advance;
    the percentages of all others are frozen when the stage has ended. None: everyone.
    """

    first_round: int
    last_round: int
    swiss: bool = True
    advancing: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """All data that the standings depend on; ids of players are arbitrary whole numbers.

    `matches` in any order, only those with a result. `seed` orders players who are equal on
    everything. Disqualified players keep their matches but have no place. `dropped`: players
    who dropped, disqualified or not, and the last round of each; only needed if the profile counts
    drops. `tables`: matches of three to five, if the profile has tables.
    """

    profile: Profile
    players: tuple[int, ...]
    stages: tuple[Stage, ...]
    matches: Sequence[Match]
    disqualified: frozenset[int] = frozenset()
    seed: int = 0
    dropped: Mapping[int, int] = field(default_factory=dict)
    tables: Sequence[TableMatch] = ()
