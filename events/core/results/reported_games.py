"""The games of a match in progress, reported one by one by its players."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.results import Ending, Game, Result, Winner, result_of_games
from events.core.results.match_rules import MatchRules

DOUBLE_SIDED_GAMES = 2


@dataclass(frozen=True, slots=True)
class ReportedGame:
    """One game as reported by the first-named and by the second-named player; None: no report.

    At least one of the two exists.
    """

    first: Game | None
    second: Game | None

    @property
    def differs(self) -> bool:
        """Whether the two reports name different winners."""
        return bool(self.first and self.second and self.first.winner is not self.second.winner)

    @property
    def agreed(self) -> bool:
        """Whether both have reported it, with the same winner."""
        return bool(self.first and self.second) and not self.differs

    @property
    def value(self) -> Game:
        """The game; the first-named player's report of the play counts, else the second's."""
        reported = [game for game in (self.first, self.second) if game is not None]
        return next((game for game in reported if game.play_first is not None), reported[0])


def score_of(games: Sequence[ReportedGame]) -> Result:
    """Return the running score, from the first-named side."""
    return result_of_games(game.value for game in games)


def decided(games: Sequence[ReportedGame], rules: MatchRules) -> Result | None:
    """Return the result of the reported games; None while they decide nothing.

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


def with_games(result: Result, games: Sequence[ReportedGame]) -> Result:
    """Add the games that were reported one by one to a result, if they fit it.

    Unreported games follow them; their order is known only for a single one.
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
    reported = result_of_games((*known, *rest)).reported_games
    return Result(*result.counts, reported_games=reported)


def _may_be(game: Game, winner: Winner) -> bool:
    """Return whether a game fits a winner and was played to its end."""
    return game.winner is winner and game.ending is Ending.PLAYED
