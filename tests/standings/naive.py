"""Standings a second time, as plainly as the rules are written: fractions, no tricks.

Shares nothing with the engine but its input types.
"""

from dataclasses import dataclass
from fractions import Fraction

from standings.types import Match, MatchKind, Tournament


@dataclass
class Naive:
    points: int
    record: tuple[int, int, int]
    omw: Fraction | None
    gw: Fraction | None
    ogw: Fraction | None
    ranked: tuple[Fraction, ...]


def _side(match: Match, player: int) -> tuple[int, int, int]:
    won, lost, drawn = match.games
    return (won, lost, drawn) if match.first == player else (lost, won, drawn)


def _points(tournament: Tournament, match: Match, player: int) -> int:
    profile = tournament.profile
    if match.kind == MatchKind.BYE:
        return profile.win
    if match.kind != MatchKind.PLAYED:
        return 0
    won, lost, _ = _side(match, player)
    return profile.win if won > lost else profile.loss if won < lost else profile.draw


def _of(player: int, matches: list[Match]) -> list[Match]:
    return [match for match in matches if player in (match.first, match.second)]


def _match_win(tournament: Tournament, player: int, matches: list[Match]) -> Fraction:
    mine = _of(player, matches)
    points = sum(_points(tournament, match, player) for match in mine)
    share = Fraction(points, tournament.profile.win * len(mine))
    return max(share, tournament.profile.floor)


def _game_win(player: int, matches: list[Match]) -> Fraction | None:
    points = games = 0
    for match in _of(player, matches):
        if match.kind == MatchKind.UNPAIRED:
            continue
        won, lost, drawn = _side(match, player)
        points += 3 * won + drawn
        games += won + lost + drawn
    return Fraction(points, 3 * games) if games else None


def _opponents(player: int, matches: list[Match]) -> list[int]:
    found = []
    for match in _of(player, matches):
        if match.second is not None:
            found.append(match.second if match.first == player else match.first)
    return found


def _mean(values: list[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None


def _row(tournament: Tournament, player: int, counted: list[Match], seen: list[Match]) -> Naive:
    """`counted` are all matches, `seen` those before the player's percentages were frozen."""
    profile = tournament.profile
    opponents = _opponents(player, seen)
    omw = _mean([_match_win(tournament, other, seen) for other in opponents])
    games = []
    for other in opponents:
        value = _game_win(other, seen)
        if value is None:
            value = profile.floor
        elif profile.floor_opponents_gw:
            value = max(value, profile.floor)
        games.append(value)
    ogw = _mean(games)
    raw = _game_win(player, seen)
    own = profile.floor if raw is None else raw
    if profile.floor_own_gw:
        own = max(own, profile.floor)
    shown = max(raw, profile.floor) if raw is not None and profile.show_own_gw_floored else raw
    results = [_points(tournament, match, player) for match in _of(player, counted)]
    wins = losses = draws = 0
    for match in _of(player, counted):
        won, lost, _ = _side(match, player)
        if match.kind == MatchKind.BYE or (match.kind == MatchKind.PLAYED and won > lost):
            wins += 1
        elif match.kind == MatchKind.PLAYED and won == lost:
            draws += 1
        else:
            losses += 1
    floor = profile.floor
    return Naive(
        points=sum(results),
        record=(wins, losses, draws),
        omw=omw,
        gw=shown,
        ogw=ogw,
        ranked=(floor if omw is None else omw, own, floor if ogw is None else ogw),
    )


def naive(tournament: Tournament, through: int | None = None) -> dict[int, Naive]:
    """Everyone's figures; matches in any order, stages with cuts included."""
    swiss = [stage for stage in tournament.stages if stage.swiss]
    counted = [
        match
        for match in tournament.matches
        if any(stage.first_round <= match.round <= stage.last_round for stage in swiss)
        and (through is None or match.round <= through)
    ]
    found = {}
    for player in tournament.players:
        last = max((match.round for match in counted), default=0)
        for stage in swiss:
            if stage.advancing is not None and player not in stage.advancing:
                last = min(last, stage.last_round)
                break
        seen = [match for match in counted if match.round <= last]
        found[player] = _row(tournament, player, counted, seen)
    return found
