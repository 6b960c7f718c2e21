"""Result of one match: its games, its winner, its value and its notation."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from domain.table_marks import DREW, LOST, WON, check_marks, drawing_seats, winning_seat

# Games won by the first-named side, games won by the second, and drawn games.
Counts = tuple[int, int, int]

INTENTIONAL_DRAW: Counts = (0, 0, 3)
DOUBLE_LOSS = "dl"
# A team of three plays a match at seats A, B and C.
SEATS = "ABC"


class Winner(StrEnum):
    """Winner of a match or a game; NOBODY: a double loss, or a seat that did not finish."""

    FIRST = "first"
    SECOND = "second"
    DRAWN = "drawn"
    NOBODY = "nobody"

    @property
    def is_first(self) -> bool:
        """Whether the first-named side won."""
        return self is Winner.FIRST

    @property
    def is_second(self) -> bool:
        """Whether the second-named side won."""
        return self is Winner.SECOND


class Outcome(StrEnum):
    """How a match ended for one of its players."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    DOUBLE_LOSS = "double-loss"
    BYE = "bye"
    UNPAIRED = "unpaired"

    @property
    def has_score(self) -> bool:
        """True if a score can accompany this outcome: one side won, or both drew."""
        return self in (Outcome.WON, Outcome.LOST, Outcome.DRAWN)


class Ending(StrEnum):
    """How a game ended."""

    PLAYED = "played"
    UNFINISHED = "unfinished"
    CONCEDED = "conceded"
    GAME_LOSS = "game-loss"
    AWARDED = "awarded"
    NOT_PLAYED = "not-played"


class Side(StrEnum):
    """One of the two sides of a match, as the slip names it."""

    FIRST = "first"
    SECOND = "second"


_OTHER = {
    Winner.FIRST: Winner.SECOND,
    Winner.SECOND: Winner.FIRST,
    Winner.DRAWN: Winner.DRAWN,
    Winner.NOBODY: Winner.NOBODY,
}
_OUTCOMES = {
    Winner.FIRST: Outcome.WON,
    Winner.SECOND: Outcome.LOST,
    Winner.DRAWN: Outcome.DRAWN,
    Winner.NOBODY: Outcome.DOUBLE_LOSS,
}
_OF_SEATS = {WON: Outcome.WON, DREW: Outcome.DRAWN, LOST: Outcome.LOST}
_BY_MARK = {"w": Winner.FIRST, "l": Winner.SECOND, "d": Winner.DRAWN, "-": Winner.NOBODY}
_MARKS = {winner: mark for mark, winner in _BY_MARK.items()}


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a match.

    `number`: which game it was, from 1; None if the order is unknown. `play_first`: the
    side on the play, if known. `seat`: A, B or C in a match of teams of three, else "".
    """

    winner: Winner
    ending: Ending = Ending.PLAYED
    number: int | None = None
    play_first: Side | None = None
    seat: str = ""

    def turned(self) -> Game:
        """Return the game as the second-named side would write it."""
        first = {Side.FIRST: Side.SECOND, Side.SECOND: Side.FIRST, None: None}[self.play_first]
        return replace(self, winner=_OTHER[self.winner], play_first=first)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one match, from the first-named side.

    Games won by the first side, by the second, and drawn (each 0 or more; an unfinished game is a
    drawn one, MTR Appendix C). `double_loss`: both lost the match, whatever the games. `seats`: in
    a match of teams of three the results at seats A, B and C: w, l, d or - for an unfinished one;
    the three counts are then seats. `reported_games`: the games one by one, if reported; their
    counts are those of the result. `marks`: at a table of three to five one mark per seat
    (`domain.table_marks`); it has no games and no sides. `own_seat`: the seat, from 1, whose view
    the result of a table has.
    """

    first_wins: int
    second_wins: int
    drawn: int = 0
    double_loss: bool = False
    seats: str = ""
    reported_games: tuple[Game, ...] = ()
    marks: str = ""
    own_seat: int = 0

    @property
    def counts(self) -> Counts:
        """Games won by the first side, by the second, drawn."""
        return self.first_wins, self.second_wins, self.drawn

    @property
    def winner(self) -> Winner:
        """The winner; NOBODY in a double loss. More game wins win the match (MTR Appendix C)."""
        if self.marks:
            raise ValueError(f"a table has no first and second side: {self.marks}")
        if self.double_loss:
            return Winner.NOBODY
        if self.first_wins == self.second_wins:
            return Winner.DRAWN
        return Winner.FIRST if self.first_wins > self.second_wins else Winner.SECOND

    @property
    def outcome(self) -> Outcome:
        """The outcome for the first-named side: won, lost, drawn or a double loss."""
        return self.outcome_for(first=True)

    def outcome_for(self, *, first: bool) -> Outcome:
        """Return the outcome for the first-named side or the second-named one.

        At a table of three to five: for the seat whose view the result has.
        """
        if self.own_seat:
            return self.outcome_of_seat(self.own_seat)
        return _OUTCOMES[self.winner if first else _OTHER[self.winner]]

    def from_seat(self, seat: int) -> Result:
        """Return the result of a table of three to five from the view of one seat, from 1."""
        return replace(self, own_seat=seat)

    def outcome_of_seat(self, seat: int) -> Outcome:
        """Return the outcome for a seat, from 1, of a table of three to five."""
        if not self.marks.isdecimal():
            return _OF_SEATS[self.marks[seat - 1]]
        if seat == winning_seat(self.marks):
            return Outcome.WON
        return Outcome.DRAWN if seat in drawing_seats(self.marks) else Outcome.LOST

    @property
    def table_ending(self) -> Ending | None:
        """How the game of a table of three to five ended, if it did not end by itself."""
        return self.reported_games[0].ending if self.marks and self.reported_games else None

    def with_table_ending(self, ending: Ending) -> Result:
        """Return the result of a table of three to five with this ending of its game."""
        return replace(self, reported_games=(Game(Winner.NOBODY, ending, 1),))

    @property
    def is_draw(self) -> bool:
        """True for a drawn match; at a table, if some seats drew."""
        if self.marks:
            return bool(drawing_seats(self.marks))
        return self.winner is Winner.DRAWN

    @property
    def games(self) -> tuple[Game, ...]:
        """The games, one by one: as reported, else in unknown order."""
        if self.reported_games or self.marks:
            return self.reported_games
        if self.seats:
            return tuple(
                Game(_BY_MARK[mark], _ending_of_seat(mark), seat=seat)
                for seat, mark in zip(SEATS, self.seats, strict=True)
            )
        agreed = self.counts == INTENTIONAL_DRAW and not self.double_loss
        drawn = Game(Winner.DRAWN, Ending.NOT_PLAYED if agreed else Ending.PLAYED)
        return (
            (Game(Winner.FIRST),) * self.first_wins
            + (Game(Winner.SECOND),) * self.second_wins
            + (drawn,) * self.drawn
        )

    @property
    def text(self) -> str:
        """The result as typed: "2-1", "2-0-1", "wlw", "dl"; of a table "lwll", "p2134"."""
        if self.marks:
            return f"p{self.marks}" if self.marks.isdecimal() else self.marks
        return DOUBLE_LOSS if self.double_loss else self.seats or self.figures

    @property
    def figures(self) -> str:
        """The counts as written: "2-1", with drawn games "2-0-1"; at a table its marks."""
        if self.marks:
            return self.marks
        text = f"{self.first_wins}-{self.second_wins}"
        return f"{text}-{self.drawn}" if self.drawn else text

    @property
    def printed(self) -> str:
        """The result as printed: "2-1", "2-0-1", "0-0" for a double loss, "2-1 (wlw)"."""
        return f"{self.figures} ({self.seats})" if self.seats else self.figures

    def points(self, win: int, draw: int, loss: int, *, per_game: bool = False) -> tuple[int, int]:
        """Return the match points of both sides, 0 to both for a double loss (MTR Appendix C).

        `per_game`: for a double-sided match, in which each game gives match points.
        """
        if per_game and not self.double_loss:
            drawn = self.drawn * draw
            return (
                self.first_wins * win + drawn + self.second_wins * loss,
                self.second_wins * win + drawn + self.first_wins * loss,
            )
        return {
            Winner.FIRST: (win, loss),
            Winner.SECOND: (loss, win),
            Winner.DRAWN: (draw, draw),
            Winner.NOBODY: (0, 0),
        }[self.winner]

    def turned(self) -> Result:
        """Return the result as the second-named side would write it."""
        if self.marks:
            raise ValueError(f"a table has no second side: {self.marks}")
        return Result(
            self.second_wins,
            self.first_wins,
            self.drawn,
            self.double_loss,
            "".join(_MARKS[_OTHER[_BY_MARK[mark]]] for mark in self.seats),
            tuple(game.turned() for game in self.reported_games),
        )

    def equals(self, other: Result) -> bool:
        """Return whether both have the same match result, apart from single games."""
        mine = replace(self, reported_games=(), own_seat=0)
        return mine == replace(other, reported_games=(), own_seat=0)

    def ended(self, ending: Ending) -> Result:
        """Return the same result with this ending for every game, in unknown order."""
        return replace(
            self, reported_games=tuple(replace(game, ending=ending) for game in self.games)
        )


