"""The games of a match that is being played, as its players tell them one by one."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.results import Ending, Game, Result, Winner, result_of_games
from events.core.results.match_rules import MatchRules

DOUBLE_SIDED_GAMES = 2


@dataclass(frozen=True, slots=True)
class GameSaid:
    """One game as reported by the first-named and by the second-named player; None: no report.

    At least one of the two exists.
    """

    first: Game | None
    second: Game | None

    @property
    def differs(self) -> bool:
        """Whether the two name another winner."""
        return bool(self.first and self.second and self.first.winner is not self.second.winner)

    @property
    def agreed(self) -> bool:
        """Whether both have told it, and the same winner."""
        return bool(self.first and self.second) and not self.differs

    @property
    def value(self) -> Game:
        """The game; the first-named player's report of the play wins, else the second's."""
        told = [game for game in (self.first, self.second) if game is not None]
        return next((game for game in told if game.play_first is not None), told[0])


def score_of(games: Sequence[GameSaid]) -> Result:
    """Return the running score, from the first-named side."""
    return result_of_games(game.value for game in games)


def decided(games: Sequence[GameSaid], rules: MatchRules) -> Result | None:
    """Return the result that the games told make; None while they decide nothing.

    Nothing is decided while the two players differ on a game.
    """
    if any(game.differs for game in games):
        return None
    score = score_of(games)
    if rules.double_sided:
        over = len(games) >= DOUBLE_SIDED_GAMES
    else:
        over = max(score.first_wins, score.second_wins) >= rules.games_to_win
    return score if over else None


def with_games(result: Result, games: Sequence[GameSaid]) -> Result:
    """Return a result with the games that were told one by one, where it can be those.

    Games that were not told come after them, in an order that is known only for a single one.
    """
    if (
        not games
        or result.seats
        or result.double_loss
        or any(any_game.differs for any_game in games)
    ):
        return result
    rest = list(result.games)
    for game in games:
        same = next((other for other in rest if _may_be(other, game.value.winner)), None)
        if same is None:
            return result
        rest.remove(same)
    known = tuple(game.value for game in games)
    if len(rest) == 1:
        [last] = rest
        rest = [Game(last.winner, last.ending, len(known) + 1, last.play_first)]
    told = result_of_games((*known, *rest)).told
    return Result(*result.counts, told=told)


def _may_be(game: Game, winner: Winner) -> bool:
    """Whether a game of a result can be one that was played to its end."""
    return game.winner is winner and game.ending is Ending.PLAYED
