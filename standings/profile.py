"""Rule profiles: how points and tiebreakers of one event are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from types import MappingProxyType

from domain.limits import MOST_POINTS
from domain.table_marks import LARGEST_TABLE, SMALLEST_TABLE
from standings.rule_values import (
    GAME_TIEBREAKERS,
    Mean,
    Places,
    ProfileError,
    Tiebreaker,
    parse_fraction,
    parse_mean,
    parse_places,
    parse_tiebreakers,
)

MOST_DIGITS = 8
FRACTIONS = frozenset({"floor", "draw_share", "dropped_cap"})
# Fields for profiles of other games; unused ones are omitted.
LATER = frozenset(
    {"bye_counts", "draw_share", "dropped_cap", "dropped_frozen", "opponents_mean", "cut_off"}
)
# The same for profiles of tables of three to five.
OF_TABLES = frozenset(
    {
        "table_size",
        "bye",
        "bye_opponents",
        "short_opponents",
        "event_rounds",
        "meet_once",
        "places",
        "by_place",
    }
)


@dataclass(frozen=True, slots=True)
class Profile:
    """The rules by which one event is ranked (MTR Appendix C and its variants).

    - `win`, `draw`, `loss`: match points, whole numbers, win > 0, win >= draw >= loss >= 0.
    - `floor`: the minimum MW% and GW%, a fraction of 1.
    - `floor_own_gw`: the player's own GW% is ranked with the floor.
    - `show_own_gw_floored`: the player's own GW% is shown with the floor.
    - `floor_opponents_gw`: the floor applies to each opponent's GW% inside OGW%.
    - `tiebreakers`: the figures that decide between equal points, in order.
    - `use_games`: False for team events and one-game matches: game scores only decide who
      won the match; GW% and OGW% are neither shown nor ranked.
    - `points_per_game`: a double-sided match of two games, with match points for
      each game; a round is then worth at most 2 x win.
    - `digits`: digits shown after the point of a percentage.
    - `bye_counts`: a bye counts in the match-win and match-loss percentage of its player.
    - `draw_share`: the share of a win that a draw is worth in the match-win percentage; None: match
      points are counted. A tie is a half in the Tournament Operations Manager.
    - `dropped_cap`: the maximum MW% of a player who dropped and then missed a round; 1: none.
    - `dropped_frozen`: the figures of such a player stay as they were after their last round.
    - `opponents_mean`: how the figures of the opponents are combined.
    - `cut_off`: percentages are cut off after the last digit shown, not rounded, and the rest
      decides nothing (KTS prints and ranks by three digits).
    - `table_size`: the number of players at a table; None: matches of two.
    - `bye`: match points of a bye; None: as a win.
    - `bye_opponents`, `short_opponents`: opponents at the floor that a bye, and each seat missing
      at a table, add to the opponents' percentages.
    - `event_rounds`: MW% counts all rounds of the event so far, not only the player's own.
    - `meet_once`: an opponent counts once, however often the two met.
    - `places`: match points by place at tables of three to five; () if places do not count.
    - `by_place`: a result at a table is a finishing order, and each place has its points.
    - `check_organizer`: a preset without a certain source; pages say "check your organizer's
      rules".
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
    bye_counts: bool = True
    draw_share: Fraction | None = None
    dropped_cap: Fraction = Fraction(1)
    dropped_frozen: bool = False
    opponents_mean: Mean = Mean.EACH
    cut_off: bool = False
    table_size: int | None = None
    bye: int | None = None
    bye_opponents: int = 0
    short_opponents: int = 0
    event_rounds: bool = False
    meet_once: bool = False
    places: Places = ()
    by_place: bool = False

    def __post_init__(self) -> None:
        check_profile(self)

    @property
    def ranked_by(self) -> tuple[Tiebreaker, ...]:
        """The tiebreakers that count: without game tiebreakers if games are not used."""
        if self.use_games:
            return self.tiebreakers
        return tuple(item for item in self.tiebreakers if item not in GAME_TIEBREAKERS)

    @property
    def parts(self) -> int:
        """The number of parts of a match point: up to five players share places equally."""
        return 60 if self.places else 1

    @property
    def counts_drops(self) -> bool:
        """Whether any figure depends on a player having dropped."""
        return self.dropped_frozen or self.dropped_cap != 1

    @property
    def most(self) -> int:
        """The most match points that one round can give."""
        return 2 * self.win if self.points_per_game else self.win

    @property
    def bye_points(self) -> int:
        """The match points of a bye, where a match is not worth its games."""
        return self.win if self.bye is None else self.bye

    def to_dict(self) -> dict[str, object]:
        """Return the profile as JSON values; `from_dict` restores it unchanged.

        Fields added after the first archives are left out if they have their defaults.
        """
        values: dict[str, object] = {
            item.name: getattr(self, item.name)
            for item in fields(self)
            if item.name not in LATER | OF_TABLES or getattr(self, item.name) != item.default
        }
        values["tiebreakers"] = [item.value for item in self.tiebreakers]
        for name in FRACTIONS & values.keys():
            values[name] = str(values[name])
        if "opponents_mean" in values:
            values["opponents_mean"] = self.opponents_mean.value
        if "places" in values:
            values["places"] = {str(len(row)): list(row) for row in self.places}
        return values

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Profile:
        """Return a profile from JSON values; absent keys have their defaults.

        Raises ProfileError, a ValueError that says which field is wrong and why.
        """
        known = {item.name for item in fields(cls)}
        for key in data:
            if key not in known:
                raise ProfileError("unknown", key, f"{key} is not part of a rule profile")
        values: dict[str, object] = dict(data)
        for name in FRACTIONS & values.keys():
            if name != "draw_share" or values[name] is not None:
                values[name] = parse_fraction(values[name], name)
        if "tiebreakers" in values:
            values["tiebreakers"] = parse_tiebreakers(values["tiebreakers"])
        if "opponents_mean" in values:
            values["opponents_mean"] = parse_mean(values["opponents_mean"])
        if "places" in values:
            values["places"] = parse_places(values["places"])
        return replace(cls(), **values)  # type: ignore[arg-type]  # checked in __post_init__


