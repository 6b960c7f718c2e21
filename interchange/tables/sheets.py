"""Tables of text files and workbooks: rows of cells, and the meanings of their headings."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from archive.errors import _
from interchange.csv_text import unguarded
from interchange.playoffs import is_playoff_title
from interchange.round_titles import round_alone, round_in
from interchange.tables.clearing import cleared, count_in, is_footer
from interchange.tables.column_words import SECTIONS, compact
from interchange.tables.fixed_width import fixed_width_rows
from interchange.tables.headings import meaning_of, settled
from interchange.tables.name_parts import with_whole_names
from interchange.tables.pasted import joined_cells
from interchange.tables.quoted_lines import whole_lines
from interchange.tables.side_by_side import parts_of
from interchange.tables.single_blanks import broken_rows, single_blank_rows
from interchange.tables.stacked import columns_below, keyed_rows, stacked_rows
from interchange.texts import BREAK, clean_cell, decoded, folded
from interchange.values import ForeignError, Skipped
from interchange.workbooks import MOST_CELLS, MOST_ROWS, Rows, without_breaks, workbook_rows

# A line above the headings with fewer cells is a title.
LEAST_CELLS = 3
MOST_SHOWN = 120
# Separators that names and figures contain as well.
RARE_SIGNS = "!~^§/:"
TITLE, HEADINGS, FOOTER = _("title"), _("headings"), _("footer or total")
_ROUND_COLUMN = re.compile(
    r"^(?:round|rd|r|runde|rnd)?\.?\s*(\d{1,2})\.?\s*(?:rd|rnd|round|runde)?\.?$"
)
# Headings of player lists that do not concern the event: "Paid", "Checked in".
_OF_LISTS = frozenset(compact(word) for key in ("ignore", "paid", "seat") for word in SECTIONS[key])
# A footer with several cells ends with its page number.
_PAGE_OF = re.compile(r"\b\w+\s*\d+\s*(?:/|of|von|de|di|z)\s*\d+$", re.I)


@dataclass(slots=True)
class Table:
    """Rows below one line of headings; `columns` is the index of each meaning.

    `rounds` are the columns of a cross table, by round. `round` comes from a title above, or from
    the name of the sheet. `line` is that of the headings, from 1; `headings` are their texts, none
    if the columns were `guessed` by their content. `chosen`: a person chose the meanings. `title`:
    a line above that names a round of a playoff. `family_first`: names are written as "Quill, Ada".
    `announced`: the number of rows that the file announces. `before`: lines above the headings that
    may be rows. `skipped`: lines that are not rows. `stacked`: cells were one below the other.
    """

    columns: dict[str, int]
    rounds: dict[int, int] = field(default_factory=dict)
    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    round: int | None = None
    sheet: str = ""
    line: int = 0
    repeated: dict[str, list[int]] = field(default_factory=dict)
    headings: list[str] = field(default_factory=list)
    guessed: bool = False
    chosen: bool = False
    title: str = ""
    family_first: bool = False
    announced: int | None = None
    before: list[int] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    stacked: bool = False

    def cell(self, row: Sequence[str], meaning: str) -> str:
        """Return the text of a row's cell; "" if the table has no such column."""
        at = self.columns.get(meaning)
        return row[at].strip() if at is not None and at < len(row) else ""

    @property
    def width(self) -> int:
        """The index after the last cell, heading and column."""
        ends = (at + 1 for at in self.columns.values())
        return max([len(self.headings), *ends, *(len(row) for _line, row in self.rows)])

    def append_column(self, heading: str, cells: Iterable[str]) -> int:
        """Append a column with a cell for each row; return its index."""
        width = self.width
        self.headings = [*self.headings, *[""] * (width - len(self.headings)), heading]
        for (_line, row), cell in zip(self.rows, cells, strict=True):
            row += [*[""] * (width - len(row)), cell]
        return width


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows of a workbook's sheet or of a text; `stacked`: each cell was on its own line."""

    name: str
    rows: Rows
    stacked: bool = False


def sheets_of(data: bytes) -> Iterator[Sheet]:
    """Yield the sheets of a table file: those of a workbook, or one for a text."""
    if data.startswith(b"PK"):
        yield from (Sheet(name, rows) for name, rows in workbook_rows(data))
    else:
        sheet = _text_sheet(decoded(data))
        yield replace(sheet, rows=without_breaks(sheet.rows))


def tables_of(data: bytes) -> list[Table]:
    """Return the tables of all sheets of a file, including tables without rows."""
    return [table for sheet in sheets_of(data) for table in tables_in(sheet)]


def tabbed(row: Sequence[str]) -> str:
    """Return a row as one line with tabs, without breaks and tabs in its cells."""
    return "\t".join(" ".join(cell.split()) for cell in row)


