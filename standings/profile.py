"""Rule profiles: how points and tiebreakers of one event are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from archive.limits import MOST_POINTS

MOST_DIGITS = 8


class Tiebreaker(StrEnum):
    """What orders players on equal points; an event chooses which ones and their order."""

    OMW = "omw"
    GW = "gw"
    OGW = "ogw"
    OOMW = "oomw"
    HEAD_TO_HEAD = "head-to-head"
    CUMULATIVE = "cumulative"
    OPPONENTS_CUMULATIVE = "opponents-cumulative"
    SOS = "sos"
    EXTENDED_SOS = "extended-sos"


GAME_TIEBREAKERS = frozenset({Tiebreaker.GW, Tiebreaker.OGW})


class ProfileError(ValueError):
    """A profile that cannot be used.

    `code` and `field` are for pages that say it in their own language; the text is English.
    """

    def __init__(self, code: str, field: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.field = field


@dataclass(frozen=True, slots=True)
class Profile:
    """The rules by which one event is ranked (MTR Appendix C and its variants).

    - `win`, `draw`, `loss`: match points, whole numbers, win > 0, win >= draw >= loss >= 0.
    - `floor`: the least MW% and GW%, a fraction of 1.
    - `floor_own_gw`: the player's own GW% is ranked with the floor.
    - `show_own_gw_floored`: the player's own GW% is shown with the floor.
    - `floor_opponents_gw`: the floor applies to each opponent's GW% inside OGW%.
    - `tiebreakers`: what decides between equal points, in order.
    - `use_games`: False for team events and one-game matches: game scores only decide who
      won the match; GW% and OGW% are neither shown nor ranked.
    - `points_per_game`: a double-sided match of two games, where match points are given for
      each game; a round is then worth at most 2 x win.
    - `digits`: digits shown after the point of a percentage.
    - `check_organizer`: a preset of which we are not sure; pages say "check your
      organizer's rules".
    """

    name: str = "mtr"
    win: int = 3
    draw: int = 1
    loss: int = 0
    floor: Fraction = Fraction(33, 100)
    floor_own_gw: bool = True
    show_own_gw_floored: bool = True
    floor_opponents_gw: bool = True
    tiebreakers: tuple[Tiebreaker, ...] = (Tiebreaker.OMW, Tiebreaker.GW, Tiebreaker.OGW)
    use_games: bool = True
    points_per_game: bool = False
    digits: int = 2
    check_organizer: bool = False

    def __post_init__(self) -> None:
        _check(self)

    @property
    def ranked_by(self) -> tuple[Tiebreaker, ...]:
        """The tiebreakers that count: without those of games where games are not used."""
        if self.use_games:
            return self.tiebreakers
        return tuple(item for item in self.tiebreakers if item not in GAME_TIEBREAKERS)

    @property
    def most(self) -> int:
        """The most match points that one round is worth."""
        return 2 * self.win if self.points_per_game else self.win

    def to_dict(self) -> dict[str, object]:
        """The profile as JSON values; `from_dict` gives it back unchanged."""
        values: dict[str, object] = {item.name: getattr(self, item.name) for item in fields(self)}
        values["floor"] = str(self.floor)
        values["tiebreakers"] = [item.value for item in self.tiebreakers]
        return values

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Profile:
        """A profile from JSON values; keys that are absent keep the default.

        Raises ProfileError, a ValueError that says which field is wrong and why.
        """
        known = {item.name for item in fields(cls)}
        for key in data:
            if key not in known:
                raise ProfileError("unknown", key, f"{key} is not part of a rule profile")
        values: dict[str, object] = dict(data)
        if "floor" in values:
            values["floor"] = parse_floor(values["floor"])
        if "tiebreakers" in values:
            values["tiebreakers"] = _parse_tiebreakers(values["tiebreakers"])
        return replace(cls(), **values)  # type: ignore[arg-type]  # checked in __post_init__


def parse_floor(value: object) -> Fraction:
    """An exact floor from text such as "0.33" or "1/3", or a whole number."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            pass
    raise ProfileError(
        "floor-text", "floor", f'the floor must be text such as "0.33" or "1/3", not {value!r}'
    )