def check_profile(profile: Profile) -> None:
    """Raise ProfileError for an unusable profile."""
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
    if profile.draw_share is not None and not 0 <= profile.draw_share <= 1:
        raise ProfileError("draw-share-range", "draw_share", "the draw share must be 0 to 1")
    if not profile.floor <= profile.dropped_cap <= 1 or profile.dropped_cap == 0:
        raise ProfileError(
            "dropped-cap-range", "dropped_cap", "the dropped cap must be from the floor to 1"
        )
    if not 0 <= profile.digits <= MOST_DIGITS:
        raise ProfileError("digits", "digits", f"digits must be 0 to {MOST_DIGITS}")
    if len(set(profile.tiebreakers)) != len(profile.tiebreakers):
        raise ProfileError("twice", "tiebreakers", "a tiebreaker may be named only once")
    _check_tables(profile)


def _check_tables(profile: Profile) -> None:
    for name in ("table_size", "bye", "bye_opponents", "short_opponents"):
        value = getattr(profile, name)
        if name in ("table_size", "bye") and value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise ProfileError("whole", name, f"{name} must be a whole number, not {value!r}")
    if profile.bye is not None and profile.bye > MOST_POINTS:
        raise ProfileError("points", "bye", f"a bye is worth {MOST_POINTS} points at most")
    if max(profile.bye_opponents, profile.short_opponents) > LARGEST_TABLE:
        raise ProfileError("opponents", "bye_opponents", f"at most {LARGEST_TABLE} opponents")
    _check_places(profile)
    if profile.table_size is None:
        return
    if not SMALLEST_TABLE <= profile.table_size <= LARGEST_TABLE:
        raise ProfileError("table-size", "table_size", "tables have 3 to 5 players")
    of_two = (Tiebreaker.HEAD_TO_HEAD, *GAME_TIEBREAKERS)
    if any(item in of_two for item in profile.ranked_by) or profile.use_games:
        raise ProfileError("tables", "tiebreakers", "games and duels do not count at tables")
    if profile.opponents_mean is not Mean.EACH or profile.points_per_game:
        raise ProfileError("tables", "opponents_mean", "tables use the mean of each opponent")