@lru_cache(maxsize=1024)
def result_of(
    first_wins: int,
    second_wins: int,
    drawn: int = 0,
    double_loss: bool = False,
    seats: str = "",
    marks: str = "",
) -> Result:
    """Return the Result with these counts, cached for readers of thousands of rows."""
    return Result(first_wins, second_wins, drawn, double_loss, seats, marks=marks)


def result_of_marks(marks: str) -> Result:
    """Return the result of a table of three to five; ValueError for marks that cannot be."""
    check_marks(marks)
    return result_of(0, 0, marks=marks)


def result_of_games(games: Iterable[Game]) -> Result:
    """Return the result of games reported one by one, in a match of two players."""
    reported = tuple(games)
    won, lost, drawn = (
        sum(game.winner is winner for game in reported)
        for winner in (Winner.FIRST, Winner.SECOND, Winner.DRAWN)
    )
    return Result(won, lost, drawn, reported_games=reported)


def result_of_seats(seats: str) -> Result:
    """Return the result of a match of teams of three from their seats: "wlw" is 2-1."""
    return Result(seats.count("w"), seats.count("l"), seats.count("d"), seats=seats)


def parse_result(text: str) -> Result:
    """Read a result as Result.text writes it, also "21" and "d"; ValueError for anything else."""
    if text == "d":
        return Result(*INTENTIONAL_DRAW)
    if text == DOUBLE_LOSS:
        return Result(0, 0, double_loss=True)
    if re.fullmatch(r"[wld-]{3}", text):
        return result_of_seats(text)
    match = re.fullmatch(r"([0-9])-([0-9])(?:-([0-9]))?|([0-9])([0-9])([0-9])?", text)
    if not match:
        raise ValueError(f"{text!r} is not a result")
    counts = [int(part) for part in match.groups() if part is not None]
    first_wins, second_wins, drawn = (*counts, 0)[:3]
    return Result(first_wins, second_wins, drawn)


def _ending_of_seat(mark: str) -> Ending:
    return Ending.UNFINISHED if mark == "-" else Ending.PLAYED
