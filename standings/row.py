"""Output of the standings engine: one line for each player."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from standings.display import cut_off
from standings.packed_sums import PAIR, Sum, unpack
from standings.profile import Profile
from standings.rule_values import Tiebreaker
from standings.tables.table_points import shown_points

WITHOUT_OPPONENT = frozenset({Tiebreaker.CUMULATIVE, Tiebreaker.TABLES, Tiebreaker.BEATEN})
"""Tiebreakers that have a value before anybody was met."""


@lru_cache(maxsize=20_000)
def _fraction(numerator: int, denominator: int) -> Fraction:
    """Return a fraction in lowest terms, cached because the same standings are shown repeatedly."""
    return Fraction(numerator, denominator)


@lru_cache(maxsize=20_000)
def _at_least(numerator: int, denominator: int, low: int, of: int) -> Fraction:
    """Return the larger of the fraction and low/of, cached so that they are compared once."""
    return max(_fraction(numerator, denominator), _fraction(low, of))


@dataclass(frozen=True, slots=True)
class Scales:
    """The common denominators of one standings: a value is its whole number over these."""

    profile: Profile
    names: tuple[Tiebreaker, ...]
    denominators: tuple[int, ...]


class Row(NamedTuple):
    """One line of the standings.

    `place` is 1 to n, all distinct; None for disqualified players, who are last. `drawn`: the
    order next to a neighbour was drawn from the seed. `ranked` holds the exact ranking values as
    whole numbers over the denominators in `scales`. `total` packs the record, from which
    `points`, `wins` and so on are read; fractions are built only when needed.
    """

    place: int | None
    player: int
    drawn: bool
    total: int
    ranked: tuple[int, ...]
    scales: Scales

    @property
    def points(self) -> int | float:
        """Match points as a number to show: whole, or with two digits if places are shared."""
        return shown_points(unpack(self.total, Sum.POINTS), self.scales.profile.parts)

    @property
    def exact_points(self) -> Fraction:
        """Exact match points, even if players share the points of their places."""
        return _fraction(unpack(self.total, Sum.POINTS), self.scales.profile.parts)

    @property
    def rounds(self) -> int:
        """Rounds that the player took part in."""
        return unpack(self.total, Sum.ROUNDS)

    @property
    def wins(self) -> int:
        """Matches won, byes included."""
        return unpack(self.total, Sum.WINS)

    @property
    def losses(self) -> int:
        """Matches lost, rounds without an opponent and double losses included."""
        return unpack(self.total, Sum.LOSSES)

    @property
    def draws(self) -> int:
        """Matches drawn."""
        return unpack(self.total, Sum.DRAWS)

    @property
    def byes(self) -> int:
        """Byes; each of them is also one of the wins."""
        return unpack(self.total, Sum.BYES)

    @property
    def faced(self) -> int:
        """The number of the player's opponents."""
        return unpack(self.total, Sum.FACED)

    @property
    def phantoms(self) -> int:
        """The number of opponents that the profile added for byes and missing seats."""
        return unpack(self.total, Sum.PHANTOMS)

    @property
    def games(self) -> int:
        """Games played, those of byes included."""
        return unpack(self.total, Sum.GAMES)

    @property
    def game_points(self) -> int:
        """Game points: three a win, one a draw."""
        return unpack(self.total, Sum.GAME_POINTS)

    @property
    def matches(self) -> int:
        """Rounds that count in the player's own match percentages."""
        return self.rounds if self.scales.profile.bye_counts else self.rounds - self.byes

    @property
    def omw(self) -> Fraction | None:
        """OMW% as shown, a fraction of 1; None (a dash) without an opponent."""
        return self.shown(Tiebreaker.OMW)

    @property
    def gw(self) -> Fraction | None:
        """The player's own GW% as shown; None (a dash) without games."""
        return self.shown(Tiebreaker.GW)

    @property
    def ogw(self) -> Fraction | None:
        """OGW% as shown; None (a dash) without an opponent."""
        return self.shown(Tiebreaker.OGW)

    def exact(self, tiebreaker: Tiebreaker) -> Fraction:
        """Return the ranking value; raises ValueError for one that the profile does not use."""
        names = self.scales.names
        if tiebreaker not in names:
            name = self.scales.profile.name
            raise ValueError(f"{tiebreaker.value} is not a tiebreaker of profile {name}")
        position = names.index(tiebreaker)
        return _fraction(self.ranked[position], self.scales.denominators[position])

    def shown(self, tiebreaker: Tiebreaker) -> Fraction | None:
        """Return the value as shown; None is a dash."""
        profile = self.scales.profile
        if tiebreaker in (Tiebreaker.GW, Tiebreaker.OGW) and not profile.use_games:
            return None
        if tiebreaker is Tiebreaker.GW:
            if not self.games:
                return None
            of, floor = 3 * self.games, profile.floor
            value = _fraction(self.game_points, of)
            if profile.show_own_gw_floored:
                value = _at_least(self.game_points, of, floor.numerator, floor.denominator)
            return cut_off(value, profile.digits) if profile.cut_off else value
        if tiebreaker in (Tiebreaker.MATCH_LOSS, Tiebreaker.MW):
            return self.exact(tiebreaker) if self.matches else None
        if tiebreaker is Tiebreaker.OMW and self.phantoms:
            return self.exact(tiebreaker)
        needs_opponent = tiebreaker not in WITHOUT_OPPONENT
        return None if needs_opponent and not self.faced else self.exact(tiebreaker)

    def to_dict(self) -> dict[str, object]:
        """Return the row as JSON values; fractions as text such as "829/1344"."""
        values: dict[str, object] = {
            name: getattr(self, name)
            for name in ("place", "player", "points", "wins", "losses", "draws", "byes", "rounds")
        }
        for name in self.scales.names:
            value = self.shown(name)
            values[name.value] = None if value is None else str(value)
        values["drawn"] = self.drawn
        return values


def shown_texts(rows: Sequence[Row], tiebreaker: Tiebreaker) -> list[str | None]:
    """Return the shown values of the rows of one standings as text such as "829/1344".

    None is a dash. Fractions are built once for all rows that have the same value.
    """
    if not rows:
        return []
    known: dict[int, str | None] = {}
    follows_from = _what_decides(tiebreaker, rows[0].scales)
    texts = []
    for row in rows:
        key = follows_from(row)
        if key not in known:
            value = row.shown(tiebreaker)
            known[key] = None if value is None else str(value)
        texts.append(known[key])
    return texts


def _what_decides(tiebreaker: Tiebreaker, scales: Scales) -> Callable[[Row], int]:
    """Return a function to a key of a row: rows with equal keys show equal values."""
    if tiebreaker is Tiebreaker.GW:
        return lambda row: row.total >> Sum.GAME_POINTS & PAIR
    if tiebreaker not in scales.names:
        return lambda row: row.faced
    position = scales.names.index(tiebreaker)
    if tiebreaker in WITHOUT_OPPONENT:
        return lambda row: row.ranked[position]
    if tiebreaker in (Tiebreaker.MATCH_LOSS, Tiebreaker.MW):
        return lambda row: row.ranked[position] if row.matches else -1
    if scales.profile.table_size is not None:
        return lambda row: row.ranked[position] if row.shown(tiebreaker) is not None else -1
    return lambda row: row.ranked[position] if row.total >> Sum.FACED else -1