def _check_places(profile: Profile) -> None:
    if any(not 0 <= points <= profile.win for row in profile.places for points in row):
        raise ProfileError("places-points", "places", "a place is worth 0 to a win")
    if any(list(row) != sorted(row, reverse=True) for row in profile.places):
        raise ProfileError("places-fall", "places", "a place is worth no more than the one before")
    if profile.by_place and not (profile.places and profile.table_size):
        raise ProfileError("by-place", "places", "points by place need places and tables")


MTR = Profile()
DCI_1999 = Profile("dci-1999", floor_own_gw=False, show_own_gw_floored=False)
JA_2008 = replace(DCI_1999, name="ja-2008", floor_opponents_gw=False)
ONE_THIRD = Profile("one-third", floor=Fraction(1, 3), show_own_gw_floored=False)
ONE_THIRD_RAW = replace(ONE_THIRD, name="one-third-raw", floor_own_gw=False)

# Play! Pokémon Tournament Rules Handbook, as the Tournament Operations Manager (TOM) computes it: a
# tie counts as half a win, and figures of dropped players are frozen. Its files show both.
POKEMON = Profile(
    "pokemon",
    floor=Fraction(1, 4),
    tiebreakers=(Tiebreaker.OMW, Tiebreaker.OOMW, Tiebreaker.HEAD_TO_HEAD),
    use_games=False,
    check_organizer=True,
    bye_counts=False,
    draw_share=Fraction(1, 2),
    dropped_cap=Fraction(3, 4),
    dropped_frozen=True,
)
LORCANA = Profile("lorcana", check_organizer=True)
# Melee, "Star Wars: Unlimited Tiebreakers", the publisher's software: match wins rank, and only
# wins count in the match-win percentage; a match without a winner is worth nothing.
STAR_WARS_UNLIMITED = Profile(
    "star-wars-unlimited", win=1, draw=0, floor=Fraction(1, 3), check_organizer=True
)
# Bandai Organized Play, Tournament Rules Manual of June 2024: byes stay out of the percentages,
# none is below 33 %. Bandai's Swiss events rank by OMW%, then by the mean of the opponents' OMW%.
ONE_PIECE = Profile(
    "one-piece",
    draw=0,
    tiebreakers=(Tiebreaker.OMW, Tiebreaker.OOMW, Tiebreaker.HEAD_TO_HEAD),
    use_games=False,
    check_organizer=True,
    bye_counts=False,
)
# Flesh and Blood, Pairings and Tiebreaker Policy (the formulas of GEM). A bye is no match played.
FLESH_AND_BLOOD = Profile(
    "flesh-and-blood",
    win=1,
    draw=0,
    floor=Fraction(0),
    tiebreakers=(
        Tiebreaker.CUMULATIVE,
        Tiebreaker.MATCH_LOSS,
        Tiebreaker.OPPONENTS_MATCH_LOSS,
        Tiebreaker.OPPONENTS_CUMULATIVE,
    ),
    use_games=False,
    check_organizer=True,
    bye_counts=False,
)
# Yu-Gi-Oh! TCG Tournament Policy; KTS prints XXYYYZZZ. YYY and ZZZ are points of all opponents,
# of all opponents' opponents together, of those possible, cut off after the third digit.
YU_GI_OH = Profile(
    "yu-gi-oh",
    floor=Fraction(0),
    tiebreakers=(Tiebreaker.OMW, Tiebreaker.OOMW),
    use_games=False,
    digits=1,
    check_organizer=True,
    opponents_mean=Mean.POOLED,
    cut_off=True,
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
            ONE_PIECE,
            STAR_WARS_UNLIMITED,
            FLESH_AND_BLOOD,
            YU_GI_OH,
            NETRUNNER,
        )
    }
)
