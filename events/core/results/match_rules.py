"""Possible results of a match in one round, how they may end, and how a desk types them."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from domain.results import (
    DOUBLE_LOSS,
    INTENTIONAL_DRAW,
    Ending,
    Game,
    Result,
    Side,
    Winner,
    result_of_games,
)
from domain.table_marks import USUAL_TABLE
from events.core.refusals import RefusedError

_WINNER_AGAINST = {Side.FIRST: Winner.SECOND, Side.SECOND: Winner.FIRST}
_OTHER_SIDE = {Side.FIRST: Side.SECOND, Side.SECOND: Side.FIRST}
_OF_TABLE: dict[Ending | None, str] = {
    Ending.UNFINISHED: "t",
    Ending.CONCEDED: "c",
    Ending.NOT_PLAYED: "n",
}
_DIGITS = {Side.FIRST: "1", Side.SECOND: "2"}


def unfinished(result: Result, games_to_win: int) -> Result:
    """Return the result when time was called in the last game: it is drawn (MTR Appendix C).

    A drawn game of the result is that game; without one it is added. RefusedError if a player had
    won by then.
    """
    _check_plain(result)
    if max(result.first_wins, result.second_wins) >= games_to_win:
        raise RefusedError(
            _(
                "The match was already won at %(score)s, so no game was in progress when time was"
                " called."
            )
            % {"score": result.figures},
            "score",
        )
    games = list(result.games)
    if result.drawn:
        games.remove(Game(Winner.DRAWN))
    games.append(Game(Winner.DRAWN, Ending.UNFINISHED, len(games) + 1))
    return result_of_games(games)


def concession(result: Result, side: Side, games_to_win: int) -> Result:
    """Return the result of a match that `side` conceded: they keep the games they won.

    The winner gets the games needed (rules, 2.4), so the score may be typed as it was then (0-1 or
    1-1) or as it counts (2-1). A player who has won may concede until the result reaches the
    scorekeeper: 2-0 then becomes 1-2, as a loss has one game less than a win needs. RefusedError
    for a score that no match can have had before.
    """
    _check_plain(result)
    winner = _WINNER_AGAINST[side]
    won, kept = result.first_wins, result.second_wins
    if winner is Winner.SECOND:
        won, kept = kept, won
    if kept > games_to_win or (kept == games_to_win and won >= games_to_win):
        raise RefusedError(
            _("%(score)s is not a possible score before a concession.") % {"score": result.figures},
            "score",
        )
    games = list(result.games)
    if kept == games_to_win:
        games.remove(Game(_WINNER_AGAINST[_OTHER_SIDE[side]]))
    if won >= games_to_win:
        games.remove(Game(winner))
    games.append(Game(winner, Ending.CONCEDED, len(games) + 1))
    missing = max(games_to_win - won - 1, 0)
    return result_of_games([*games, *(Game(winner, Ending.AWARDED),) * missing])


def game_loss(result: Result, side: Side) -> Result:
    """Return the result with one of the games that `side` lost marked as a game loss, a penalty.

    RefusedError if the result has no such game.
    """
    winner = _WINNER_AGAINST[side]
    games = list(result.games)
    lost = next(
        (game for game in games if game.winner is winner and game.ending is Ending.PLAYED), None
    )
    if result.seats or result.double_loss or lost is None:
        raise RefusedError(
            _("A game loss counts as a win for the opponent, but %(score)s has no such win left.")
            % {"score": result.figures},
            "score",
        )
    games[games.index(lost)] = replace(lost, ending=Ending.GAME_LOSS)
    return result_of_games(games)


def typed(result: Result) -> str:
    """Return a result as a desk types it, with how it ended: "1-1-1t", "2-1c2", "1-2g1"."""
    return result.text + ending_marks(result)


def ending_marks(result: Result) -> str:
    """Return how a match ended, as a desk types it after the games: "t", "c2", "g1"."""
    if result.text == DOUBLE_LOSS or result.seats:
        return ""
    if result.marks:
        return _OF_TABLE.get(result.table_ending, "")
    endings = [(game.winner, game.ending) for game in result.reported_games]
    marks = "t" if (Winner.DRAWN, Ending.UNFINISHED) in endings else ""
    for side, winner in _WINNER_AGAINST.items():
        marks += f"c{_DIGITS[side]}" if (winner, Ending.CONCEDED) in endings else ""
        marks += f"g{_DIGITS[side]}" * endings.count((winner, Ending.GAME_LOSS))
    return marks


def _check_plain(result: Result) -> None:
    if result.double_loss or result.seats or result.counts == INTENTIONAL_DRAW:
        raise RefusedError(
            _(
                "“%(result)s” already says how the match ended. Type the games instead, for "
                "example 11t."
            )
            % {"result": result.text},
            "score",
        )


@dataclass(frozen=True, slots=True)
class MatchRules:
    """Rules of a match in one round.

    `games_to_win`: 1 to 3. `by_seats`: teams of three, whose seats decide a match. `double_sided`:
    a match of two games, each worth match points. `playoff`: a match with a winner, whose last game
    is decided by life totals when time is called (MTR 2.5). `digital`: the clocks of the platform
    end games, so nobody calls time (digital event rules, App. B). `sizes`: the seats of each table
    of three to five; () in matches of two. `by_place`: the result of such a table is a finishing
    order.
    """

    games_to_win: int = 2
    draws_allowed: bool = True
    by_seats: bool = False
    double_sided: bool = False
    playoff: bool = False
    digital: bool = False
    sizes: tuple[tuple[int, int], ...] = ()
    by_place: bool = False

    @property
    def of_tables(self) -> bool:
        """Whether tables of three to five play; their result has one mark for each seat."""
        return bool(self.sizes)

    def seats_at(self, table: int) -> int:
        """Return the seats of a table of three to five; 4 for an unknown table."""
        return dict(self.sizes).get(table, USUAL_TABLE)

    @property
    def games_end_at_time(self) -> bool:
        """Whether an unfinished game is drawn when time is called (MTR Appendix C)."""
        other = self.by_seats or self.double_sided or self.of_tables
        return not (other or self.playoff or self.digital)

    @property
    def example(self) -> str:
        """The most usual result of this event, as typed: "21"."""
        if self.by_place:
            return "3142"
        if self.of_tables:
            return "3"
        if self.double_sided:
            return "20"
        return f"{self.games_to_win}{self.games_to_win - 1}"

    @property
    def turned_example(self) -> str:
        """The example, won by the second-named player."""
        return self.example[::-1]

    @property
    def timed_example(self) -> str:
        """A result when time was called in the last game: "11t"; empty if none can be typed so."""
        if not self.games_end_at_time:
            return ""
        even = self.games_to_win - 1
        return f"{even}{even}t" if self.draws_allowed else f"{even}0t" if even else ""

    def game_at_time(self, result: Result) -> int | None:
        """Return the number of the game that time may have ended, from 1; None without one.

        An unfinished game is a drawn game (MTR Appendix C), which is easily left out. It may be
        missing if neither player has the games needed and none was drawn.
        """
        won = max(result.first_wins, result.second_wins)
        plain = not (result.double_loss or result.seats or result.reported_games or result.drawn)
        if not plain or not self.games_end_at_time or won >= self.games_to_win:
            return None
        return result.first_wins + result.second_wins + 1

    def played_out(self) -> list[Result]:
        """Return the results of matches played to a win, best for the first-named player first."""
        if self.of_tables:
            return []
        wins = [Result(self.games_to_win, lost) for lost in range(self.games_to_win)]
        if not self.by_seats and not self.double_sided and self.games_to_win > 1:
            wins.append(Result(self.games_to_win, 0, 1))
        return wins + [result.turned() for result in reversed(wins)]

    def at_time(self) -> list[Result]:
        """Return the results of matches with an unfinished last game, most games first."""
        if not self.games_end_at_time:
            return []
        games = range(self.games_to_win)
        bare = [Result(first, second) for first in games for second in games]
        bare.sort(key=lambda result: (-result.first_wins - result.second_wins, -result.first_wins))
        return [
            unfinished(result, self.games_to_win)
            for result in bare
            if self.draws_allowed or not result.is_draw
        ]

    def between_games(self) -> list[Result]:
        """Return the draws without an unfinished game: by agreement, or between two games."""
        if not self.draws_allowed or self.of_tables:
            return []
        even = [Result(won, won) for won in reversed(range(self.games_to_win))]
        return [*even, Result(*INTENTIONAL_DRAW)]

    def conceded(self) -> list[Result]:
        """Return the results of conceded matches, with the games already won."""
        if self.double_sided or self.of_tables:
            return []
        kept = [
            concession(Result(0, games), Side.SECOND, self.games_to_win)
            for games in range(self.games_to_win)
        ]
        return kept + [result.turned() for result in reversed(kept)]
