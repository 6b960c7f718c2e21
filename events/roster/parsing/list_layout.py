"""How the lines of one list are read: by columns, or each on its own merits."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from events.roster.parsing import column_words as words
from events.roster.parsing.asides import has_bare_number, undecorated, without_bare_number
from events.roster.parsing.fields import (
    LONGEST_LINE,
    SEPARATORS,
    byes_in,
    cut,
    is_email,
    is_id,
    narrow,
    raw_fields,
    read_player,
)
from events.roster.parsing.guesses import MIXED, MOST, guess_columns
from events.roster.parsing.headings import PERSON, SEATS, WORDS, Header, cells_of, read_as
from events.roster.parsing.people import (
    RosterLine,
    cell,
    fitted,
    line_of,
    named_line,
    team_line,
    teams_of_rows,
)
from events.roster.parsing.rows import Row

MOST_COLUMNS = 40
_ONCE = (words.EMAIL, words.BYES, words.PLATFORM_ID, words.PAID, words.TEAM, words.SEAT)
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class RosterColumn:
    """A column: its kind, its heading as typed, examples.

    The kind "" means that each field is read by its form.
    """

    kind: str
    heading: str
    examples: tuple[str, ...]
    # The cells of the first rows, empty ones too, so that columns stay aligned.
    first_cells: tuple[str, ...] = ()


@dataclass(slots=True)
class ListTable:
    """How the lines of one list are read: by columns, or each on its own merits."""

    separator: str
    header: Header | None
    kinds: list[str]
    columns: list[RosterColumn]
    seats: int
    stated: bool
    ids: frozenset[int]

    @classmethod
    def of(
        cls,
        people: Sequence[Row],
        header: Header | None,
        separator: str,
        seats: int,
        chosen: Sequence[str],
    ) -> "ListTable":
        """Decide over each column what it is."""
        stated = any(chosen)
        kinds = list(header.kinds) if header is not None else []
        if stated and separator == WORDS:
            kinds = _chosen(kinds, chosen)
        table = cls(separator, header, kinds, [], seats, stated, frozenset())
        rows = [cells for cells in (table.row(line) for _number, line in people) if len(cells) > 1]
        if header is not None:
            _one_column_of_ids(kinds, header, rows)
            _parts_below_one_heading(kinds, header, rows)
        elif separator and not seats:
            kinds = guess_columns(rows, separator)
        headings = header.headings if header is not None else ()
        wide = min(max(map(len, rows), default=0), MOST_COLUMNS)
        width = max(wide, len(headings)) if len(headings) != 1 else wide
        rest = MIXED if header is None else words.IGNORE
        kinds += [rest] * (width - len(kinds))
        kinds = _chosen(kinds, chosen) if stated else kinds
        table.columns = _columns(kinds[:width], headings, rows)
        table.kinds = read_as(kinds, seats)
        table.ids = frozenset(_columns_of_ids(rows, table.kinds))
        return table

    def lines(self, people: Sequence[Row]) -> list[RosterLine]:
        """Return the people of these lines."""
        if self.seats and words.TEAM in self.kinds and PERSON & set(self.kinds):
            rows = [(row, self.row(row[1])) for row in people]
            return teams_of_rows(rows, self.kinds, self.seats)
        if self.kinds.count(words.NAME) > 1 and not self.seats:
            return self._beside(people)
        bare = not self.separator and self.header is None and not self.seats and len(people) > 1
        numbered = bare and all(has_bare_number(line) for _number, line in people)
        read = [self._line(row, numbered=numbered) for row in people]
        return named_line(read) if self.seats else read

    def _beside(self, people: Sequence[Row]) -> list[RosterLine]:
        """Return the players of several columns of names, column by column.

        Those of further columns get numbers after all lines of the list.
        """
        names = [at for at, kind in enumerate(self.kinds) if kind == words.NAME]
        numbers = count(max((number for number, _line in people), default=0) + 1)
        rows = [(number, text, self.row(text)) for number, text in people]
        return [
            _player_line((number if at == names[0] else next(numbers), text), fields[at])
            for at in names
            for number, text, fields in rows
            if at < len(fields) and fields[at]
        ]

    def row(self, line: str) -> list[str]:
        """Return the fields of a line: cut as the rows of the table, else by its own separator."""
        fields = [line]
        if len(line) <= LONGEST_LINE and self.separator:
            fields = [cell(field) for field in cells_of(line, self.separator)]
        if len(line) <= LONGEST_LINE and (len(fields) < 2 or not self.separator):
            fields = [cell(field) for field in raw_fields(line)]
        elif self.separator == WORDS:
            fields = fitted(fields, self.kinds)
        return fields

    def _line(self, row: Row, *, numbered: bool) -> RosterLine:
        line = row[1]
        if len(line) > LONGEST_LINE:
            return RosterLine(row[0], line, line.strip(), too_long=True)
        fields, headings = self.row(line), self.header.headings if self.header is not None else ()
        if len(headings) == 1 and not self.stated:
            return self._below_one_heading(row)
        is_row = len(fields) > 1 and (
            self.stated
            or self.separator == WORDS
            or self.separator in narrow(line)
            or len(self.separator) > 1
        )
        if not is_row or not (self.stated or (self.separator and self.kinds)):
            return _by_look(row, self.seats, without_bare_number(line) if numbered else line)
        if self.seats and not headings and not self.stated:
            return _by_look(row, self.seats, line)
        surplus = bool(headings) and not self.stated and any(fields[len(headings) :])
        if self.separator == WORDS:
            surplus = _is_unsure(fields, self.kinds, len(line.split()))
        comma = self.separator == "," and not headings and not self.stated
        return line_of(row, fields, self.kinds, self.seats, self.ids, surplus=surplus, comma=comma)

    def _below_one_heading(self, row: Row) -> RosterLine:
        """Read a line below "Name": "Rossi, Anna" is one name there, not two fields."""
        line = narrow(row[1])
        mark = next((mark for mark in SEPARATORS if mark in line), "")
        fields = [undecorated(piece) for piece in cut(line, mark)]
        second = fields[1] if len(fields) == 2 else ""
        has_other = any(char in "@" or char.isdigit() for char in second)
        if mark == "," and second and not self.seats and not has_other:
            fields = [undecorated(row[1]).strip()]
        return line_of(row, fields, self.kinds, self.seats, self.ids, surplus=any(fields[1:]))


def _is_unsure(fields: Sequence[str], kinds: Sequence[str], many: int) -> bool:
    """Whether words between spaces may be in wrong columns: an ignored column got none of them."""
    open_ones = [
        not field for kind, field in zip(kinds, fields, strict=False) if kind == words.IGNORE
    ]
    return many != len(kinds) and any(open_ones)


def _columns(
    kinds: Sequence[str], headings: Sequence[str], rows: Sequence[Sequence[str]]
) -> list[RosterColumn]:
    return [
        RosterColumn(
            kind,
            headings[place] if place < len(headings) else "",
            tuple([row[place] for row in rows if place < len(row) and row[place]][:_EXAMPLES]),
            tuple(row[place] if place < len(row) else "" for row in rows[:_EXAMPLES]),
        )
        for place, kind in enumerate(kinds)
    ]


def _by_look(row: Row, seats: int, text: str) -> RosterLine:
    return team_line(row, text, seats) if seats else _player_line(row, text)


def _player_line(row: Row, text: str) -> RosterLine:
    read = read_player(text)
    return RosterLine(
        number=row[0],
        text=row[1],
        name=read.name,
        reading=read.reading,
        email=read.email,
        platform_id=read.platform_id,
        awarded_byes=read.awarded_byes,
        too_long=len(row[1]) > LONGEST_LINE,
        unused=tuple(field for field in read.unused if not _says_paid(field)),
        paid=any(map(_says_paid, read.unused)),
    )


def _says_paid(field: str) -> bool:
    """Whether a field next to a name is a word for paid: "paid", "bezahlt"."""
    return words.COLUMN_OF.get(words.compact(field)) == words.PAID


def _one_column_of_ids(kinds: list[str], header: Header, cells: Sequence[Sequence[str]]) -> None:
    """Choose the fullest of several columns of IDs, but no "ID" that only counts 1, 2, 3."""
    best, most = -1, 0
    for place, kind in enumerate(kinds):
        if kind != words.PLATFORM_ID:
            continue
        column = [row[place] for row in cells if place < len(row) and row[place]]
        counts = column == [str(number) for number in range(1, len(column) + 1)]
        plain_id = words.compact(header.headings[place]) in ("id", "ids")
        if (best < 0 or len(column) > most) and not (counts and plain_id):
            best, most = place, len(column)
    for place, kind in enumerate(kinds):
        if kind == words.PLATFORM_ID and place != best:
            kinds[place] = words.IGNORE


def _parts_below_one_heading(
    kinds: list[str], header: Header, rows: Sequence[Sequence[str]]
) -> None:
    """Split a heading over two columns into given and family name, where the fields show both."""
    for place in range(len(kinds) - 1):
        below = [row[place : place + 2] for row in rows if len(row) > place + 1]
        # A row of headings may be shorter than the rows.
        alone = not any(header.headings[place + 1 : place + 2])
        if kinds[place] == words.NAME and alone and any(map(all, below)):
            parts = guess_columns(below, header.separator)
            if set(parts) == {words.FIRST, words.LAST}:
                kinds[place : place + 2] = parts


def _chosen(guesses: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """Return the kinds of the columns: chosen kinds replace the guesses that conflict with them."""
    stated = {kind for kind in chosen if kind}
    kinds = []
    for place in range(max(len(guesses), len(chosen))):
        guess = guesses[place] if place < len(guesses) else words.IGNORE
        if PERSON & stated and guess in PERSON:
            guess = words.IGNORE
        if guess in stated and guess in (*_ONCE, *SEATS):
            guess = words.IGNORE
        own = chosen[place] if place < len(chosen) else ""
        kinds.append(own or guess or words.IGNORE)
    return kinds


def _columns_of_ids(cells: Sequence[Sequence[str]], kinds: Sequence[str]) -> list[int]:
    """Return the mixed columns that may have IDs: most fields but addresses and byes look so."""
    matched = []
    for place, kind in enumerate(kinds):
        if kind == MIXED:
            column = [row[place] for row in cells if place < len(row) and row[place]]
            rest = [field for field in column if not is_email(field) and not byes_in(field)]
            if rest and sum(map(is_id, rest)) >= MOST * len(rest):
                matched.append(place)
    return matched
