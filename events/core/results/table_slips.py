"""The slip of a table of three to five, and the form in which it is typed: `3`, `d`, `d13`, `0`."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from domain.results import Ending, Result, result_of_marks
from domain.table_marks import (
    DREW,
    LOST,
    drawing_seats,
    marks_of_draw,
    marks_of_places,
    marks_of_winner,
    placed,
    winning_seat,
)
from events.core.refusals import RefusedError

_WINNER = re.compile(r"w?([1-9])")
_DRAW = re.compile(r"d([1-9]*)")
# How an unfinished game ended: time was called, all others conceded, or it was not played.
ENDINGS = {"t": Ending.UNFINISHED, "c": Ending.CONCEDED, "n": Ending.NOT_PLAYED}
_NOT_PLAYED = ({DREW}, {LOST}, {"1"})
_ENDED = re.compile(r"(.*[\dwdl])\s*([tcn])")
# After the result, with or without a space: drops, concessions, game losses.
_MARK = re.compile(r"([xcg])([1-9]+)\s*$")


def parse_table_result(
    words: Sequence[str], seats: int, *, by_place: bool = False
) -> tuple[Result, tuple[bool, ...]]:
    """Read the words of a table's slip with this many seats: its result, and the drops by seat.

    `by_place`: the result is a finishing order, all seats from the winner on (`3142`), with `=`
    between those who share a place (`31=42`). A winner or a draw alone is one, too. A seat wins
    (`3`), all seats draw (`d`), some draw (`d13`), or everybody loses (`0`). Marks follow: time was
    called (`t`), all others conceded (`c`), nothing was played (`n`), a seat conceded (`c2`), has a
    game loss (`g2`) or drops (`x1`, `x24`). If all but one conceded (`c124`), the last one has won.
    RefusedError says what to type.
    """
    text, ending, named = _take_marks(" ".join(words))
    if len(named["x"]) > 1:
        raise RefusedError(_("Enter each dropping player once: x1, or x13 for two seats."), "score")
    dropping, out = _seats_of(named["x"], seats), _seats_of(named["c"] + named["g"], seats)
    if not (text or out) or (len(out) == seats and text != "0"):
        raise RefusedError(_no_result(" ".join(words)[:20]), "score")
    result = result_of_marks(_marks_of(text, seats, out, by_place=by_place))
    if ending is None and len(_seats_of(named["c"], seats)) == seats - 1:
        ending = Ending.CONCEDED
    _check_ending(ending, result.marks, out)
    if ending is not None:
        result = result.with_table_ending(ending)
    return result, tuple(seat in dropping for seat in range(1, seats + 1))


def _check_ending(ending: Ending | None, marks: str, out: set[int]) -> None:
    """Raise RefusedError for an ending that the result cannot have."""
    if ending is Ending.NOT_PLAYED and (out or set(marks) not in _NOT_PLAYED):
        raise RefusedError(
            _("A table that did not play has a draw of all players (dn), or all lose (0n)."),
            "score",
        )
    if ending is Ending.CONCEDED and winning_seat(marks) is None:
        raise RefusedError(_("A game that ends by concession has a winner."), "score")


def _marks_of(text: str, seats: int, out: set[int], *, by_place: bool) -> str:
    """Return the marks of a typed result; `out`: the seats that left the game."""
    order = _parse_order(text, seats) if by_place else ""
    if order:
        if winning_seat(order) in out:
            raise _left(winning_seat(order))
        return order
    marks = _without(_parse_marks(text, seats) if text else _last_one_left(seats, out), out)
    return placed(marks, out) if by_place else marks


def typed_places(chosen: Sequence[str]) -> str:
    """Return the places chosen for each seat as typed text; empty without a choice.

    Gaps close: 1, 2, 2 and 3 are the places 1, 2, 2 and 4.
    """
    places = [place for place in chosen if place.isdecimal()]
    if not places:
        return ""
    if len(places) < len(chosen):
        raise RefusedError(_("Choose a place for each seat."), "score")
    return "p" + marks_of_places(map(int, places))


def _parse_order(text: str, seats: int) -> str:
    """Return the marks of a finishing order; empty for a result of another kind."""
    word = text.replace(" ", "")
    if re.fullmatch(r"p[1-9]+", word):
        order = word[1:]
        if len(order) != seats or marks_of_places(map(int, order)) != order:
            raise RefusedError(_no_order(word), "score")
        return order
    if not re.fullmatch(r"[0-9]([0-9=]*[0-9])", word):
        return ""
    groups, places = re.findall(r"[0-9](?:=[0-9])*", word), dict[int, int]()
    for place, group in enumerate(groups):
        places |= {int(seat): place for seat in group.split("=")}
    if sorted(places) != list(range(1, seats + 1)) or len(word.replace("=", "")) != seats:
        raise RefusedError(_no_order(text), "score")
    return marks_of_places(places[seat] for seat in range(1, seats + 1))


def _no_order(word: str) -> str:
    return _(
        "“%(text)s” is not a finishing order. Type each seat once, the winner first: 3142, or "
        "31=42 for equal places."
    ) % {"text": word[:20]}


def _take_marks(text: str) -> tuple[str, Ending | None, dict[str, list[str]]]:
    """Split a typed text into its result, how the game ended, and the seats named after letters."""
    named: dict[str, list[str]] = {"x": [], "c": [], "g": []}
    ending = None
    while True:
        if mark := _MARK.search(text):
            named[mark[1]].append(mark[2])
            text = text[: mark.start()].rstrip()
        elif ending is None and (ended := _ENDED.fullmatch(text)):
            text, ending = ended[1], ENDINGS[ended[2]]
        else:
            return text.strip(), ending, named


def _seats_of(named: Sequence[str], seats: int) -> set[int]:
    numbers = {int(seat) for text in named for seat in text}
    _check_seats(numbers, seats)
    return numbers


def _last_one_left(seats: int, out: set[int]) -> str:
    """Return the marks of a game that all players except one conceded or lost."""
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
        raise _left(won)
    drew = set(drawing_seats(marks))
    if not drew & out:
        return marks
    left = drew - out
    return marks_of_draw(len(marks), left) if len(left) > 1 else _last_one_left(len(marks), out)


def _left(seat: int | None) -> RefusedError:
    words = _("Seat %(seat)d cannot win after conceding or a game loss.")
    return RefusedError(words % {"seat": seat}, "score")


def _parse_marks(word: str, seats: int) -> str:
    """Return the marks of a typed word; stored marks ("lwll") are accepted, too."""
    if word == "0":
        return LOST * seats
    if re.fullmatch(r"[wdl]+", word) and len(word) == seats and word != "d":
        try:
            return result_of_marks(word).marks
        except ValueError as error:
            raise RefusedError(_no_result(word), "score") from error
    if re.fullmatch(r"p[1-9]+", word):
        raise RefusedError(_("This event has no points by place. Type the seat that won."), "score")
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
    """Raise RefusedError for a seat that the table does not have."""
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
