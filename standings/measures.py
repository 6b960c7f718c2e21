"""The tiebreakers: exact values of every player as whole numbers over one denominator.

Whole numbers over a common denominator are as fast as floating point and never put two players in
the wrong order; fractions are made only for values that are shown.
"""

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from math import lcm

from standings.display import PERCENTAGES
from standings.ledger import Ledger, Tally
from standings.means import Measure, Share, mean_of_opponents, pooled, ratios
from standings.packed_sums import FIELD, PAIR, WIDTH, Sum, unpack
from standings.profile import Profile
from standings.rule_values import Mean, Tiebreaker

BASE = (Tiebreaker.OMW, Tiebreaker.GW, Tiebreaker.OGW)


ShareOf = Callable[[Tally, int], Share]


def _shares(tally: Tally, field: Sum, most: int, *, floored: bool) -> Measure:
    """Return points won of those possible: `field` and `most` times the sum next to it.

    A player without any (nothing played) is at the floor.
    """
    floor = tally.profile.floor
    pairs = [total >> field & PAIR for total in tally.totals]
    distinct = set(pairs)
    times = {pair >> WIDTH for pair in distinct} - {0}
    scale = lcm(floor.denominator, *(most * count for count in times))
    lowest = floor.numerator * (scale // floor.denominator)
    unit = {count: scale // (most * count) for count in times}
    value = {}
    for pair in distinct:
        count = pair >> WIDTH
        share = (pair & FIELD) * unit[count] if count else lowest
        value[pair] = max(share, lowest) if floored else share
    return Measure([value[pair] for pair in pairs], scale)


def _counted_rounds(profile: Profile, total: int) -> int:
    """Return the rounds that count in a player's own percentages."""
    rounds = unpack(total, Sum.ROUNDS)
    return rounds if profile.bye_counts else rounds - unpack(total, Sum.BYES)


def match_share(tally: Tally, total: int) -> Share:
    """Return a player's share of the possible match points, before floor and cap.

    If a draw is a share of a win, the unit is a win divided by the denominator of that share.
    """
    profile = tally.profile
    rounds, byes = _counted_rounds(profile, total), 0
    if profile.event_rounds:
        rounds = tally.rounds
    if profile.draw_share is None:
        byes = 0 if profile.bye_counts else unpack(total, Sum.BYE_POINTS)
        return Share(unpack(total, Sum.POINTS) - byes, profile.most * profile.parts * rounds)
    byes = 0 if profile.bye_counts else unpack(total, Sum.BYES)
    wins, draws = unpack(total, Sum.WINS) - byes, unpack(total, Sum.DRAWS)
    part, whole = profile.draw_share.as_integer_ratio()
    return Share(whole * wins + part * draws, whole * rounds)


def loss_share(tally: Tally, total: int) -> Share:
    """Return the matches that a player lost, of those that count."""
    return Share(unpack(total, Sum.LOSSES), _counted_rounds(tally.profile, total))


def game_share(_: Tally, total: int) -> Share:
    """Return the game points of a player, of those possible."""
    return Share(unpack(total, Sum.GAME_POINTS), 3 * unpack(total, Sum.GAMES))


def match_win(tally: Tally) -> Measure:
    """Return MW%: match points of those possible in the rounds taken part in, with the floor.

    The cap for dropped players applies if the profile has one.
    """
    profile = tally.profile
    is_plain = profile.bye_counts and profile.draw_share is None and not profile.event_rounds
    if is_plain and profile.dropped_cap == 1:
        return _shares(tally, Sum.POINTS, profile.most * profile.parts, floored=True)
    raw = ratios([match_share(tally, total) for total in tally.totals], profile.floor)
    cap = profile.dropped_cap
    scale = lcm(raw.scale, profile.floor.denominator, cap.denominator)
    lowest = profile.floor.numerator * (scale // profile.floor.denominator)
    highest = cap.numerator * (scale // cap.denominator)
    values = [max(value * (scale // raw.scale), lowest) for value in raw.values]
    for position in tally.dropped:
        values[position] = min(values[position], highest)
    return Measure(values, scale)


def game_win(tally: Tally, *, floored: bool) -> Measure:
    """Return GW%: game points of those possible in the games played."""
    return _shares(tally, Sum.GAME_POINTS, 3, floored=floored)


def _of_opponents(
    tally: Tally, share: ShareOf, own: Callable[[], Measure], lowest: Fraction
) -> Measure:
    """Combine a percentage of the opponents as the profile does."""
    if tally.profile.opponents_mean is Mean.POOLED:
        shares = [share(tally, total) for total in tally.totals]
        return pooled(tally, shares, lowest)
    return mean_of_opponents(tally, own(), lowest, phantoms=True)


def opponents_match_win(tally: Tally) -> Measure:
    """Return OMW% as ranked."""
    return _of_opponents(tally, match_share, lambda: match_win(tally), tally.profile.floor)


def base_measures(tally: Tally) -> list[Measure]:
    """Return OMW%, GW% and OGW% as ranked (MTR Appendix C)."""
    profile = tally.profile
    omw = opponents_match_win(tally)
    if not profile.use_games:
        nothing = Measure([0] * len(tally.totals), 1)
        return [omw, nothing, nothing]
    own = game_win(tally, floored=profile.floor_own_gw)
    theirs = own
    if profile.floor_opponents_gw != profile.floor_own_gw:
        theirs = game_win(tally, floored=profile.floor_opponents_gw)
    return [omw, own, _of_opponents(tally, game_share, lambda: theirs, profile.floor)]


def _opponents_opponents(tally: Tally, _: Ledger) -> Measure:
    """Return the opponents' OMW%, or their opponents' percentages in one list or one pool.

    Opponents that a profile adds have none, and count in OMW% alone.
    """
    profile = tally.profile
    if profile.opponents_mean is Mean.POOLED:
        shares = [match_share(tally, total) for total in tally.totals]
        return pooled(tally, shares, profile.floor, steps=2)
    if profile.opponents_mean is Mean.FLAT:
        own = match_win(tally)
        flat = pooled(tally, [Share(value, 1) for value in own.values], Fraction(0), steps=2)
        empty = profile.floor.numerator * flat.scale * own.scale // profile.floor.denominator
        return Measure(
            [
                value if total >> Sum.FACED else empty
                for value, total in zip(flat.values, tally.totals, strict=True)
            ],
            flat.scale * own.scale,
        )
    return mean_of_opponents(tally, opponents_match_win(tally), profile.floor)


def _match_loss(tally: Tally, _: Ledger) -> Measure:
    """Return the player's own match-loss percentage; 0 without a match."""
    shares = [loss_share(tally, total) for total in tally.totals]
    return ratios(shares, Fraction(0))


def _opponents_match_loss(tally: Tally, ledger: Ledger) -> Measure:
    """Return the opponents' match-loss percentage; 1, the worst, without an opponent."""
    return _of_opponents(tally, loss_share, lambda: _match_loss(tally, ledger), Fraction(1))


def _cumulative(tally: Tally, ledger: Ledger) -> Measure:
    """Return, after each round taken part in, a quarter of the last value plus the match points."""
    size = len(tally.totals)
    rounds = sorted(ledger.rounds)[: tally.rounds]
    scale = 4 ** len(rounds)
    values, points = [0] * size, [0] * size
    for number in rounds:
        for position, result in enumerate(ledger.rounds[number].results):
            if result:
                points[position] += unpack(result, Sum.POINTS)
                values[position] = values[position] // 4 + points[position] * scale
    return Measure(values, scale * tally.profile.parts)


def _opponents_cumulative(tally: Tally, ledger: Ledger) -> Measure:
    return mean_of_opponents(tally, _cumulative(tally, ledger), Fraction(0))


def _strength(tally: Tally, _: Ledger) -> Measure:
    """Return the strength of schedule: the mean of the opponents' points per round."""
    a_round = _shares(tally, Sum.POINTS, tally.profile.parts, floored=False)
    return mean_of_opponents(tally, a_round, Fraction(0))


def _extended_strength(tally: Tally, ledger: Ledger) -> Measure:
    return mean_of_opponents(tally, _strength(tally, ledger), Fraction(0))


def _own_match_win(tally: Tally, _: Ledger) -> Measure:
    return match_win(tally)


def _opponents_points(tally: Tally, _: Ledger) -> Measure:
    """Return the mean of the opponents' match points; 0 without an opponent."""
    points = [unpack(total, Sum.POINTS) for total in tally.totals]
    return mean_of_opponents(tally, Measure(points, tally.profile.parts), Fraction(0))


def _tables(tally: Tally, _: Ledger) -> Measure:
    """Return the number of the player's tables, without byes and assigned losses."""
    return Measure([unpack(total, Sum.TABLES) for total in tally.totals], 1)


def _beaten(tally: Tally, _: Ledger) -> Measure:
    """Return the number of opponents at the tables that the player won."""
    return Measure([unpack(total, Sum.BEATEN) for total in tally.totals], 1)


OTHERS: Mapping[Tiebreaker, Callable[[Tally, Ledger], Measure]] = {
    Tiebreaker.OOMW: _opponents_opponents,
    Tiebreaker.CUMULATIVE: _cumulative,
    Tiebreaker.OPPONENTS_CUMULATIVE: _opponents_cumulative,
    Tiebreaker.SOS: _strength,
    Tiebreaker.EXTENDED_SOS: _extended_strength,
    Tiebreaker.MATCH_LOSS: _match_loss,
    Tiebreaker.OPPONENTS_MATCH_LOSS: _opponents_match_loss,
    Tiebreaker.MW: _own_match_win,
    Tiebreaker.OPPONENTS_POINTS: _opponents_points,
    Tiebreaker.TABLES: _tables,
    Tiebreaker.BEATEN: _beaten,
}


def measured(profile: Profile) -> tuple[Tiebreaker, ...]:
    """Return OMW%, GW%, OGW% and the profile's other tiebreakers with a value for each player."""
    return *BASE, *(name for name in profile.ranked_by if name in OTHERS)


def all_measures(tally: Tally, ledger: Ledger) -> list[Measure]:
    """Return the `measured` tiebreakers, in that order, of every player."""
    names = measured(tally.profile)
    others = [OTHERS[name](tally, ledger) for name in names[len(BASE) :]]
    measures = base_measures(tally) + others
    if not tally.profile.cut_off:
        return measures
    return [
        _cut_off(measure, tally.profile.digits) if name in PERCENTAGES else measure
        for name, measure in zip(names, measures, strict=True)
    ]


def _cut_off(measure: Measure, digits: int) -> Measure:
    """Cut percentages off after the given number of digits after the point."""
    unit = 10 ** (digits + 2)
    return Measure([value * unit // measure.scale for value in measure.values], unit)


def overwrite(measure: Measure, earlier: Measure, positions: Collection[int]) -> Measure:
    """Return `measure` with the values of `positions` taken from `earlier`."""
    scale = lcm(measure.scale, earlier.scale)
    values = [value * (scale // measure.scale) for value in measure.values]
    for position in positions:
        values[position] = earlier.values[position] * (scale // earlier.scale)
    return Measure(values, scale)


def head_to_head(tally: Tally, ledger: Ledger, group: Collection[int]) -> dict[int, int]:
    """Return match points of tied players against each other; 0 unless all of them have met.

    Players of whom some have not met, and those who beat each other in a circle, stay tied.
    """
    members = set(group)
    points = dict.fromkeys(members, 0)
    if all(members - {position} <= set(tally.faced(position)) for position in members):
        for book in ledger.rounds.values():
            for position in members:
                if book.opponents[position] in members:
                    points[position] += unpack(book.results[position], Sum.POINTS)
    return points
