"""A result at a table of three to five players: one mark a seat, in the order of the seats."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum

SMALLEST_TABLE, USUAL_TABLE, LARGEST_TABLE = 3, 4, 5
"""How many players sit at a table."""

WAITING_IN_CUT: Mapping[int, int] = {4: 0, 7: 3, 10: 2, 13: 1, 16: 0, 40: 8}
"""How many of the best seeds wait in a round of a cut, by the players left in it."""

WON, DREW, LOST = "w", "d", "l"


class TableSizes(StrEnum):
    """The sizes of tables if the players do not divide by four.

    THREES: as few tables of three as possible. FIVES: tables of five. BYES: one to three players
    get a bye. MIXED: one or two over get byes, three over a table of three.
    """

    THREES = "threes"
    FIVES = "fives"
    BYES = "byes"
    MIXED = "mixed"


class OddGo(StrEnum):
    """The players who sit at tables of three or five: the lowest or the highest."""

    LOW = "low"
    HIGH = "high"


def check_marks(marks: str) -> None:
    """Raise ValueError for impossible marks.

    One seat won and the others lost, some drew and the others lost, everyone lost, or digits: the
    place of each seat, equal ones from the highest that they share ("1224").
    """
    if not SMALLEST_TABLE <= len(marks) <= LARGEST_TABLE:
        raise ValueError(f"a table has {SMALLEST_TABLE} to {LARGEST_TABLE} seats, not {marks!r}")
    if marks.isdecimal() and marks.isascii():
        if any(int(mark) != 1 + sum(other < mark for other in marks) for mark in marks):
            raise ValueError(f"{marks!r} are not the places of a table")
        return
    counts = Counter(marks)
    if set(counts) - {WON, DREW, LOST}:
        raise ValueError(f"marks are {WON}, {DREW}, {LOST} or places, not {marks!r}")
    if counts[WON] > 1 or (counts[WON] and counts[DREW]) or counts[DREW] == 1:
        raise ValueError(f"one seat wins, or two or more draw, not {marks!r}")


def marks_of_winner(seats: int, winner: int) -> str:
    """Return the marks of a table that seat `winner`, from 1, won."""
    return "".join(WON if seat == winner else LOST for seat in range(1, seats + 1))


def marks_of_draw(seats: int, drew: Iterable[int] = ()) -> str:
    """Return the marks of a draw of some seats, from 1; of all of them without any."""
    sharing = frozenset(drew) or frozenset(range(1, seats + 1))
    return "".join(DREW if seat in sharing else LOST for seat in range(1, seats + 1))


def winning_seat(marks: str) -> int | None:
    """Return the seat that won, from 1; None if no single seat did."""
    best = "1" if marks.isdecimal() else WON
    return marks.index(best) + 1 if marks.count(best) == 1 else None


def drawing_seats(marks: str) -> tuple[int, ...]:
    """Return the seats that drew, from 1; none if a seat won or everyone lost."""
    best = "1" if marks.isdecimal() else DREW
    seats = tuple(seat for seat, mark in enumerate(marks, 1) if mark == best)
    return seats if len(seats) > 1 else ()


def marks_of_places(places: Iterable[int]) -> str:
    """Return the marks of a finishing order; `places` by seat, equal ones share the highest."""
    given = tuple(places)
    return "".join(str(1 + sum(other < place for other in given)) for place in given)


def placed(marks: str, out: Iterable[int] = ()) -> str:
    """Convert a result into places; seats with the same mark share a place.

    `out`: seats eliminated before the end of the game; they rank below seats that lost at the end.
    Marks where everyone lost have no places and stay unchanged.
    """
    if marks.isdecimal() or set(marks) == {LOST}:
        return marks
    left = frozenset(out)
    return marks_of_places(
        (1 if seat in left else 0) + 1 if mark == LOST else 0 for seat, mark in enumerate(marks, 1)
    )


def finishing_order(marks: str) -> list[tuple[int, tuple[int, ...]]]:
    """Return each place of a finishing order with the seats that share it, from 1."""
    return [
        (int(place), tuple(seat for seat, mark in enumerate(marks, 1) if mark == place))
        for place in sorted(set(marks))
    ]