def _text_sheet(text: str) -> Sheet:
    """Return the rows of a text, whichever common sign separates its cells."""
    lines = text.splitlines()
    if len(lines) > MOST_ROWS:
        raise ForeignError(_("The file has more than %(most)d rows."), most=MOST_ROWS)
    lines = whole_lines(cleared(lines), BREAK)
    if lines and (named := re.fullmatch(r"sep=(.)", lines[0].strip())):
        return Sheet("", _parsed(lines[1:], named[1]))
    sample = [line for line in lines if line.strip()][:60]
    counts = {sign: sum(sign in line for line in sample) for sign in "\t;|,"}
    if counts["\t"] > 1:
        return Sheet("", _parsed(joined_cells(lines), "\t"))
    best = max(counts, key=lambda sign: counts[sign])
    # "Quill, Ada" in a print: lines without the sign are its titles and headings.
    rows = [line for line in sample if "," in line] if best == "," else sample
    spaced = sum(len(re.split(r"\s{2,}", line.strip())) > 2 for line in rows)
    framed = counts["|"] * 5 >= len(sample) * 4 > 0
    # "Quill, Ada" has a comma, and so has each row of such a print.
    if best == "," and (blanks := single_blank_rows(lines)):
        return Sheet("", blanks)
    if framed or (counts[best] * 2 >= len(sample) and counts[best] and spaced * 5 < len(rows) * 4):
        return Sheet("", _parsed(lines, "|" if framed else best))
    if cut := fixed_width_rows(lines):
        return Sheet("", cut)
    if keyed := keyed_rows(lines):
        return Sheet("", keyed)
    if stacked := stacked_rows(lines) or columns_below(lines):
        return Sheet("", stacked, stacked=True)
    if sign := _rare_sign(lines):
        return Sheet("", _parsed(lines, sign))
    blanks = single_blank_rows(lines)
    if blanks is None and (broken := broken_rows(lines)):
        return Sheet("", broken, stacked=True)
    gaps = [re.split(r"\s{2,}", line.strip()) for line in lines]
    return Sheet("", blanks or gaps)


def _rare_sign(lines: list[str]) -> str:
    """Return a rare sign that splits all lines into as many cells as headings; else ""."""
    filled = [line for line in lines if line.strip()]
    for sign in RARE_SIGNS if filled else "":
        heads = filled[0].split(sign)
        known = {meaning for cell in heads if (meaning := meaning_of(cell))}
        if len(known) > 1 and all(line.count(sign) == len(heads) - 1 for line in filled):
            return sign
    return ""


def _parsed(lines: list[str], sign: str) -> Rows:
    rows: Iterable[list[str]] = csv.reader(lines, delimiter=sign, skipinitialspace=True)
    filled = [line.strip() for line in lines if line.strip()]
    if all(line[0] == line[-1] == "'" and f"'{sign}'" in line for line in filled):
        # All cells are in single quotation marks, and names contain apostrophes.
        rows = [line.strip()[1:-1].split(f"'{sign}'") for line in lines]
    elif _has_open_quote(lines, sign):
        # An unclosed quotation mark would swallow all following rows.
        rows = chain.from_iterable(_cells(line, sign) for line in lines)
    return [[clean_cell(unguarded(cell)) for cell in row[:MOST_CELLS]] for row in rows]


def _has_open_quote(lines: list[str], sign: str) -> bool:
    try:
        for _row in csv.reader(lines, delimiter=sign, strict=True, skipinitialspace=True):
            continue
    except csv.Error:
        return True
    return False


def _cells(line: str, sign: str) -> Iterable[list[str]]:
    if line.count('"') % 2:
        return [[cell.strip().strip('"') for cell in line.split(sign)]]
    return csv.reader([line], delimiter=sign, skipinitialspace=True)


def tables_in(sheet: Sheet) -> Iterator[Table]:
    """Yield the tables of a sheet: from each line of headings to the next, with its round.

    Some have no rows. Of two tables side by side, the left one is first.
    """
    for part in parts_of(with_whole_names(sheet.rows)):
        for table in _tables_in(sheet.name, part):
            table.stacked = sheet.stacked
            yield table


