"""Read a pasted or uploaded list of players: its headings, its columns, its people.

Pure: text in, a list out. Whether a line can be enrolled is a question to `roster_preview`.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from domain.names import fold
from events.roster.parsing import column_words as words
from events.roster.parsing.absences import Away, away_rows, signature_rows
from events.roster.parsing.asides import has_bare_number, undecorated, without_bare_number
from events.roster.parsing.column_words import is_about_list, is_format, is_title
from events.roster.parsing.fields import (
    DASH,
    GAP,
    SEPARATORS,
    cut,
    is_decoration,
    narrow,
)
from events.roster.parsing.guesses import MOST
from events.roster.parsing.headings import Header, find_header, is_header
from events.roster.parsing.list_layout import ListTable, RosterColumn
from events.roster.parsing.people import RosterLine
from events.roster.parsing.rows import Row, rows_of
from interchange.playoffs import is_playoff_title
from interchange.tables.clearing import is_footer

# Kinds to choose for a column; team events add the seats.
COLUMNS = (
    words.NAME, words.FIRST, words.LAST, words.EMAIL, words.READING, words.PLATFORM_ID,
    words.BYES, words.PAID, words.TEAM, words.SEAT, words.IGNORE,
)  # fmt: skip


# "they/them" on a separate line below a name.
_PRONOUNS = re.compile(
    r"[(\[]?(?:he|she|they|it|any|ze|xe|er|sie|elle|il|iel|ella|él)(?:\s*/\s*[a-zé]{2,7})+[)\]]?",
    re.I,
)
_NUMBERED = re.compile(r"\s*\d{1,5}[ \u3000](?=[^\W\d_])")
_PAID_IS_X = re.compile(r"(?:paid|bezahlt|paye|pagado|pagato|pago|入金)\s*[=:]\s*x|x\s*[=:]\s*paid")


class Why(StrEnum):
    """Why a line is no player."""

    HEADING = "heading"
    TITLE = "title"
    EMPTY = "empty"
    ABSENT = "absent"
    LEFT_OUT = "left"


@dataclass(frozen=True, slots=True)
class SkippedLine:
    """A line that is no player, unless a person marks it as one."""

    number: int
    text: str
    why: Why


@dataclass(frozen=True, slots=True)
class RosterList:
    """The content of a list: its people, its columns, and the lines that are no player."""

    lines: tuple[RosterLine, ...]
    columns: tuple[RosterColumn, ...] = ()
    skipped: tuple[SkippedLine, ...] = ()
    header: str = ""

    @property
    def shape(self) -> str:
        """Fingerprint of the columns: choices of columns apply only while it is unchanged."""
        headings = "\n".join([str(len(self.columns)), *(piece.heading for piece in self.columns)])
        return hashlib.sha256(headings.encode()).hexdigest()[:16]


def read_list(
    text: str, seats: int = 0, columns: Sequence[str] = (), taken: Collection[int] = ()
) -> RosterList:
    """Read a list of players, or of teams of `seats` members.

    Where most lines have the same separator, it is decided over each whole column what it is: by
    its heading, which may be below lines of titles, else by all that is in it. Other lines are
    read one by one, see `by_look`.

    `columns` overrides the kinds of the columns: keys of COLUMNS, seats in small letters, "" where
    the guess is right. `taken` has the numbers of lines that are players although they look like a
    heading, a title or a total.
    """
    rows = [row for row in rows_of(text, seats) if not is_decoration(row[1])]
    header = find_header([line for _number, line in rows], seats)
    if header is not None and rows[header.row][0] in taken:
        header = None
    people, skipped, waiting = _sorted_out(rows, header, taken)
    separator = header.separator if header is not None else _common_separator(people)
    if header is None:
        people = _without_numbers(people, separator)
    table = ListTable.of(people, header, separator, seats, columns)
    lines = [
        replace(line, waiting=True) if line.number in waiting else line
        for line in _ticked(table.lines(people), skipped)
    ]
    return RosterList(
        lines=tuple(lines),
        columns=tuple(table.columns),
        skipped=tuple(skipped),
        header="" if header is None else rows[header.row][1],
    )


def _without_numbers(people: list[Row], separator: str) -> list[Row]:
    """Remove the numbers of printed lines that are in one field with the names.

    "12  Falk, Ada" between commas, "12 Ada Falk   Lyon" between gaps.
    """
    within = {",": has_bare_number, GAP: _is_numbered}.get(separator)
    if within is None or not all(within(line) for _number, line in people):
        return people
    return [(number, without_bare_number(line)) for number, line in people]


def _is_numbered(line: str) -> bool:
    return bool(_NUMBERED.match(line))


def _ticked(lines: list[RosterLine], skipped: Sequence[SkippedLine]) -> list[RosterLine]:
    """Take crosses behind names for payments where a title says so: "paid = x"."""
    if not any(_PAID_IS_X.search(fold(line.text)) for line in skipped):
        return lines
    return [
        replace(line, paid=True, unused=tuple(field for field in line.unused if field != "x"))
        if "x" in line.unused
        else line
        for line in lines
    ]


def _sorted_out(
    rows: Sequence[Row], header: Header | None, taken: Collection[int]
) -> tuple[list[Row], list[SkippedLine], set[int]]:
    """Separate players from headings, titles and totals; return the lines that may not play too."""
    people: list[Row] = []
    skipped: list[SkippedLine] = []
    waiting: set[int] = set()
    reasons = _reasons(rows, header, taken)
    away = away_rows([line for _number, line in rows], [why is not None for why in reasons])
    closing = signature_rows(rows)
    for place, (number, line) in enumerate(rows):
        why = Why.TITLE if closing[place] else reasons[place]
        if away[place] is Away.ABSENT:
            why = Why.ABSENT
        elif away[place] is Away.WAITING:
            waiting.add(number)
        if why is None or number in taken:
            people.append((number, line))
        else:
            skipped.append(SkippedLine(number, line, why))
    return people, skipped, waiting - {*taken}


def _reasons(
    rows: Sequence[Row], header: Header | None, taken: Collection[int]
) -> list[Why | None]:
    """Return for each row why it is no player; None where it is one."""
    # A format below each name, such as "Modern", repeats on several lines.
    times = Counter(line.strip() for _number, line in rows)
    reasons: list[Why | None] = []
    for place, (number, line) in enumerate(rows):
        why = None if number in taken else _why_nobody(place, line, header, None in reasons)
        if why is None and number not in taken and times[line.strip()] > 1 and is_format(line):
            why = Why.TITLE
        reasons.append(why)
    return reasons


def _why_nobody(place: int, line: str, header: Header | None, after_people: bool) -> Why | None:
    if header is not None:
        if place == header.row or (len(header.headings) > 1 and is_header(line, header)):
            return Why.HEADING
        if place < header.row and not ("@" in line and header.separator in line):
            return Why.TITLE
    text = undecorated(" ".join(line.split())).strip(" *_=#~-–—|;,")
    if not any(char.isalpha() for char in text):
        return Why.EMPTY
    if "@" in line:
        return None
    if is_footer(line.strip()) or is_playoff_title(text) or _PRONOUNS.fullmatch(text):
        return Why.TITLE
    apart = " ".join("".join(" " if char in SEPARATORS else char for char in text).split())
    if is_about_list(apart):
        return Why.TITLE
    on_top = header is None and not after_people
    if on_top and (is_title(text) or line.lstrip().startswith(("# ", "## ", "### "))):
        return Why.TITLE
    ends = text.endswith((":", "：")) and not any(mark in text for mark in ",;\t")
    return Why.TITLE if ends and header is None else None


def _common_separator(rows: Sequence[Row]) -> str:
    """Return what separates the fields of most lines, empty where most are one field."""
    lines = [narrow(line) for _number, line in rows]
    if len(lines) < 2:
        return ""
    marks: list[str] = [*SEPARATORS, GAP, DASH]
    for mark in marks:
        having = sum(
            len([piece for piece in cut(line.strip(), mark) if piece]) > 1 for line in lines
        )
        if having >= MOST * len(lines) and having > 1:
            return mark
    return ""
