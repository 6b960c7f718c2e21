"""What goes into the standings engine and what comes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from standings.profile import Profile, Tiebreaker

__all__ = [
    "Games",
    "Match",
    "MatchKind",
    "Profile",
    "Row",
    "Scales",
    "Stage",
    "Tiebreaker",
    "Tournament",
]

Games = tuple[int, int, int]


class MatchKind(StrEnum):
    """What happened at one table; the score says who won a match that was played."""

    PLAYED = "played"
    BYE = "bye"
    UNPAIRED = "unpaired"
    DOUBLE_LOSS = "double-loss"


class Match(NamedTuple):
    """One match of one round; a player has at most one in a round.

    `second` is None for a bye and for a player without an opponent (UNPAIRED). `games` is
    (won by first, won by second, drawn), each 0 to 999; a bye holds the games it is worth.
    A tuple, because tens of thousands of them are read for one standings.
    """

    round: int
    first: int
    second: int | None
    games: Games
    kind: MatchKind = MatchKind.PLAYED


@dataclass(frozen=True, slots=True)
class Stage:
    """Rounds `first_round` to `last_round` of an event, both included.

    `swiss` is False for a playoff, whose matches never count. `advancing` names who goes on;
    the percentages of everybody else are frozen when the stage has ended. None: everybody.
    """

    first_round: int
    last_round: int
    swiss: bool = True
    advancing: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything the standings depend on; ids of players are arbitrary whole numbers.

    `matches` in any order, only those with a result. `seed` orders players who are equal on
    everything. Disqualified players keep their matches but have no place.
    """

    profile: Profile
    players: tuple[int, ...]
    stages: tuple[Stage, ...]
    matches: Sequence[Match]
    disqualified: frozenset[int] = frozenset()
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Scales:
    """The common denominators of one standings: a value is its whole number over these."""

    profile: Profile
    omw: int
    gw: int
    ogw: int
    others: tuple[tuple[Tiebreaker, int], ...] = ()


class Row(NamedTuple):
    """One line of the standings.

    `place` is 1 to n, all distinct; None for disqualified players, who come last. `wins`
    include `byes`, `losses` include rounds without an opponent. `rounds` are those the
    player took part in, `faced` counts opponents, `games` counts games played. `drawn`: the
    order against a neighbour was drawn from the seed.

    `ranked` holds the exact ranking values of OMW%, GW%, OGW% and of the other tiebreakers
    of the profile as whole numbers over the denominators in `scales`.
    """

    place: int | None
    player: int
    points: int
    wins: int
    losses: int
    draws: int
    byes: int
    rounds: int
    faced: int
    games: int
    game_points: int
    drawn: bool
    ranked: tuple[int, ...]
    scales: Scales

    @property
    def omw(self) -> Fraction | None:
        """OMW% as shown, a fraction of 1; None (a dash) without an opponent."""
        return Fraction(self.ranked[0], self.scales.omw) if self.faced else None

    @property
    def gw(self) -> Fraction | None:
        """The player's own GW% as shown; None (a dash) without games."""
        profile = self.scales.profile
        if not self.games or not profile.use_games:
            return None
        value = Fraction(self.game_points, 3 * self.games)
        return max(value, profile.floor) if profile.show_own_gw_floored else value

    @property
    def ogw(self) -> Fraction | None:
        """OGW% as shown; None (a dash) without an opponent."""
        if not self.faced or not self.scales.profile.use_games:
            return None
        return Fraction(self.ranked[2], self.scales.ogw)

    def exact(self, tiebreaker: Tiebreaker) -> Fraction:
        """The value that ranks; raises ValueError for one that the profile does not use."""
        scales = self.scales
        if tiebreaker is Tiebreaker.OMW:
            return Fraction(self.ranked[0], scales.omw)
        if tiebreaker is Tiebreaker.GW:
            return Fraction(self.ranked[1], scales.gw)
        if tiebreaker is Tiebreaker.OGW:
            return Fraction(self.ranked[2], scales.ogw)
        for position, (name, scale) in enumerate(scales.others, start=3):
            if name is tiebreaker:
                return Fraction(self.ranked[position], scale)
        raise ValueError(f"{tiebreaker} is not a tiebreaker of profile {scales.profile.name}")

    def shown(self, tiebreaker: Tiebreaker) -> Fraction | None:
        """The value as shown: None is a dash."""
        if tiebreaker is Tiebreaker.GW:
            return self.gw
        if tiebreaker is Tiebreaker.OGW:
            return self.ogw
        needs_opponent = tiebreaker is not Tiebreaker.CUMULATIVE
        return None if needs_opponent and not self.faced else self.exact(tiebreaker)

    def to_dict(self) -> dict[str, object]:
        """The row as JSON values; fractions as text such as "829/1344"."""
        found: dict[str, object] = {
            name: getattr(self, name)
            for name in ("place", "player", "points", "wins", "losses", "draws", "byes", "rounds")
        }
        used = (Tiebreaker.OMW, Tiebreaker.GW, Tiebreaker.OGW)
        for name in used + tuple(name for name, _ in self.scales.others):
            value = self.shown(name)
            found[name.value] = None if value is None else str(value)
        found["drawn"] = self.drawn
        return found
