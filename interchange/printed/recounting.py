"""Percentages as other tools count them, to prove why a printed figure differs from ours.

Ours are those of the standings engine. A recount changes one rule at a time, so that a reason is
given only if it produces the printed figure.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from domain.results import Counts, Result, Winner
from interchange.printed.explaining import Reason
from standings.profile import Profile
from standings.types import Match, MatchKind, Tournament

Figures = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Rule:
    """How another tool counts.

    - `drops_lose`: every round after a drop is lost.
    - `once`: an opponent met twice counts once.
    - `byes`: False if they do not count as matches; None as in the profile.
    - `written`: a bye, won or lost, has the games that the file writes.
    - `faced`: the bye is an opponent with a record of its own.
    - `only_played`: an assigned loss does not count as a match.
    - `drawn`: False if a drawn game gives no points.
    """

    reason: Reason
    drops_lose: bool = False
    once: bool = False
    byes: bool | None = None
    written: bool = False
    faced: bool = False
    only_played: bool = False
    drawn: bool = True


# The simplest explanation that reproduces a printed line is used.
RULES = (
    Rule(Reason.DROPS, drops_lose=True),
    Rule(Reason.REMATCH, once=True),
    Rule(Reason.BYES, byes=False),
    Rule(Reason.BYES, written=True),
    Rule(Reason.BYES, only_played=True),
    Rule(Reason.BYES, written=True, drops_lose=True),
    Rule(Reason.BYES, written=True, faced=True),
    Rule(Reason.BYES, written=True, faced=True, drops_lose=True),
    Rule(Reason.BYES, byes=False, drops_lose=True),
    Rule(Reason.REMATCH, once=True, drops_lose=True),
    Rule(Reason.REMATCH, once=True, byes=False),
    Rule(Reason.DRAWN_GAMES, drawn=False),
    Rule(Reason.DRAWN_GAMES, drawn=False, drops_lose=True),
    Rule(Reason.DRAWN_GAMES, drawn=False, once=True),
    Rule(Reason.DRAWN_GAMES, drawn=False, byes=False),
    Rule(Reason.DRAWN_GAMES, drawn=False, only_played=True),
    Rule(Reason.DRAWN_GAMES, drawn=False, written=True),
    Rule(Reason.DRAWN_GAMES, drawn=False, written=True, drops_lose=True),
    Rule(Reason.DRAWN_GAMES, drawn=False, written=True, faced=True),
    Rule(Reason.DRAWN_GAMES, drawn=False, written=True, faced=True, drops_lose=True),
)
COUNTED_OTHERWISE = frozenset(rule.reason for rule in RULES)
_BYE = 0  # the opponent of players with a bye, where the bye counts as an opponent


@dataclass(slots=True)
class _Record:
    """Sums of one player: points and possible points of matches and of games, and opponents."""

    points: int = 0
    rounds: int = 0
    game_points: int = 0
    games: int = 0
    opponents: list[int] = field(default_factory=list)


def recount(
    tournament: Tournament, rule: Rule, written: Mapping[tuple[int, int], Counts]
) -> Mapping[int, Figures]:
    """Return OMW%, GW% and OGW% of every player by another rule, fractions of 1.

    "floored" is GW% with the floor, which some tools print.

    `written` are the games of byes in the file, by round and player.
    """
    profile = tournament.profile
    swiss = [stage for stage in tournament.stages if stage.swiss]
    counted = {
        number for stage in swiss for number in range(stage.first_round, stage.last_round + 1)
    }
    records: defaultdict[int, _Record] = defaultdict(_Record)
    for match in tournament.matches:
        if match.round in counted:
            if rule.written and match.second is None:
                match = match._replace(games=written.get((match.round, match.first), match.games))
            _add(records, match, profile, rule)
    if rule.drops_lose:
        most = max((record.rounds for record in records.values()), default=0)
        for record in records.values():
            record.rounds = most
    win = {key: _share(item.points, profile.win * item.rounds) for key, item in records.items()}
    games = {key: _share(item.game_points, 3 * item.games) for key, item in records.items()}
    return {key: _figures(item, win, games, key, profile, rule) for key, item in records.items()}


def _add(records: defaultdict[int, _Record], match: Match, profile: Profile, rule: Rule) -> None:
    won, lost, drawn = match.games
    alone = match.second is None
    if match.kind is MatchKind.BYE and not (profile.bye_counts and rule.byes is not False):
        return
    if match.kind is MatchKind.UNPAIRED and rule.only_played:
        return
    no_points = match.kind in (MatchKind.UNPAIRED, MatchKind.DOUBLE_LOSS)
    for own, other, games in (
        (match.first, match.second, (won, lost, drawn)),
        (match.second, match.first, (lost, won, drawn)),
    ):
        if own is None and not rule.faced:
            continue
        record = records[_BYE if own is None else own]
        record.rounds += 1
        if match.kind is MatchKind.BYE:
            record.points += profile.win if own is not None else 0
        elif alone and own is None:
            record.points += profile.win
        elif not no_points:
            record.points += _points(games, profile)
        record.game_points += 3 * games[0] + (games[2] if rule.drawn else 0)
        record.games += sum(games)
        if other is not None or rule.faced:
            record.opponents.append(_BYE if other is None else other)


def _points(games: Counts, profile: Profile) -> int:
    winner = Result(*games).winner
    if winner is Winner.DRAWN:
        return profile.draw
    return profile.win if winner.is_first else profile.loss


def _figures(
    record: _Record,
    win: Mapping[int, Fraction | None],
    games: Mapping[int, Fraction | None],
    player: int,
    profile: Profile,
    rule: Rule,
) -> Figures:
    floor = profile.floor
    faced = list(dict.fromkeys(record.opponents)) if rule.once else record.opponents
    least = floor if profile.floor_opponents_gw else Fraction(0)
    own = games[player]
    raw = Fraction(0) if own is None else own
    figures = {"gw": raw, "floored": max(raw, floor)}
    if faced:
        figures["omw"] = sum((max(win[item] or floor, floor) for item in faced), Fraction(0))
        figures["omw"] /= len(faced)
        figures["ogw"] = sum((max(games[item] or least, least) for item in faced), Fraction(0))
        figures["ogw"] /= len(faced)
    return figures


def _share(won: int, possible: int) -> Fraction | None:
    return Fraction(won, possible) if possible else None
