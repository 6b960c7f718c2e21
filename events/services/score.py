"""The result of one match, and how a scorekeeper types it."""

import re
import unicodedata
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.services.errors import RefusedError

# Extra turns can add drawn games to a match; more than this is a slip of the finger.
EXTRA_GAMES = 2
NO_BREAK_HYPHEN = "\N{NON-BREAKING HYPHEN}"
INTENTIONAL_DRAW = (0, 0, 3)
# A team of three plays a match at seats A, B and C.
SEATS = "ABC"

_DASHES = str.maketrans({"ー": "-", "−": "-", "–": "-", "—": "-", "―": "-", ":": "-"})
_DROPS = {"x1": (True, False), "x2": (False, True), "x12": (True, True), "x21": (True, True)}


@dataclass(frozen=True, slots=True)
class Score:
    """Games won by the first-named player, by the second-named one, and drawn (0 or more).

    `double_loss`: both lost the match, whatever the games. `drop_first` and `drop_second`: who
    leaves the event after this match. `seats` says of teams of three who won at seats A, B and C,
    from the first-named team's side: w, l, d or - for a match that was not finished; empty where
    nobody said. The three counts are seats then.
    """

    first_wins: int
    second_wins: int
    drawn: int = 0
    double_loss: bool = False
    drop_first: bool = False
    drop_second: bool = False
    seats: str = ""

    @property
    def games(self) -> tuple[int, int, int]:
        """Won by the first, won by the second, drawn."""
        return self.first_wins, self.second_wins, self.drawn

    @property
    def is_draw(self) -> bool:
        """True for equal game wins that are not a double loss."""
        return not self.double_loss and self.first_wins == self.second_wins

    def __str__(self) -> str:
        if self.double_loss:
            return "0-0"
        text = f"{self.first_wins}-{self.second_wins}"
        text = f"{text}-{self.drawn}" if self.drawn else text
        return f"{text} ({self.seats})" if self.seats else text


@dataclass(frozen=True, slots=True)
class Entry:
    """What the entry box holds: a table, and the score once it has been typed."""

    table: int
    score: Score | None


def check_score(
    score: Score, games_to_win: int, draws_allowed: bool, by_seats: bool = False
) -> None:
    """Raise RefusedError for a score that can't happen in this event (MTR Appendix C).

    `by_seats`: teams of three, whose match is decided by the matches of their seats.
    """
    best_of = 2 * games_to_win - 1
    first, second, drawn = score.games
    if not score.double_loss and score.is_draw and not draws_allowed:
        raise RefusedError(_("This event has no draws: somebody must win."), "score")
    if by_seats:
        _check_seats(score, draws_allowed)
        return
    if score.seats:
        raise RefusedError(
            _("“%(seats)s” names seats: only teams of three have them. Type 21, 2-0-1, d or dl.")
            % {"seats": score.seats},
            "score",
        )
    if score.games == INTENTIONAL_DRAW:
        return
    if first > games_to_win or second > games_to_win or first == second == games_to_win:
        raise RefusedError(
            ngettext(
                "%(score)s is impossible in a best of %(best_of)d: %(wins)d win ends the match.",
                "%(score)s is impossible in a best of %(best_of)d: %(wins)d wins end the match.",
                games_to_win,
            )
            % {"score": _plain(score), "best_of": best_of, "wins": games_to_win},
            "score",
        )
    if first + second + drawn > best_of + EXTRA_GAMES:
        raise RefusedError(
            _("%(score)s is impossible: that is %(games)d games in a best of %(best_of)d.")
            % {"score": _plain(score), "games": first + second + drawn, "best_of": best_of},
            "score",
        )


def _check_seats(score: Score, draws_allowed: bool) -> None:
    if score.drawn and not draws_allowed:
        raise RefusedError(
            _("This event has no draws: no seat can be drawn. Type - for one that did not finish."),
            "score",
        )
    if sum(score.games) > len(SEATS):
        raise RefusedError(
            _("%(score)s is impossible: that is %(count)d seats, and a team has %(seats)d.")
            % {"score": _plain(score), "count": sum(score.games), "seats": len(SEATS)},
            "score",
        )


def parse_entry(text: str) -> Entry:
    """Read `12 21`, `12 2-0-1`, `12 d`, `12 2-0 x2`, `12 dl`, `12 wlw`, or a table alone.

    Full-width characters, as a Japanese keyboard gives them, count as their plain ones. Raises
    RefusedError with what is wrong, field "table" or "score". Whether the score is possible is
    not looked at here: see check_score.
    """
    words = plain_words(text)
    if not words:
        raise RefusedError(_("Type a table and a result, for example 12 21."), "table")
    if not words[0].isdecimal() or len(words[0]) > 6:
        raise RefusedError(
            _("“%(word)s” is not a table number. Type the table first, for example 12 21.")
            % {"word": words[0][:20]},
            "table",
        )
    table = int(words[0])
    return Entry(table, parse_score(words[1:]) if len(words) > 1 else None)


