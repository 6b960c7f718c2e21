"""The figures of other games a second time, as their documents say it, in plain fractions.

Shares nothing with the engine but its input types.
"""

from fractions import Fraction

from standings.types import Match, MatchKind, Tournament
from tests.standings.naive import _mean, _of, _opponents, _points, _side

Figures = dict[str, Fraction | None]


def figures(tournament: Tournament, player: int) -> Figures:
    """The figures of one player, before anything is cut off; None is a dash."""
    matches = _seen(tournament, player)
    met = _opponents(player, matches)
    profile = tournament.profile
    if profile.opponents_mean == "pooled":
        omw = _pool([_own(tournament, other, matches) for other in met])
        second = [other for one in met for other in _opponents(one, matches)]
        oomw = _pool([_own(tournament, other, matches) for other in second])
        oml = _pool([_lost(tournament, other, matches) for other in met])
        if oml is None and met:
            oml = Fraction(1)
        if met:
            omw = profile.floor if omw is None else omw
            oomw = profile.floor if oomw is None else oomw
    else:
        omw = _omw(tournament, player, matches)
        if profile.opponents_mean == "flat":
            second = [other for one in met for other in _opponents(one, matches)]
            oomw = _mean([_match_win(tournament, other, matches) for other in second])
        else:
            means = [_omw(tournament, other, matches) for other in met]
            oomw = _mean([profile.floor if mean is None else mean for mean in means])
        oml = _mean([_loss(tournament, other, matches) or Fraction(0) for other in met])
    cumulative = [_cumulative(tournament, other, matches) for other in met]
    return {
        "omw": omw,
        "oomw": oomw,
        "match-loss": _loss(tournament, player, matches),
        "opponents-match-loss": oml,
        "cumulative": _cumulative(tournament, player, matches),
        "opponents-cumulative": _mean(cumulative),
    }


def _seen(tournament: Tournament, player: int) -> list[Match]:
    """The Swiss matches up to the moment at which the player's figures were frozen."""
    swiss = [stage for stage in tournament.stages if stage.swiss]
    counted = [
        match
        for match in tournament.matches
        if any(stage.first_round <= match.round <= stage.last_round for stage in swiss)
    ]
    last = latest = max((match.round for match in counted), default=0)
    for stage in swiss:
        if stage.advancing is not None and player not in stage.advancing:
            last = min(last, stage.last_round)
            break
    left = _left(tournament, player)
    if tournament.profile.dropped_frozen and left is not None and left < latest:
        last = min(last, left)
    return [match for match in counted if match.round <= last]


def _left(tournament: Tournament, player: int) -> int | None:
    """The last round of who dropped; None of who was cut after playing to the end of a stage."""
    last = tournament.dropped.get(player)
    for stage in tournament.stages:
        cut = stage.swiss and stage.advancing is not None and player not in stage.advancing
        if last is not None and cut and last >= stage.last_round:
            return None
    return last


def _own(tournament: Tournament, player: int, matches: list[Match]) -> tuple[Fraction, int]:
    """Return a player's wins and the number of rounds that count."""
    profile, won, rounds = tournament.profile, Fraction(0), 0
    for match in _of(player, matches):
        if match.kind == MatchKind.BYE and not profile.bye_counts:
            continue
        rounds += 1
        points = _points(tournament, match, player)
        if profile.draw_share is None:
            won += Fraction(points, profile.win)
        elif match.kind == MatchKind.BYE:
            won += 1
        elif match.kind == MatchKind.PLAYED:
            mine, theirs, _ = _side(match, player)
            won += 1 if mine > theirs else profile.draw_share if mine == theirs else 0
    return won, rounds


def _match_win(tournament: Tournament, player: int, matches: list[Match]) -> Fraction:
    won, rounds = _own(tournament, player, matches)
    profile = tournament.profile
    value = max(won / rounds, profile.floor) if rounds else profile.floor
    latest = max((match.round for match in matches), default=0)
    left = _left(tournament, player)
    if left is not None and left < latest:
        return min(value, profile.dropped_cap)
    return value


def _omw(tournament: Tournament, player: int, matches: list[Match]) -> Fraction | None:
    met = _opponents(player, matches)
    return _mean([_match_win(tournament, other, matches) for other in met])


def _lost(tournament: Tournament, player: int, matches: list[Match]) -> tuple[Fraction, int]:
    lost = rounds = 0
    for match in _of(player, matches):
        if match.kind == MatchKind.BYE:
            rounds += tournament.profile.bye_counts
            continue
        rounds += 1
        mine, theirs, _ = _side(match, player)
        lost += match.kind != MatchKind.PLAYED or mine < theirs
    return Fraction(lost), rounds


def _loss(tournament: Tournament, player: int, matches: list[Match]) -> Fraction | None:
    lost, rounds = _lost(tournament, player, matches)
    return lost / rounds if rounds else None


def _pool(shares: list[tuple[Fraction, int]]) -> Fraction | None:
    rounds = sum(rounds for _, rounds in shares)
    return sum((won for won, _ in shares), Fraction(0)) / rounds if rounds else None


def _cumulative(tournament: Tournament, player: int, matches: list[Match]) -> Fraction:
    value, points = Fraction(0), 0
    for match in sorted(_of(player, matches), key=lambda one: one.round):
        points += _points(tournament, match, player)
        value = value / 4 + points
    return value
