"""Endings of a match before its games are played out: time was called, a player conceded."""

from dataclasses import replace

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
