"""The slip of a table of three to five, and how a scorekeeper types it: `3`, `d`, `d13`, `0`."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from domain.results import Result, result_of_marks
from domain.table_marks import LOST, drawing_seats, marks_of_draw, marks_of_winner, winning_seat
from events.core.refusals import RefusedError

_WINNER = re.compile(r"w?([1-9])")
_DRAW = re.compile(r"d([1-9]*)")
# After the result, with or without a space: who drops, who conceded, whose game loss one is.
_MARK = re.compile(r"([xcg])([1-9]+)\s*$")


def parse_table_result(words: Sequence[str], seats: int) -> tuple[Result, tuple[bool, ...]]:
    """Read the words of the slip of a table with so many seats: its result, and who drops by seat.

    A seat wins (`3`), all seats draw (`d`), some draw (`d13`), or everybody loses (`0`); then who
    conceded (`c2`) or has a game loss (`g2`), and who drops (`x1`, `x24`). Where all but one
    conceded (`c124`), the last one has won. RefusedError with what to type.
    """
    text, named = _take_marks(" ".join(words))
    if len(named["x"]) > 1:
        raise RefusedError(_("Enter each dropping player once: x1, or x13 for two seats."), "score")
    dropping, out = _seats_of(named["x"], seats), _seats_of(named["c"] + named["g"], seats)
    if text.endswith("t"):
        raise RefusedError(
            _("Type d without t: a game that is unfinished when time is called is a draw."), "score"
        )
    if not (text or out) or (len(out) == seats and text != "0"):
        raise RefusedError(_no_result(" ".join(words)[:20]), "score")
    marks = _parse_marks(text, seats) if text else _last_one_left(seats, out)
    marks = _without(marks, out)
    return result_of_marks(marks), tuple(seat in dropping for seat in range(1, seats + 1))


def _take_marks(text: str) -> tuple[str, dict[str, list[str]]]:
    """Part a typed text into its result and the seats named after each letter."""
    named: dict[str, list[str]] = {"x": [], "c": [], "g": []}
    while mark := _MARK.search(text):
        named[mark[1]].append(mark[2])
        text = text[: mark.start()].rstrip()
    return text.strip(), named


def _seats_of(named: Sequence[str], seats: int) -> set[int]:
    numbers = {int(seat) for text in named for seat in text}
    _check_seats(numbers, seats)
    return numbers


def _last_one_left(seats: int, out: set[int]) -> str:
    """Return the marks of a game that all players but one conceded or lost."""
    left = set(range(1, seats + 1)) - out
    if len(left) == 1:
        return marks_of_winner(seats, left.pop())
    raise RefusedError(
        _(
            "%(count)d players are still in the game. Type its result when it ends, for example "
            "%(winner)d c%(seat)d."
        )
        % {"count": len(left), "winner": min(left), "seat": min(out)},
        "score",
    )


def _without(marks: str, out: set[int]) -> str:
    """Return the marks of a result in which some seats lost before the end."""
    won = winning_seat(marks)
    if won in out:
        raise RefusedError(
            _("Seat %(seat)d cannot win after conceding or a game loss.") % {"seat": won}, "score"
        )
    drew = set(drawing_seats(marks))
    if not drew & out:
        return marks
    left = drew - out
    return marks_of_draw(len(marks), left) if len(left) > 1 else _last_one_left(len(marks), out)


def _parse_marks(word: str, seats: int) -> str:
    """Return the marks that a word means; a report's own marks ("lwll") are read, too."""
    if word == "0":
        return LOST * seats
    if re.fullmatch(r"[wdl]+", word) and len(word) == seats and word != "d":
        try:
            return result_of_marks(word).marks
        except ValueError as error:
            raise RefusedError(_no_result(word), "score") from error
    if winner := _WINNER.fullmatch(word):
        _check_seats({int(winner[1])}, seats)
        return marks_of_winner(seats, int(winner[1]))
    draw = _DRAW.fullmatch(word)
    if draw is None:
        raise RefusedError(_no_result(word), "score")
    sharing = {int(seat) for seat in draw[1]}
    _check_seats(sharing, seats)
    if len(sharing) == 1 or len(sharing) < len(draw[1]):
        raise RefusedError(_("A draw needs two different seats or more, such as d13."), "score")
    return marks_of_draw(seats, sharing)


def _check_seats(named: set[int], seats: int) -> None:
    """Refuse a seat that the table does not have."""
    if any(seat > seats for seat in named):
        raise RefusedError(
            _("This table has seats 1 to %(seats)d, not %(seat)d.")
            % {"seats": seats, "seat": max(named)},
            "score",
        )


def _no_result(word: str) -> str:
    if word.isdecimal() or re.fullmatch(r"\d(-\d)+", word):
        return _(
            "“%(text)s” is a result of two players. A table of four plays one game: type the seat "
            "that won, such as 3, or d for a draw."
        ) % {"text": word[:20]}
    return _("“%(text)s” is not a result. Type the seat that won, such as 3, d, d13 or 0.") % {
        "text": word[:20]
    }
