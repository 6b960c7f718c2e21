"""A result slip, and the form in which a scorekeeper types it."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.limits import EXTRA_GAMES
from domain.results import INTENTIONAL_DRAW, SEATS, Result, Side, parse_result
from domain.scans import SLIP_CODE, read_scan
from events.core.refusals import RefusedError
from events.core.results.match_rules import MatchRules, concession, game_loss, unfinished
from events.core.results.table_slips import parse_table_result
from events.models import Enrollment, Match
from events.models.report import flags_as_seats

BEST_OF_THREE = MatchRules()

_DASHES = str.maketrans({"ー": "-", "−": "-", "–": "-", "—": "-", "―": "-", ":": "-"})
# Characters that a number pad offers to separate table and result.
_PADS = str.maketrans(dict.fromkeys(".,+*/。、・", " "))
_DROPS = {"x1": (True, False), "x2": (False, True), "x12": (True, True), "x21": (True, True)}
_SIDES = {"1": Side.FIRST, "2": Side.SECOND}
# Marks that may follow the games: a drop, time called, a concession, a game loss.
_MARK = re.compile(r"(x\d*|t|[cg]\d?)\s*$")


@dataclass(frozen=True, slots=True)
class Slip:
    """Content of a result slip: the result, and the players who drop after this match.

    `no_show`: no game was played, because one or both players were absent. `seat_drops`: of a table
    of three to five, whether each seat drops.
    """

    result: Result
    drop_first: bool = False
    drop_second: bool = False
    no_show: bool = False
    seat_drops: tuple[bool, ...] = ()

    @classmethod
    def of(
        cls,
        first_wins: int,
        second_wins: int,
        drawn: int = 0,
        double_loss: bool = False,
        drop_first: bool = False,
        drop_second: bool = False,
        seats: str = "",
        no_show: bool = False,
    ) -> "Slip":
        """Return a slip with these counts, in the order in which they are typed."""
        result = Result(first_wins, second_wins, drawn, double_loss, seats)
        return cls(result, drop_first, drop_second, no_show)

    @property
    def drops(self) -> tuple[bool, ...]:
        """For each player of the match in order, whether they drop."""
        if self.result.marks:
            return self.seat_drops or (False,) * len(self.result.marks)
        return self.drop_first, self.drop_second

    def __str__(self) -> str:
        return self.result.printed


def slip_with_drops(result: Result, drops: Sequence[bool]) -> Slip:
    """Return a slip with these drops, for each player of the match in order."""
    if result.marks:
        return Slip(result, seat_drops=tuple(drops))
    first, second = drops
    return Slip(result, first, second)


def leaving_seats(match: Match, slip: Slip | None) -> list[Enrollment]:
    """Return the players who drop with the slip of a table of three to five; else none."""
    if slip is None or not slip.result.marks or len(slip.drops) != len(match.players):
        return []
    return [player for player, drops in zip(match.players, slip.drops, strict=True) if drops]


@dataclass(frozen=True, slots=True)
class Entry:
    """Content of the entry box: a table, and the rest of the slip once it has been typed.

    `round`: the round of a scanned slip code; None for a table typed by hand.
    """

    table: int
    slip: Slip | None
    round: int | None = None

    @property
    def is_scanned(self) -> bool:
        """Whether a scanner typed the table."""
        return self.round is not None


def with_drops(text: str, drops: Sequence[bool]) -> str:
    """Return a typed result with its drops, as typed: "2-1 x2"."""
    sides = flags_as_seats(drops)
    return f"{text} x{sides}" if sides else text


def check_score(
    result: Result, games_to_win: int, draws_allowed: bool, by_seats: bool = False
) -> None:
    """Raise RefusedError for a result that is impossible in this event (MTR Appendix C).

    `by_seats`: teams of three, whose match is decided by the matches of their seats.
    """
    best_of = 2 * games_to_win - 1
    if result.marks:
        raise RefusedError(_("This match has two players. Type 21, 2-0-1, d or dl."), "score")
    first, second, drawn = result.counts
    if result.is_draw and not draws_allowed:
        raise RefusedError(_("This event has no draws. One side must win."), "score")
    if by_seats:
        _check_seats(result, draws_allowed)
        return
    if result.seats:
        raise RefusedError(
            _(
                "“%(seats)s” is a result by seat, which only teams of three use. Type 21, 2-0-1, "
                "d or dl."
            )
            % {"seats": result.seats},
            "score",
        )
    if result.counts == INTENTIONAL_DRAW:
        return
    if first > games_to_win or second > games_to_win or first == second == games_to_win:
        raise RefusedError(
            ngettext(
                "%(score)s is impossible in a best of %(best_of)d: %(wins)d win ends the match.",
                "%(score)s is impossible in a best of %(best_of)d: %(wins)d wins end the match.",
                games_to_win,
            )
            % {"score": result.figures, "best_of": best_of, "wins": games_to_win},
            "score",
        )
    if first + second + drawn > best_of + EXTRA_GAMES:
        raise RefusedError(
            _("%(score)s is impossible: it adds up to %(games)d games in a best of %(best_of)d.")
            % {"score": result.figures, "games": first + second + drawn, "best_of": best_of},
            "score",
        )


def _check_seats(result: Result, draws_allowed: bool) -> None:
    if result.drawn and not draws_allowed:
        raise RefusedError(
            _("This event has no draws, so no seat can be drawn. Type - for an unfinished seat."),
            "score",
        )
    if sum(result.counts) > len(SEATS):
        raise RefusedError(
            _("%(score)s is impossible: it adds up to %(count)d seats, and a team has %(seats)d.")
            % {"score": result.figures, "count": sum(result.counts), "seats": len(SEATS)},
            "score",
        )


def parse_entry(text: str, rules: MatchRules = BEST_OF_THREE) -> Entry:
    """Read `12 21`, `12.21`, `12 11t`, `12 d`, `12 2-0 x2`, `12 c2`, `12 wlw`, or a table alone.

    Full-width characters, as a Japanese keyboard produces them, count as their plain ones. Raises
    RefusedError with the error, field "table" or "score"; check_score checks whether the score is
    possible. A scanned slip code, from any keyboard layout, replaces the table. Text before it,
    left in the box from another slip, is ignored.
    """
    words = plain_words(read_scan(text))
    scans = [place for place, word in enumerate(words) if SLIP_CODE.fullmatch(word)]
    if scans:
        words = words[scans[-1] :]
        scanned = [int(part) for part in words[0].removeprefix("t").split("r")]
        slip = _slip_at(scanned[0], words[1:], rules)
        return Entry(scanned[0], slip, scanned[1])
    if not words:
        raise RefusedError(
            _("Type a table and a result, for example 12 %(score)s.") % {"score": rules.example},
            "table",
        )
    if not words[0].isdecimal() or len(words[0]) > 6:
        raise RefusedError(
            _("“%(word)s” is not a table number. Type the table first, for example 12 %(score)s.")
            % {"word": words[0][:20], "score": rules.example},
            "table",
        )
    table = int(words[0])
    return Entry(table, _slip_at(table, words[1:], rules))


def _slip_at(table: int, words: list[str], rules: MatchRules) -> Slip | None:
    return parse_slip(words, rules, table) if words else None


def scan_code(round: int, table: int) -> str:
    """Return the code that a scanner types for a slip: "T12R4" is table 12 of round 4.

    It has only capital letters and digits: they are in the same place on the keyboards of most
    languages, and a scanner types by keys. `read_scan` reads it on the others.
    """
    return f"T{table}R{round}"


def plain_words(text: str) -> list[str]:
    """Split typed text into words in lower case, with plain instead of full-width characters.

    The signs of a number pad separate words, as a space does.
    """
    plain = unicodedata.normalize("NFKC", text).translate(_DASHES).translate(_PADS)
    return plain.lower().replace("×", "x").split()


def parse_slip(words: list[str], rules: MatchRules = BEST_OF_THREE, table: int = 0) -> Slip:
    """Read the words of a slip, as plain_words gives them: the games, and how they ended.

    `table`: the table of the slip, which decides how many seats a table of three to five has.

    After the games, in any order and with or without spaces: x1, x2 or x12 (drops), t (time was
    called in the last game), c1 or c2 (concedes), g1 or g2 (a game loss).
    """
    if rules.of_tables:
        result, drops_by_seat = parse_table_result(
            words, rules.seats_at(table), by_place=rules.by_place
        )
        return Slip(result, seat_drops=drops_by_seat)
    games, marks = _take_marks(words)
    _check_once(marks)
    drops = [mark for mark in marks if mark.startswith("x")]
    if any(mark not in _DROPS for mark in drops) or len(drops) > 1:
        raise RefusedError(
            _(
                "Name the player who drops: x1 for the first-named player, x2 for the second, x12"
                " for both."
            ),
            "score",
        )
    ends = [mark for mark in marks if mark not in drops]
    result = _with_endings(_parse_games(games, ends, words, rules), ends, rules)
    return Slip(result, *(_DROPS[drops[0]] if drops else (False, False)))


def _take_marks(words: list[str]) -> tuple[list[str], list[str]]:
    """Split the words into those of the games and the marks after them."""
    text = " ".join(words)
    marks: list[str] = []
    while mark := _MARK.search(text):
        marks.append(mark[1])
        text = text[: mark.start()].rstrip()
    return text.split(), marks


def _check_once(marks: list[str]) -> None:
    """Raise RefusedError for a mark typed twice; one side may have several game losses."""
    for mark in ("t", "c1", "c2"):
        if marks.count(mark) > 1:
            raise RefusedError(
                _("“%(mark)s” appears %(count)d times. Type it once.")
                % {"mark": mark, "count": marks.count(mark)},
                "score",
            )
    if {"c1", "c2"} <= set(marks):
        raise RefusedError(
            _("Only one player can concede. Type c1 or c2, or dl when both lose."), "score"
        )


def _parse_games(games: list[str], ends: list[str], words: list[str], rules: MatchRules) -> Result:
    if not games and ("t" in ends or any(mark.startswith("c") for mark in ends)):
        return Result(0, 0)
    if not games:
        raise RefusedError(
            _("Type the result before %(mark)s, for example %(score)s %(mark)s.")
            % {"mark": "".join(words)[:20], "score": rules.example},
            "score",
        )
    # Seats may be typed with spaces, as games may: "w l -" and "2 1".
    by_seat = re.fullmatch(r"[wld-]( [wld-]){2}", " ".join(games))
    by_game = not re.search("[a-z]", "".join(games))
    text = "".join(games) if by_seat else "-".join(games) if by_game else " ".join(games)
    try:
        return parse_result(text)
    except ValueError as error:
        raise RefusedError(_no_result(" ".join(words)[:20], rules), "score") from error


def _with_endings(result: Result, marks: list[str], rules: MatchRules) -> Result:
    """Return the result with the marks t, c and g that were typed after its games."""
    if not marks:
        return result
    if rules.by_seats and "t" in marks:
        raise RefusedError(_("Type - for an unfinished seat, for example wl-."), "score")
    for mark in sorted(marks):
        if mark == "t":
            result = unfinished(result, rules.games_to_win)
            continue
        side = _SIDES.get(mark[1:])
        if side is None:
            raise RefusedError(_whose(mark), "score")
        if mark[0] == "c":
            result = concession(result, side, rules.games_to_win)
        else:
            result = game_loss(result, side)
    return result


def _whose(mark: str) -> str:
    if mark[0] == "c":
        return _("Name the player who conceded: c1 for the first-named player, c2 for the second.")
    return _(
        "Name the player with the game loss: g1 for the first-named player, g2 for the second."
    )


def _no_result(text: str, rules: MatchRules) -> str:
    values = {"text": text, "score": rules.example, "time": rules.timed_example}
    if rules.playoff:
        words = _("“%(text)s” is not a result. Type %(score)s or c1.")
    elif not rules.draws_allowed:
        words = _("“%(text)s” is not a result. Type %(score)s or dl.")
    elif rules.by_seats:
        words = _("“%(text)s” is not a result. Type wlw, %(score)s, d or dl.")
    elif rules.timed_example:
        words = _(
            "“%(text)s” is not a result. Type %(score)s, %(time)s if time was called, d for an "
            "intentional draw, or dl."
        )
    else:
        words = _("“%(text)s” is not a result. Type %(score)s, d or dl.")
    return words % values