def plain_words(text: str) -> list[str]:
    """Split typed text into words, lower case, full-width characters as their plain ones."""
    plain = unicodedata.normalize("NFKC", text).translate(_DASHES)
    return plain.lower().replace("×", "x").split()


def parse_score(words: list[str]) -> Score:
    """Read the words of a score, as plain_words gives them, with an optional x1, x2 or x12."""
    drop_first = drop_second = False
    if words[-1].startswith("x"):
        if words[-1] not in _DROPS:
            raise RefusedError(
                _("Who drops? x1 is the first-named player, x2 the second, x12 both."), "score"
            )
        drop_first, drop_second = _DROPS[words[-1]]
        words = words[:-1]
    joined = "-".join(words)
    if joined == "d":
        return Score(*INTENTIONAL_DRAW, drop_first=drop_first, drop_second=drop_second)
    if joined == "dl":
        return Score(0, 0, double_loss=True, drop_first=drop_first, drop_second=drop_second)
    seats = "".join(words)
    if len(words) in (1, len(SEATS)) and re.fullmatch(r"[wld-]{3}", seats):
        return seat_score(seats, drop_first=drop_first, drop_second=drop_second)
    found = re.fullmatch(r"(\d)-(\d)(?:-(\d))?|(\d)(\d)(\d)?", joined)
    if not found:
        raise RefusedError(
            _("“%(text)s” is not a result. Type 21, 2-0-1, d for an intentional draw or dl.")
            % {"text": " ".join(words)[:20]},
            "score",
        )
    digits = [int(part) for part in found.groups() if part is not None]
    first, second, drawn = (*digits, 0)[:3]
    return Score(first, second, drawn, drop_first=drop_first, drop_second=drop_second)


def seat_score(seats: str, *, drop_first: bool = False, drop_second: bool = False) -> Score:
    """Return the score that the seats make: "wlw" is 2-1; `seats` as in Score."""
    return Score(
        seats.count("w"),
        seats.count("l"),
        seats.count("d"),
        drop_first=drop_first,
        drop_second=drop_second,
        seats=seats,
    )


def possible_scores(games_to_win: int, draws_allowed: bool) -> list[Score]:
    """Return the scores that most slips have, best for the first-named player first."""
    wins = [Score(games_to_win, lost) for lost in range(games_to_win)]
    losses = [Score(lost, games_to_win) for lost in reversed(range(games_to_win))]
    if not draws_allowed:
        return wins + losses
    even = games_to_win - 1
    draws = [Score(even, even), Score(even, even, 1), Score(0, 0), Score(*INTENTIONAL_DRAW)]
    return wins + list(dict.fromkeys(draws)) + losses


def result_words(
    first: str,
    second: str,
    games: tuple[int, int, int],
    double_loss: bool = False,
    seats: str = "",
) -> str:
    """Say a result in the reader's language: "Rossi beats 田中 2-1".

    With the seats of teams of three: "Red beats Blue 2-1 (A: Red, B: Blue, C: Red)".
    """
    won, lost, drawn = games
    figures = [max(won, lost), min(won, lost), *([drawn] if drawn else [])]
    text = NO_BREAK_HYPHEN.join(map(str, figures))
    names = {"first": first, "second": second, "score": text}
    if double_loss:
        return _("%(first)s and %(second)s both lose") % names
    if seats:
        return _("%(result)s (%(seats)s)") % {
            "result": result_words(first, second, (won, lost, 0)),
            "seats": seat_words(first, second, seats),
        }
    if games == INTENTIONAL_DRAW:
        return _("%(first)s and %(second)s draw by agreement") % names
    if won == lost:
        return _("%(first)s and %(second)s draw %(score)s") % names
    if won < lost:
        names["first"], names["second"] = second, first
    return _("%(first)s beats %(second)s %(score)s") % names


def seat_words(first: str, second: str, seats: str) -> str:
    """Say who won at each seat: "A: Red, B: drawn, C: not finished"; `seats` as in Score."""
    won = {"w": first, "l": second, "d": _("drawn"), "-": _("not finished")}
    return _(", ").join(f"{seat}: {won[mark]}" for seat, mark in zip(SEATS, seats, strict=True))


def _plain(score: Score) -> str:
    return "-".join(str(part) for part in (score.games if score.drawn else score.games[:2]))
