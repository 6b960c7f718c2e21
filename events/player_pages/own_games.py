"""The games of a player's match as their own phone shows them."""

from dataclasses import dataclass
from datetime import datetime

from domain.results import Game, Result, result_of_games
from events.core.results.game_queries import ReportedGames, reported_games
from events.core.results.match_rules import MatchRules
from events.core.results.reported_games import ReportedGame
from events.models import Enrollment, GameReport, Match


@dataclass(frozen=True, slots=True)
class OwnGame:
    """One reported game; `mine` and `theirs` are the two reports from this player's side.

    `game`: as this player reported it, else as the opponent did. `agreed`: both reported the same;
    `differs`: they name different winners. `is_last`: no later game was reported.
    """

    number: int
    game: Game
    mine: Game | None
    theirs: Game | None
    key: str
    at: datetime
    agreed: bool
    differs: bool
    is_last: bool

    @property
    def can_confirm(self) -> bool:
        """Whether only the opponent has reported it."""
        return self.mine is None

    @property
    def can_take_back(self) -> bool:
        """Whether it can be taken back from here."""
        return self.mine is not None and self.is_last and not self.agreed


@dataclass(frozen=True, slots=True)
class OwnGames:
    """The games of a player's match; `score` from the player's side, without differing games.

    `current`: the game being played, from 1. `differs`: the two reports of a game differ. `open`:
    the next game can be reported, as the match is not decided and no reports differ.
    """

    games: tuple[OwnGame, ...]
    score: Result
    current: int
    differs: bool
    open: bool


def own_games(match: Match, enrollment: Enrollment, rules: MatchRules) -> OwnGames:
    """Return the games of a match as one of its players sees them. One query."""
    reported = reported_games(match)
    second = match.second_id == enrollment.pk
    games = tuple(
        _own(reported, number, enrollment, second=second) for number in range(1, reported.current)
    )
    return OwnGames(
        games=games,
        score=result_of_games(game.game for game in games if not game.differs),
        current=reported.current,
        differs=reported.differs,
        open=reported.decided(rules) is None and not reported.differs,
    )


def _own(reported: ReportedGames, number: int, enrollment: Enrollment, *, second: bool) -> OwnGame:
    rows = [row for row in reported.rows if row.number == number]
    mine = next((row for row in rows if row.enrollment_id == enrollment.pk), None)
    theirs = next((row for row in rows if row.enrollment_id != enrollment.pk), None)
    games = [_turned(row, second=second) for row in (mine, theirs)]
    both = ReportedGame(*games)
    return OwnGame(
        number=number,
        game=next(game for game in games if game is not None),
        mine=both.first,
        theirs=both.second,
        key="" if mine is None else mine.key,
        at=reported.at[number - 1],
        agreed=both.agreed,
        differs=both.differs,
        is_last=number == reported.current - 1,
    )


def _turned(row: GameReport | None, *, second: bool) -> Game | None:
    if row is None:
        return None
    return row.value.turned() if second else row.value
