"""Wording of results."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from domain.results import (
    INTENTIONAL_DRAW,
    SEATS,
    Ending,
    Game,
    Outcome,
    Result,
    Side,
    Winner,
    result_of,
)
from domain.table_marks import DREW, LOST, WON, drawing_seats, finishing_order, placed, winning_seat
from domain.written_names import called, written
from events.models import Match

NO_BREAK_HYPHEN = "\N{NON-BREAKING HYPHEN}"
ENDINGS = {
    Ending.UNFINISHED: gettext_lazy("unfinished"),
    Ending.CONCEDED: gettext_lazy("conceded"),
    Ending.GAME_LOSS: gettext_lazy("game loss"),
    Ending.AWARDED: gettext_lazy("awarded"),
}
TABLE_ENDINGS = {
    Ending.UNFINISHED: gettext_lazy("time was called"),
    Ending.CONCEDED: gettext_lazy("by concession"),
    Ending.NOT_PLAYED: pgettext_lazy("a table", "not played"),
}

OUTCOMES = {
    Outcome.WON: gettext_lazy("won"),
    Outcome.LOST: gettext_lazy("lost"),
    Outcome.DRAWN: gettext_lazy("drawn"),
    Outcome.DOUBLE_LOSS: gettext_lazy("double loss"),
    Outcome.BYE: gettext_lazy("bye"),
    Outcome.UNPAIRED: gettext_lazy("assigned loss"),
}


def outcome_words(outcome: Outcome) -> str:
    """Return how a match ended for a player: "won", "double loss", "bye"."""
    return str(OUTCOMES[outcome])


def result_words(names: Sequence[str], result: Result) -> str:
    """Word a result in the reader's language: "Rossi beats 田中 2-1".

    With the seats of teams of three: "Red beats Blue 2-1 (A: Red, B: Blue, C: Red)". Of a table of
    three to five: "Rossi wins (seat 3)". The ending is worded by ending_words.
    """
    if result.marks:
        return table_result_words(names, result.marks)
    first, second = names
    if result.seats:
        return _("%(result)s (%(seats)s)") % {
            "result": result_words(names, Result(result.first_wins, result.second_wins)),
            "seats": seat_words(first, second, result.seats),
        }
    ahead = result.turned() if result.winner is Winner.SECOND else result
    first, second = written(first), written(second)
    values = {"first": first, "second": second}
    values["score"] = ahead.figures.replace("-", NO_BREAK_HYPHEN)
    match result.winner:
        case Winner.NOBODY:
            return _("%(first)s and %(second)s both lose") % values
        case Winner.DRAWN if result.counts == INTENTIONAL_DRAW:
            return _("%(first)s and %(second)s draw by agreement") % values
        case Winner.DRAWN:
            return _("%(first)s and %(second)s draw %(score)s") % values
        case Winner.SECOND:
            values["first"], values["second"] = second, first
    return _("%(first)s beats %(second)s %(score)s") % values


def table_result_words(names: Sequence[str], marks: str) -> str:
    """Word the result of a table of three to five: "Rossi wins (seat 3)", "Draw of all players".

    `names` by seat.
    """
    winner, drew = winning_seat(marks), drawing_seats(marks)
    if has_order(marks):
        line = _("%(place)d. %(name)s")
        return _(", ").join(
            line % {"place": place, "name": written(names[seat - 1])}
            for place, seats in finishing_order(marks)
            for seat in seats
        )
    if winner is not None:
        return _("%(name)s wins (seat %(seat)d)") % {
            "name": written(names[winner - 1]),
            "seat": winner,
        }
    if not drew:
        return _("All players lose")
    if len(drew) == len(marks):
        return _("Draw of all players")
    sharing = _(", ").join(written(names[seat - 1]) for seat in drew)
    return _("Draw: %(names)s") % {"names": sharing}


def has_order(marks: str) -> bool:
    """Return whether a result orders more players than the winner, or those who drew."""
    return marks.isdecimal() and len(set(marks)) > 1 and marks != placed(_won_or_drew(marks))


def _won_or_drew(marks: str) -> str:
    """Return the marks of a finishing order as if only its first place counted."""
    best = WON if marks.count("1") == 1 else DREW
    return "".join(best if mark == "1" else LOST for mark in marks)


def seat_result_words(marks: str) -> str:
    """Word the result of a table of three to five without names: "seat 3 won"."""
    winner, drew = winning_seat(marks), drawing_seats(marks)
    if has_order(marks):
        order = " > ".join(" = ".join(map(str, seats)) for _place, seats in finishing_order(marks))
        return _("seats in finishing order: %(seats)s") % {"seats": order}
    if winner is not None:
        return _("seat %(seat)d won") % {"seat": winner}
    if not drew:
        return _("all seats lost")
    if len(drew) == len(marks):
        return _("all seats drew")
    return _("seats %(seats)s drew") % {"seats": _(", ").join(map(str, drew))}


def kept_result_words(values: Mapping[str, Any], key: str) -> str:
    """Word the result that a journal entry stores under a key; a dash for none."""
    kept = values.get(key)
    if kept and isinstance(kept[0], str):
        return seat_result_words(kept[0])
    return result_words((values["first"], values["second"]), result_of(*kept)) if kept else "–"


def seat_words(first: str, second: str, seats: str) -> str:
    """Name the winner at each seat: "A: Red, B: drawn, C: not finished"; `seats` as in Result."""
    won = {"w": written(first), "l": written(second), "d": _("drawn"), "-": _("not finished")}
    return _(", ").join(f"{seat}: {won[mark]}" for seat, mark in zip(SEATS, seats, strict=True))


def ending_words(first: str, second: str, games: Iterable[Game]) -> list[str]:
    """Describe the reported ending of a match: "game 3 unfinished", "田中 concedes"."""
    words = []
    for game in games:
        loser = written(second if game.winner is Winner.FIRST else first)
        if game.ending is Ending.UNFINISHED and game.number:
            words.append(_("game %(number)d unfinished") % {"number": game.number})
        elif game.ending is Ending.CONCEDED:
            words.append(_("%(name)s concedes") % {"name": loser})
        elif game.ending is Ending.GAME_LOSS:
            words.append(_("game loss for %(name)s") % {"name": loser})
    return list(dict.fromkeys(words))


def short_words(match: Match, result: Result, typed: str = "") -> str:
    """Word a result within a sentence: as typed; of a table of three to five in words."""
    if not match.is_table:
        return typed or result.text
    words = result_words([called(player) for player in match.players], result)
    return _("“%(words)s”") % {"words": words}


def full_words(names: Sequence[str], result: Result) -> str:
    """Word a result and its ending: "Rossi and 田中 draw 1-1-1, game 3 unfinished"."""
    parts = [result_words(names, result)]
    if result.table_ending in TABLE_ENDINGS:
        parts.append(str(TABLE_ENDINGS[result.table_ending]))
    if not result.marks:
        first, second = names
        parts += ending_words(first, second, result.reported_games)
    return _(", ").join(parts)


def game_words(first: str, second: str, games: Sequence[Game]) -> list[str]:
    """Word games one by one: "Rossi wins, on the play", "drawn, unfinished".

    Empty if the order of some of them is unknown.
    """
    if any(game.number is None for game in games):
        return []
    first, second = written(first), written(second)
    names = {Winner.FIRST: first, Winner.SECOND: second}
    played = {Side.FIRST: first, Side.SECOND: second}
    lines = []
    for game in games:
        name = names.get(game.winner)
        words = [_("%(name)s wins") % {"name": name} if name else _("drawn")]
        if game.ending in ENDINGS:
            words.append(str(ENDINGS[game.ending]))
        if game.play_first:
            words.append(_("%(name)s on the play") % {"name": played[game.play_first]})
        lines.append(_(", ").join(words))
    return lines
