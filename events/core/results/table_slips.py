"""The slip of a table of three to five, and how a scorekeeper types it: `3`, `d`, `d13`, `0`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from domain.results import Result, result_of_marks
from domain.table_marks import LOST, drawing_seats, marks_of_draw, marks_of_winner, winning_seat
from events.core.refusals import RefusedError

_WINNER = re.compile(r"w?([1-9])")
_DRAW = re.compile(r"d([1-9]*)")
_DROPS = re.compile(r"x([1-9]+)")


def parse_table_result(words: Sequence[str], seats: int) -> tuple[Result, tuple[bool, ...]]:
    """Read the words of the slip of a table with so many seats: its result, and who drops by seat.

    A seat wins (`3`), all seats draw (`d`), some draw (`d13`), or everybody loses (`0`); then who
    drops (`x1`, `x24`). RefusedError with what to type.
    """
    drops = [word for word in words if _DROPS.fullmatch(word)]
    result = [word for word in words if word not in drops]
    if len(drops) > 1:
        raise RefusedError(_("Name the players who drop once: x1, or x13 for two seats."), "score")
    if len(result) != 1:
        raise RefusedError(
            _(
                "Type the seat that won, such as 3, d for a draw, d13 for a draw of two seats, or "
                "0 when everybody loses. “%(text)s” is not a result."
            )
            % {"text": " ".join(words)[:20]},
            "score",
        )
    leaving = {int(seat) for seat in drops[0][1:]} if drops else set()
    _check_seats(leaving, seats)
    marks = _parse_marks(result[0], seats)
    return result_of_marks(marks), tuple(seat in leaving for seat in range(1, seats + 1))


def typed_marks(marks: str) -> str:
    """Return the result of a table as one types it: "3", "d", "d13", "0"."""
    winner, drew = winning_seat(marks), drawing_seats(marks)
    if winner is not None:
        return str(winner)
    if not drew:
        return "0"
    return "d" if len(drew) == len(marks) else "d" + "".join(map(str, drew))


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
