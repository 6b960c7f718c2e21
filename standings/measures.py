"""The tiebreakers: exact values of every player as whole numbers over one denominator.

Whole numbers over a common denominator cost what floating point costs and never put two
players in the wrong order; fractions are made only for what is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import lcm
from typing import NamedTuple

from standings.ledger import GAME_POINTS, POINTS, POINTS_AND_ROUNDS, WIDTH, Ledger, match_points
from standings.profile import Profile, Tiebreaker

Values = dict[int, int]


class Measure(NamedTuple):
    """One value for each player: `values[player] / scale`."""

    values: Values
    scale: int


def _shares(ledger: Ledger, shift: int, most: int, *, floored: bool) -> Measure:
    """Points won of those possible: a pair of neighbouring fields (points, times) each.

    A player without any (nothing played) is at the floor.
    """
    floor = ledger.profile.floor
    pairs = {player: total >> shift & POINTS_AND_ROUNDS for player, total in ledger.totals.items()}
    distinct = set(pairs.values())
    denominators = {most * times for pair in distinct if (times := pair >> WIDTH)}
    scale = lcm(floor.denominator, *denominators)
    lowest = floor.numerator * (scale // floor.denominator)
    mask = (1 << WIDTH) - 1
    value = {}
    for pair in distinct:
        times = pair >> WIDTH
        share = (pair & mask) * (scale // (most * times)) if times else lowest
        value[pair] = max(share, lowest) if floored else share
    return Measure({player: value[pair] for player, pair in pairs.items()}, scale)


def match_win(ledger: Ledger) -> Measure:
    """MW%: match points of those possible in the rounds taken part in, with the floor."""
    return _shares(ledger, POINTS, ledger.profile.most, floored=True)


def game_win(ledger: Ledger, *, floored: bool) -> Measure:
    """GW%: game points of those possible in the games played."""
    return _shares(ledger, GAME_POINTS, 3, floored=floored)


def mean_of_opponents(
    ledger: Ledger, measure: Measure, players: Collection[int], lowest: tuple[int, int]
) -> Measure:
    """The mean of every opponent's value; `lowest` (a fraction) for who had no opponent."""
    opponents = ledger.opponents
    counts = {len(opponents[player]) for player in players} - {0}
    whole = lcm(*counts)
    scale = lcm(measure.scale * whole, lowest[1])
    part = {count: scale // (measure.scale * count) for count in counts}
    least = lowest[0] * (scale // lowest[1])
    value = measure.values.__getitem__
    found = {}
    for player in players:
        faced = opponents[player]
        found[player] = sum(map(value, faced)) * part[len(faced)] if faced else least
    return Measure(found, scale)


def base_measures(ledger: Ledger, players: Collection[int]) -> list[Measure]:
    """OMW%, GW% and OGW% as they rank, for `players` (MTR Appendix C)."""
    profile = ledger.profile
    lowest = profile.floor.as_integer_ratio()
    omw = mean_of_opponents(ledger, match_win(ledger), players, lowest)
    if not profile.use_games:
        nothing = Measure(dict.fromkeys(players, 0), 1)
        return [omw, nothing, nothing]
    own = game_win(ledger, floored=profile.floor_own_gw)
    theirs = own
    if profile.floor_opponents_gw != profile.floor_own_gw:
        theirs = game_win(ledger, floored=profile.floor_opponents_gw)
    return [omw, own, mean_of_opponents(ledger, theirs, players, lowest)]


def _opponents_opponents(ledger: Ledger, players: Collection[int]) -> Measure:
    lowest = ledger.profile.floor.as_integer_ratio()
    omw = mean_of_opponents(ledger, match_win(ledger), ledger.totals, lowest)
    return mean_of_opponents(ledger, omw, players, lowest)


def _cumulative_of_all(ledger: Ledger) -> Measure:
    """After each round taken part in: a quarter of the last value plus the match points."""
    gained: dict[int, list[tuple[int, int]]] = {player: [] for player in ledger.totals}
    for match in ledger.matches:
        first, second = match_points(ledger.profile, match.games, match.kind)
        gained[match.first].append((match.round, first))
        if match.second is not None:
            gained[match.second].append((match.round, second))
    longest = max(map(len, gained.values()), default=0)
    scale = 4**longest
    values = {}
    for player, rounds in gained.items():
        value = points = 0
        for _, more in sorted(rounds):
            points += more
            value = value // 4 + points * scale
        values[player] = value
    return Measure(values, scale)


def _cumulative(ledger: Ledger, players: Collection[int]) -> Measure:
    values, scale = _cumulative_of_all(ledger)
    return Measure({player: values[player] for player in players}, scale)


def _opponents_cumulative(ledger: Ledger, players: Collection[int]) -> Measure:
    return mean_of_opponents(ledger, _cumulative_of_all(ledger), players, (0, 1))


def _strength(ledger: Ledger, players: Collection[int]) -> Measure:
    """Strength of schedule: the mean of the opponents' points a round."""
    a_round = _shares(ledger, POINTS, 1, floored=False)
    return mean_of_opponents(ledger, a_round, players, (0, 1))


def _extended_strength(ledger: Ledger, players: Collection[int]) -> Measure:
    return mean_of_opponents(ledger, _strength(ledger, ledger.totals), players, (0, 1))


OTHERS: Mapping[Tiebreaker, Callable[[Ledger, Collection[int]], Measure]] = {
    Tiebreaker.OOMW: _opponents_opponents,
    Tiebreaker.CUMULATIVE: _cumulative,
    Tiebreaker.OPPONENTS_CUMULATIVE: _opponents_cumulative,
    Tiebreaker.SOS: _strength,
    Tiebreaker.EXTENDED_SOS: _extended_strength,
}


def other_tiebreakers(profile: Profile) -> tuple[Tiebreaker, ...]:
    """Those that the profile uses beyond OMW%, GW% and OGW%, measured player by player."""
    return tuple(name for name in profile.ranked_by if name in OTHERS)


def all_measures(ledger: Ledger, players: Collection[int]) -> list[Measure]:
    """OMW%, GW%, OGW% and the `other_tiebreakers`, in that order, for `players`."""
    others = [OTHERS[name](ledger, players) for name in other_tiebreakers(ledger.profile)]
    return base_measures(ledger, players) + others


def join(parts: Sequence[Measure]) -> Measure:
    """Measures of different players brought to one denominator."""
    if len(parts) == 1:
        return parts[0]
    scale = lcm(*(part.scale for part in parts))
    values = {}
    for part in parts:
        factor = scale // part.scale
        for player, value in part.values.items():
            values[player] = value * factor
    return Measure(values, scale)


def head_to_head(ledger: Ledger, group: Collection[int]) -> Values:
    """Match points of tied players against each other; 0 unless all of them have met.

    Players who are equal in a circle, or of whom some have not met, stay tied here.
    """
    members = set(group)
    points = dict.fromkeys(members, 0)
    if any(not members - {player} <= set(ledger.opponents[player]) for player in members):
        return points
    for match in ledger.matches:
        if match.first in members and match.second in members:
            first, second = match_points(ledger.profile, match.games, match.kind)
            points[match.first] += first
            points[match.second] += second
    return points
