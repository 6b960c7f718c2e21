"""Wording of results and calls on a player's own phone."""

from django.utils.translation import gettext as _

from domain.results import INTENTIONAL_DRAW, Ending, Game, Outcome, Result, Winner
from domain.table_marks import winning_seat
from domain.written_names import written_name
from events.core.words.result_words import NO_BREAK_HYPHEN, has_order
from events.models import Call


def own_words(result: Result) -> str:
    """Word a result for the player from whose side it is: "you won 2-1"; at a table "you won"."""
    if result.marks:
        return own_table_words(result)
    score = {"score": result.figures.replace("-", NO_BREAK_HYPHEN)}
    match result.winner:
        case Winner.NOBODY:
            return _("both lost")
        case Winner.DRAWN if result.counts == INTENTIONAL_DRAW:
            return _("draw by agreement")
        case Winner.DRAWN:
            return _("draw %(score)s") % score
        case Winner.FIRST:
            return _("you won %(score)s") % score
    return _("you lost %(score)s") % score


def named_words(result: Result, name: object, opponent: object) -> str:
    """Word a result with the winner's name: in another's report "you" would mean the reporter.

    `result` from the side of `name`.
    """
    if result.marks:
        return own_table_words(result)
    if result.winner is Winner.SECOND:
        result, name = result.turned(), opponent
    if result.winner is not Winner.FIRST:
        return own_words(result)
    figures = result.figures.replace("-", NO_BREAK_HYPHEN)
    return _("%(name)s won %(score)s") % {"name": written_name(name), "score": figures}


def own_table_words(result: Result) -> str:
    """Word the result of a table of three to five for the seat from whose view it is."""
    if has_order(result.marks) and result.outcome is Outcome.LOST:
        return _("you are in place %(place)s") % {"place": result.marks[result.own_seat - 1]}
    match result.outcome:
        case Outcome.WON:
            return _("you won")
        case Outcome.DRAWN:
            return _("draw")
    winner = winning_seat(result.marks)
    if winner is not None:
        return _("seat %(seat)d won") % {"seat": winner}
    return _("a draw of other seats") if result.is_draw else _("everybody lost")


def outcome_words(result: Result, is_team: bool = False) -> str:
    """Word a result as the player or team that taps on the score: "I won", "we won"."""
    return {
        Winner.FIRST: _("We won") if is_team else _("I won"),
        Winner.SECOND: _("We lost") if is_team else _("I lost"),
        Winner.DRAWN: _("draw"),
        Winner.NOBODY: _("both lost"),
    }[result.winner]


def choice_words(result: Result) -> str:
    """Word a result as a choice: as own_words, and which game was unfinished."""
    words = own_words(result)
    last = result.reported_games[-1] if result.reported_games else None
    if last is not None and last.ending is Ending.UNFINISHED:
        return _("%(result)s: game %(number)d unfinished") % {
            "result": words,
            "number": len(result.reported_games),
        }
    return words


def game_words(game: Game) -> str:
    """Word a game's winner for the player from whose side it is."""
    return {
        Winner.FIRST: _("you won"),
        Winner.SECOND: _("you lost"),
        Winner.DRAWN: _("drawn"),
        Winner.NOBODY: _("both lost"),
    }[game.winner]


def named_game_words(game: Game, name: object, opponent: object) -> str:
    """Word a game's winner by name; `game` from the side of `name`."""
    winners = {Winner.FIRST: name, Winner.SECOND: opponent}
    if game.winner in winners:
        return _("%(name)s won") % {"name": written_name(winners[game.winner])}
    return game_words(game)


def group_title(name: str) -> str:
    """Return the title of a group of results to choose from; see OwnPage.choices."""
    titles = {
        "played": _("Played to the end"),
        "drawn-game": _("Played to the end, with a drawn game"),
        "time": _("Time was called"),
        "drawn": _("Draw with no unfinished game"),
    }
    return titles[name]


def call_words(call: Call) -> str:
    """Name the subject of another person's call, for the desk and the opponent."""
    name = {"name": written_name(call.enrollment)}
    if call.kind == Call.Kind.JUDGE:
        return _("%(name)s is calling a judge") % name
    return _("%(name)s says the recorded result is wrong") % name
