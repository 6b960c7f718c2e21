"""What a rule profile must be like to be used."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from domain.limits import MOST_POINTS
from domain.table_marks import LARGEST_TABLE, SMALLEST_TABLE
from standings.rule_values import (
    GAME_TIEBREAKERS,
    Mean,
    ProfileError,
    Tiebreaker,
)

if TYPE_CHECKING:
    from standings.profile import Profile

MOST_DIGITS = 8


def check_profile(profile: Profile) -> None:
    """Raise ProfileError for a profile that cannot be used."""
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
    if any(not 0 <= points <= profile.win for row in profile.places for points in row):
        raise ProfileError("places-points", "places", "a place is worth 0 to a win")
    if profile.table_size is None:
        return
    if not SMALLEST_TABLE <= profile.table_size <= LARGEST_TABLE:
        raise ProfileError("table-size", "table_size", "tables have 3 to 5 players")
    of_two = (Tiebreaker.HEAD_TO_HEAD, *GAME_TIEBREAKERS)
    if any(item in of_two for item in profile.ranked_by) or profile.use_games:
        raise ProfileError("tables", "tiebreakers", "games and duels do not count at tables")
    if profile.opponents_mean is not Mean.EACH or profile.points_per_game:
        raise ProfileError("tables", "opponents_mean", "tables use the mean of each opponent")