def _tables_in(name: str, rows: Rows) -> Iterator[Table]:
    title: tuple[int | None, str] = (round_in(name), "")
    table: Table | None = None
    before: list[int] = []
    skipped: list[Skipped] = []
    for at, row in enumerate(rows, start=1):
        filled = [cell for cell in row if cell.strip()]
        if not filled:
            continue
        text = " | ".join(filled)[:MOST_SHOWN]
        if _is_footer(table, filled):
            skipped.append(Skipped(at, text, FOOTER))
            continue
        following = _following(table, row, filled, title, at)
        if following is not None:
            if table is not None and (table.rows or following.headings != table.headings):
                yield table
            elif table is not None:
                skipped = [*table.skipped, *skipped]
            is_title = _title_in(filled) is not None
            skipped.append(Skipped(at, text, TITLE if is_title else HEADINGS))
            table, title = following, (following.round, following.title)
            table.sheet, table.before, before = name, before, []
            table.skipped, skipped = skipped, []
        elif (above := _title_in(filled, is_top=table is None)) is not None:
            title = above
            skipped.append(Skipped(at, text, TITLE))
        elif (why := _repeated(row, text, table)) is not None:
            skipped.append(Skipped(at, text, why))
        elif table is not None:
            table.rows.append((at, row))
        elif len(filled) >= LEAST_CELLS:
            before.append(at)
        else:
            skipped.append(Skipped(at, text, TITLE))
    if table is not None:
        table.skipped += skipped
        yield table


def _following(
    table: Table | None,
    row: Sequence[str],
    filled: Sequence[str],
    title: tuple[int | None, str],
    at: int,
) -> Table | None:
    """Return the table that a row begins, by other headings or by the title of another round."""
    above = _title_in(filled)
    if above is None:
        headings = _headings(row)
        if headings is None:
            return None
        if table is not None and _is_repeated(row, table) and _title_of(table) == title:
            return None
        return replace(headings, round=title[0], title=title[1], line=at)
    if table is None or above == _title_of(table):
        return None
    return replace(table, rows=[], round=above[0], title=above[1], line=at, announced=None)


def _title_of(table: Table) -> tuple[int | None, str]:
    return table.round, table.title


def _is_repeated(row: Sequence[str], table: Table | None) -> bool:
    """Return whether a row repeats the headings above, as on the next page of a print."""
    if table is None:
        return False
    return [cell.strip() for cell in row] == [cell.strip() for cell in table.headings]


def _repeated(row: Sequence[str], text: str, table: Table | None) -> str | None:
    """Return the kind of a row that a further page of a print repeats: headings or a title."""
    if _is_repeated(row, table):
        return HEADINGS
    above = [] if table is None else [line.text for line in table.skipped]
    return TITLE if text in above else None


def _is_footer(table: Table | None, filled: Sequence[str]) -> bool:
    """Return whether a row is a footer, and store the number of rows that it announces."""
    text = " ".join(filled)
    if not is_footer(text) or (len(filled) > 1 and not _PAGE_OF.search(text)):
        return False
    if _PAGE_OF.search(text) and _title_in(filled) is not None:
        return False  # "Harbour Open - Round 3   Page 1 of 2" is above a page
    counted = count_in(text)
    if table is not None and counted is not None:
        table.announced = counted
    return True


def _title_in(filled: Sequence[str], *, is_top: bool = False) -> tuple[int | None, str] | None:
    """Return the round in a title above a table, or the name of a playoff round.

    At the top it may be behind the event's name: "Tournament: Harbour Cup     Round: 4".
    """
    if len(filled) <= 2 and (number := round_in(filled[0])) is not None:
        return number, ""
    if is_top and len(filled) == 2 and (number := round_alone(filled[1])) is not None:
        return number, ""
    if len(filled) == 1 and is_playoff_title(filled[0]):
        return None, filled[0].strip()
    return None


def _headings(row: Sequence[str]) -> Table | None:
    """Return an empty table for a row of headings; None for any other row."""
    columns: dict[str, int] = {}
    rounds: dict[int, int] = {}
    repeated: dict[str, list[int]] = {}
    for at, cell in enumerate(row):
        meaning = meaning_of(cell)
        if meaning is not None:
            columns.setdefault(meaning, at)
            repeated.setdefault(meaning, []).append(at)
        elif (
            number := _ROUND_COLUMN.match(cell.strip().casefold())
        ) and not cell.strip().isdigit():
            rounds[int(number[1])] = at
    people = repeated.get("first", [])
    between = columns.get("second", -1)
    versus = between >= 0 and folded(row[between]) == "vs"
    if ("second" not in columns or versus) and len(people) == 2 and not rounds:
        columns["second"] = people[1]  # a list of pairings with two columns "Name"
    columns = settled(row, columns)
    if len(repeated.get("result", [])) == 2 and "wins1" not in columns and "second" in columns:
        # "Player, Score, Score, Player": the games of each.
        columns.pop("result")
        columns["wins1"], columns["wins2"] = repeated["result"]
    known = {"first", "last name"} & columns.keys()
    if not known:
        return None
    if len(columns) + len(rounds) < 2 and not any(compact(cell) in _OF_LISTS for cell in row):
        return None
    return Table(columns, rounds, repeated=repeated, headings=list(row))
