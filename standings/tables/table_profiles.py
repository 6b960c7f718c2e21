"""Rule profiles for tables of three to five players; no official rules exist."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from standings.profile import PROFILES, Profile
from standings.rule_values import Tiebreaker

# The multiplayer addendum of a large hosted platform's circuit: 5/1/0, a bye worth 5 with three
# opponents at the floor of 0.2. Counting a bye in the own MW%, as in the MTR, is a choice of
# Matchslip.
FIVE_ONE = Profile(
    "five-one",
    win=5,
    floor=Fraction(1, 5),
    tiebreakers=(Tiebreaker.OMW, Tiebreaker.MW, Tiebreaker.OOMW),
    use_games=False,
    check_organizer=True,
    table_size=4,
    bye=5,
    bye_opponents=3,
    places=((5, 3, 2), (5, 3, 2, 1), (5, 3, 2, 1, 0)),
)
# The Multiplayer Addendum of independent judges: a win is worth 2n - 1 in events with tables of n,
# byes do not count in the own MW%, and a table of three adds an opponent at the floor.
ADDENDUM = Profile(
    "addendum",
    win=7,
    floor=Fraction(1, 7),
    tiebreakers=(Tiebreaker.MW, Tiebreaker.OPPONENTS_POINTS, Tiebreaker.OMW),
    use_games=False,
    check_organizer=True,
    bye_counts=False,
    table_size=4,
    bye=7,
    short_opponents=1,
    places=((7, 5, 3), (7, 5, 3, 1), (7, 5, 3, 1, 0)),
)
# As an open-source Commander tool computes it: a bye ranks below a win, MW% covers all rounds of
# the event.
BYE_FOUR = replace(
    FIVE_ONE,
    name="bye-four",
    floor=Fraction(0),
    tiebreakers=(Tiebreaker.TABLES, Tiebreaker.OMW, Tiebreaker.BEATEN),
    bye=4,
    bye_opponents=0,
    event_rounds=True,
    meet_once=True,
)

TABLE_PROFILES: Mapping[str, Profile] = MappingProxyType(
    {profile.name: profile for profile in (FIVE_ONE, ADDENDUM, BYE_FOUR)}
)

ALL_PROFILES: Mapping[str, Profile] = MappingProxyType({**PROFILES, **TABLE_PROFILES})
"""Every preset: of matches of two, and of tables of three to five."""


def presets_like(profile: Profile) -> Mapping[str, Profile]:
    """Return the presets available to an event with these rules."""
    return PROFILES if profile.table_size is None else TABLE_PROFILES
