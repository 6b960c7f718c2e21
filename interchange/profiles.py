"""The rule profiles of other tools, by name."""

from dataclasses import replace
from fractions import Fraction

from standings.profile import Profile
from standings.rule_values import Tiebreaker
from standings.tables.table_profiles import ALL_PROFILES, FIVE_ONE

# Chess: a win counts as two halves; opponents' scores (Buchholz) are closest to common practice.
CHESS = Profile(
    "chess",
    win=2,
    draw=1,
    loss=0,
    floor=Fraction(0),
    tiebreakers=(Tiebreaker.SOS, Tiebreaker.EXTENDED_SOS),
    use_games=False,
    check_organizer=True,
    bye_counts=True,
)
# Tables of three to five whose places have points, as our own files say.
BY_PLACE = replace(FIVE_ONE, name="by-place", by_place=True)
_OWN = {profile.name: profile for profile in (CHESS, BY_PLACE)}


def profile_named(name: str) -> Profile:
    """Return a profile by name; KeyError for an unknown name."""
    return _OWN.get(name) or ALL_PROFILES[name]


def own_rules(profile: Profile, points: tuple[int, int, int] | None) -> Profile:
    """Return a profile with the match points that a file names."""
    if points is None or points == (profile.win, profile.draw, profile.loss):
        return profile
    return replace(profile, name="custom", win=points[0], draw=points[1], loss=points[2])