def _parse_tiebreakers(value: object) -> tuple[Tiebreaker, ...]:
    if not isinstance(value, list | tuple):
        raise ProfileError("list", "tiebreakers", "tiebreakers must be a list")
    tiebreakers = []
    for item in value:
        try:
            tiebreakers.append(Tiebreaker(item))
        except ValueError as error:
            raise ProfileError(
                "tiebreaker", "tiebreakers", f"{item!r} is not a tiebreaker"
            ) from error
    return tuple(tiebreakers)


def _check(profile: Profile) -> None:
    if not isinstance(profile.name, str) or not profile.name:
        raise ProfileError("name", "name", "a profile needs a name")
    for field in ("win", "draw", "loss", "digits"):
        value = getattr(profile, field)
        if isinstance(value, bool) or not isinstance(value, int):
            raise ProfileError("whole", field, f"{field} must be a whole number, not {value!r}")
    for item in fields(profile):
        value = getattr(profile, item.name)
        if item.type == "bool" and not isinstance(value, bool):
            raise ProfileError("truth", item.name, f"{item.name} must be true or false")
    if not 0 <= profile.loss <= profile.draw <= profile.win <= MOST_POINTS or profile.win == 0:
        raise ProfileError(
            "points",
            "win",
            f"match points must satisfy {MOST_POINTS} >= win >= draw >= loss >= 0 and win > 0",
        )
    if not 0 <= profile.floor < 1:
        raise ProfileError("floor-range", "floor", "the floor must be at least 0 and below 1")
    if not 0 <= profile.digits <= MOST_DIGITS:
        raise ProfileError("digits", "digits", f"digits must be 0 to {MOST_DIGITS}")
    if len(set(profile.tiebreakers)) != len(profile.tiebreakers):
        raise ProfileError("twice", "tiebreakers", "a tiebreaker may be named only once")


MTR = Profile()
DCI_1999 = Profile("dci-1999", floor_own_gw=False, show_own_gw_floored=False)
JA_2008 = replace(DCI_1999, name="ja-2008", floor_opponents_gw=False)
ONE_THIRD = Profile("one-third", floor=Fraction(1, 3), show_own_gw_floored=False)
ONE_THIRD_RAW = replace(ONE_THIRD, name="one-third-raw", floor_own_gw=False)

POKEMON = Profile(
    "pokemon",
    floor=Fraction(1, 4),
    tiebreakers=(Tiebreaker.OMW, Tiebreaker.OOMW, Tiebreaker.HEAD_TO_HEAD),
    use_games=False,
    check_organizer=True,
)
LORCANA = Profile("lorcana", check_organizer=True)
STAR_WARS_UNLIMITED = Profile("star-wars-unlimited", floor=Fraction(1, 3), check_organizer=True)
FLESH_AND_BLOOD = Profile(
    "flesh-and-blood",
    win=1,
    draw=0,
    floor=Fraction(0),
    tiebreakers=(Tiebreaker.CUMULATIVE, Tiebreaker.OPPONENTS_CUMULATIVE),
    use_games=False,
    check_organizer=True,
)
YU_GI_OH = Profile(
    "yu-gi-oh",
    floor=Fraction(0),
    tiebreakers=(Tiebreaker.OMW, Tiebreaker.OOMW),
    use_games=False,
    check_organizer=True,
)
NETRUNNER = Profile(
    "netrunner",
    floor=Fraction(0),
    tiebreakers=(Tiebreaker.SOS, Tiebreaker.EXTENDED_SOS),
    points_per_game=True,
    check_organizer=True,
)

PROFILES: Mapping[str, Profile] = MappingProxyType(
    {
        profile.name: profile
        for profile in (
            MTR,
            DCI_1999,
            JA_2008,
            ONE_THIRD,
            ONE_THIRD_RAW,
            POKEMON,
            LORCANA,
            STAR_WARS_UNLIMITED,
            FLESH_AND_BLOOD,
            YU_GI_OH,
            NETRUNNER,
        )
    }
)
