"""Parts of an explanation as codes and numbers, so that a page can word it in any language."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from standings.rule_values import Tiebreaker

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def to_dict(value: DataclassInstance) -> dict[str, object]:
    """Return a dataclass of this module as JSON values; fractions as text such as "829/1344"."""
    return {item.name: _to_json(getattr(value, item.name)) for item in fields(value)}


def _to_json(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return to_dict(value)
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [_to_json(item) for item in value]
    return value


@dataclass(frozen=True, slots=True)
class Record:
    """The record of a player: matches, points, and games behind a percentage.

    Points are whole unless players at a table share the points of their places.
    """

    wins: int
    losses: int
    draws: int
    byes: int
    rounds: int
    points: int | Fraction
    game_points: int
    games: int


@dataclass(frozen=True, slots=True)
class Line:
    """One opponent in an average.

    `raw` is `won` of `possible` (None: nothing played), `used` the value in the sum, `floored`
    whether the floor changed it, `capped` whether the cap for dropped players did. Averages of
    other figures have no `won`.
    """

    round: int
    player: int
    record: Record
    won: int | Fraction | None
    possible: int | None
    raw: Fraction | None
    used: Fraction
    floored: bool
    text: str
    capped: bool = False


@dataclass(frozen=True, slots=True)
class Skipped:
    """A round that an average leaves out: `why` is "bye" or "no-opponent"."""

    round: int
    why: str


@dataclass(frozen=True, slots=True)
class Average:
    """The mean over opponents: `total` / `count` = `value`, rounded to `text`.

    Without opponents `value` is None, shown as a dash and ranked as `ranked`. Where the profile
    cuts figures off, `value` is cut off.
    """

    tiebreaker: Tiebreaker
    lines: tuple[Line, ...]
    skipped: tuple[Skipped, ...]
    total: Fraction
    count: int
    value: Fraction | None
    ranked: Fraction
    text: str


@dataclass(frozen=True, slots=True)
class Phantoms:
    """Opponents that a round adds: `count` of them with `used`; `why` is "bye" or "short-table"."""

    round: int
    count: int
    why: str
    used: Fraction
    text: str


@dataclass(frozen=True, slots=True)
class TableAverage(Average):
    """The mean over the opponents at tables, in the order of seats, and over added opponents."""

    phantoms: tuple[Phantoms, ...]


@dataclass(frozen=True, slots=True)
class OwnMatches:
    """The player's own MW%: `won` of `possible` match points; None without a round."""

    tiebreaker: Tiebreaker
    won: int | Fraction
    possible: int
    raw: Fraction | None
    value: Fraction | None
    ranked: Fraction
    floored: bool
    text: str


@dataclass(frozen=True, slots=True)
class CountLine:
    """The share of one round in a count."""

    round: int
    count: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A count: tables that the player sat at, or opponents at tables that the player won."""

    tiebreaker: Tiebreaker
    lines: tuple[CountLine, ...]
    value: Fraction
    ranked: Fraction
    text: str


@dataclass(frozen=True, slots=True)
class PooledLine:
    """One opponent in a pooled figure, adding `won` of `possible`."""

    round: int
    player: int
    record: Record
    won: Fraction
    possible: int


@dataclass(frozen=True, slots=True)
class Pooled:
    """Results of all opponents together: `won` / `possible` = `value`, as shown in `text`.

    Without opponents `value` is None, shown as a dash and ranked as `ranked`.
    """

    tiebreaker: Tiebreaker
    lines: tuple[PooledLine, ...]
    skipped: tuple[Skipped, ...]
    won: Fraction
    possible: int
    value: Fraction | None
    ranked: Fraction
    text: str


@dataclass(frozen=True, slots=True)
class OwnLosses:
    """The player's own match-loss percentage: `lost` of `matches`; None without a match."""

    tiebreaker: Tiebreaker
    lost: int
    matches: int
    value: Fraction | None
    ranked: Fraction
    text: str


@dataclass(frozen=True, slots=True)
class GamesLine:
    """One round of the player's own games; `player` is None for a bye."""

    round: int
    player: int | None
    game_points: int
    games: int


@dataclass(frozen=True, slots=True)
class OwnGames:
    """GW%: `won` of `possible` game points; shown as `value`, ranked as `ranked`."""

    tiebreaker: Tiebreaker
    lines: tuple[GamesLine, ...]
    won: int
    possible: int
    raw: Fraction | None
    value: Fraction | None
    ranked: Fraction
    floored: bool
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """One round of the cumulative tiebreak: a quarter of the last value plus the points."""

    round: int
    points: int
    value: Fraction


@dataclass(frozen=True, slots=True)
class Cumulative:
    """The cumulative tiebreak, round by round."""

    tiebreaker: Tiebreaker
    steps: tuple[Step, ...]
    value: Fraction
    text: str


Part = Average | Pooled | OwnGames | OwnLosses | Cumulative | OwnMatches | Counted


@dataclass(frozen=True, slots=True)
class Explanation:
    """The parts of one player's figures.

    `frozen_after`: the round after which the percentages were frozen, because the player did not
    advance to the next stage, or dropped (`frozen_by_drop`). `match_win` is the player's
    own MW%, as opponents use it.
    """

    player: int
    record: Record
    floor: Fraction
    frozen_after: int | None
    match_win: Fraction
    parts: tuple[Part, ...]
    frozen_by_drop: bool = False

    def part(self, tiebreaker: Tiebreaker) -> Part:
        """Return the arithmetic of one tiebreaker; raises ValueError for an unused one."""
        for part in self.parts:
            if part.tiebreaker is tiebreaker:
                return part
        raise ValueError(f"{tiebreaker.value} is not explained in this event")

    def to_dict(self) -> dict[str, object]:
        """Return JSON values; fractions as text such as "829/1344"."""
        return to_dict(self)


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure by which two players were compared, and its text."""

    by: str
    first: Fraction
    second: Fraction
    first_text: str
    second_text: str


@dataclass(frozen=True, slots=True)
class Separation:
    """The comparison that puts `ahead` before `behind`.

    `by` is the figure that decided: "points", the value of a tiebreaker, "disqualified" or
    "seed". `compared` lists all figures from match points on, for (ahead, behind); the texts of
    the last one have enough digits to differ.
    """

    ahead: int
    behind: int
    by: str
    compared: tuple[Compared, ...]

    def to_dict(self) -> dict[str, object]:
        """Return JSON values; fractions as text."""
        return to_dict(self)
