"""The arithmetic of each figure of a player, as the page shows it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import assert_never

from standings.display import PERCENTAGES, figure
from standings.explained import (
    Average,
    Counted,
    Cumulative,
    Explanation,
    GamesLine,
    Line,
    OwnGames,
    OwnLosses,
    OwnMatches,
    Part,
    Pooled,
    PooledLine,
)
from standings.profile import Profile
from standings.rule_values import Tiebreaker

# Keeps a figure and its sign on one line.
PERCENT = "\N{NO-BREAK SPACE}%"


@dataclass(frozen=True, slots=True)
class ShownLine:
    """One opponent in an average; `won` of `each` x `times` points, where it is such a share.

    `wins` and `draws` are those that count where a draw is `share` of a win.
    """

    line: Line
    name: str
    each: int | None
    times: int | None
    raw: str
    wins: int = 0
    draws: int = 0
    share: str = ""


class Arithmetic(Enum):
    """How a figure is made: of the opponents' figures, of games or matches, or round by round.

    At tables of three to five also of the player's own points, and as a count of tables.
    """

    AVERAGE = auto()
    POOLED = auto()
    GAMES = auto()
    LOSSES = auto()
    CUMULATIVE = auto()
    MATCHES = auto()
    COUNT = auto()


@dataclass(frozen=True, slots=True)
class ShownPart:
    """The arithmetic of one figure.

    `total` is the sum of `lines`, `own` the value before the floor, `ranked` the one that counts
    where it is not the one that is shown. `games` are lines with the opponent's name. `each`: the
    most points of a round, of which a player's own MW% has a share, in `times` rounds.
    """

    kind: Arithmetic
    part: Part
    unit: str
    lines: tuple[ShownLine, ...] = ()
    games: tuple[tuple[GamesLine, str], ...] = ()
    pool: tuple[tuple[PooledLine, str], ...] = ()
    total: str = ""
    own: str = ""
    ranked: str = ""
    each: int | None = None
    times: int | None = None

    @property
    def is_average(self) -> bool:
        """True for the mean of the opponents' figures."""
        return self.kind is Arithmetic.AVERAGE

    @property
    def is_pooled(self) -> bool:
        """True for what all opponents won together."""
        return self.kind is Arithmetic.POOLED

    @property
    def is_of_losses(self) -> bool:
        """True for the share of the matches that were lost."""
        return self.kind is Arithmetic.LOSSES

    @property
    def is_of_games(self) -> bool:
        """True for the share of the games that were won."""
        return self.kind is Arithmetic.GAMES

    @property
    def is_of_matches(self) -> bool:
        """True for the share of the match points that a player could have won."""
        return self.kind is Arithmetic.MATCHES

    @property
    def is_count(self) -> bool:
        """True for a count of tables, or of opponents there."""
        return self.kind is Arithmetic.COUNT

    @property
    def is_cumulative(self) -> bool:
        """True for points that are added up round by round."""
        return self.kind is Arithmetic.CUMULATIVE


def shown_parts(
    profile: Profile, explanation: Explanation, names: dict[int, str]
) -> Iterator[ShownPart]:
    """Yield the arithmetic of each figure that ranks; `names` of the opponents by number."""
    for part in explanation.parts:
        if part.tiebreaker not in profile.ranked_by:
            continue
        name = part.tiebreaker
        unit = PERCENT if name in PERCENTAGES else ""
        if isinstance(part, Average):
            yield ShownPart(
                kind=Arithmetic.AVERAGE,
                part=part,
                unit=unit,
                lines=tuple(_line(profile, name, line, names) for line in part.lines),
                total=figure(name, part.total, profile.digits),
                ranked=figure(name, part.ranked, profile.digits),
            )
        elif isinstance(part, Pooled):
            yield ShownPart(
                kind=Arithmetic.POOLED,
                part=part,
                unit=unit,
                pool=tuple((line, names[line.player]) for line in part.lines),
                ranked=figure(name, part.ranked, profile.digits),
            )
        elif isinstance(part, OwnLosses):
            yield ShownPart(Arithmetic.LOSSES, part, unit)
        elif isinstance(part, OwnGames):
            raw = "" if part.raw is None else figure(name, part.raw, profile.digits)
            ranked = figure(name, part.ranked, profile.digits) if part.ranked != part.value else ""
            games = tuple((line, names.get(line.player or 0, "")) for line in part.lines)
            yield ShownPart(Arithmetic.GAMES, part, unit, games=games, own=raw, ranked=ranked)
        elif isinstance(part, OwnMatches):
            yield _own_matches(profile, part, unit)
        elif isinstance(part, Counted):
            yield ShownPart(Arithmetic.COUNT, part, unit)
        elif isinstance(part, Cumulative):
            yield ShownPart(Arithmetic.CUMULATIVE, part, unit)
        else:
            assert_never(part)


def _own_matches(profile: Profile, part: OwnMatches, unit: str) -> ShownPart:
    """Return the arithmetic of a player's own MW%."""
    raw = "" if part.raw is None else figure(part.tiebreaker, part.raw, profile.digits)
    return ShownPart(
        kind=Arithmetic.MATCHES,
        part=part,
        unit=unit,
        own=raw,
        ranked=figure(part.tiebreaker, part.ranked, profile.digits),
        each=profile.most,
        times=part.possible // profile.most,
    )


def _line(profile: Profile, tiebreaker: Tiebreaker, line: Line, names: dict[int, str]) -> ShownLine:
    each, times = None, None
    record, raw = line.record, ""
    if line.raw is not None:
        raw = figure(tiebreaker, line.raw, profile.digits)
    byes = 0 if profile.bye_counts else record.byes
    if tiebreaker is Tiebreaker.OMW:
        times = record.rounds - byes
        if profile.draw_share is not None:
            wins, share = record.wins - byes, str(profile.draw_share)
            return ShownLine(line, names[line.player], None, times, raw, wins, record.draws, share)
        each = profile.most
        if profile.table_size is not None and line.possible is not None:
            times = line.possible // each
    elif tiebreaker is Tiebreaker.OGW:
        each, times = 3, record.games
    return ShownLine(line, names[line.player], each, times, raw)
