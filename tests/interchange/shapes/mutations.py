"""Changes that happen to files on their way: encodings, separators, columns, cuts, footers.

Each takes a file and a source of chance, and returns the changed file; None where it has nothing to
change there. No change takes a fact away without a trace that a careful reader can see.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable
from dataclasses import dataclass

from openpyxl import Workbook, load_workbook

from interchange.tables.column_words import SECTIONS
from interchange.tables.headings import meaning_of

Rows = list[list[str]]
Change = Callable[[bytes, random.Random], bytes | None]
MUTATIONS: dict[str, Change] = {}
UNKNOWN = ("Zork", "Spalte 7", "???", "Kolumna", "", "x-field", "Notiz")
FOOTERS = ("Page 1 of 2", "Printed on 29 November", "8 players", "https://cup.example/round/3", "—")
TITLES = ("Harbour Cup 2026", "Friday, 27 November", "Copied from the page", "Round results")


def mutation(change: Change) -> Change:
    """Register a change."""
    MUTATIONS[change.__name__] = change
    return change


@dataclass
class Grid:
    """The cells of a file, with the way back to its bytes."""

    rows: Rows
    sign: str
    title: str = ""
    others: dict[str, Rows] | None = None
    ends: str = "\n"

    @property
    def head(self) -> int | None:
        """The first row with two known headings."""
        for at, row in enumerate(self.rows[:6]):
            if sum(meaning_of(cell) is not None for cell in row) >= 2:
                return at
        return None

    def data(self) -> bytes:
        """Return the file."""
        if self.others is None:
            out = io.StringIO(newline="")
            csv.writer(out, delimiter=self.sign, lineterminator=self.ends).writerows(self.rows)
            return out.getvalue().encode()
        book = Workbook()
        book.remove(book.worksheets[0])
        for title, rows in ({self.title: self.rows} | self.others).items():
            sheet = book.create_sheet(title)
            for row in rows:
                sheet.append(
                    [int(cell) if cell.isascii() and cell.isdigit() else cell for cell in row]
                )
        book.save(packed := io.BytesIO())
        return packed.getvalue()


def grid_of(data: bytes) -> Grid | None:
    """Return the cells of a file with tabs, commas or semicolons, or of a workbook."""
    if data.startswith(b"PK"):
        sheets = {
            sheet.title: [["" if c is None else str(c) for c in row] for row in sheet.values]
            for sheet in load_workbook(io.BytesIO(data)).worksheets
        }
        title = next(iter(sheets))
        return Grid(sheets.pop(title), "", title, sheets)
    text = data.decode()
    if text.lstrip()[:1] in "<{[":
        return None
    lines = text.splitlines()
    for sign in "\t;,":
        most = sum(line.count(sign) > 0 for line in lines)
        if most * 5 > len([line for line in lines if line.strip()]) * 4:
            return Grid([list(row) for row in csv.reader(lines, delimiter=sign)], sign)
    return None


def _text(data: bytes) -> str | None:
    return None if data.startswith(b"PK") else data.decode()


def _insert(data: bytes, draw: random.Random, lines: list[str]) -> bytes | None:
    text = _text(data)
    if text is None or text.lstrip()[:1] in "<{[":
        return None
    kept = text.split("\n")
    at = draw.randrange(len(kept))
    return "\n".join([*kept[:at], *lines, *kept[at:]]).encode()


@mutation
def with_a_byte_order_mark(data: bytes, draw: random.Random) -> bytes | None:
    """Begin with the mark of UTF-8."""
    return None if _text(data) is None else b"\xef\xbb\xbf" + data


@mutation
def in_utf_16(data: bytes, draw: random.Random) -> bytes | None:
    """Write in UTF-16, with or without its mark."""
    text = _text(data)
    return None if text is None else text.encode(draw.choice(["utf-16", "utf-16-le", "utf-16-be"]))


@mutation
def with_other_line_ends(data: bytes, draw: random.Random) -> bytes | None:
    """End lines as other systems do, also twice."""
    text = _text(data)
    ends = draw.choice(["\r\n", "\r", "\n\n", "\r\r\n"])
    return None if text is None else text.replace("\r\n", "\n").replace("\n", ends).encode()


@mutation
def without_the_last_line_end(data: bytes, draw: random.Random) -> bytes | None:
    """End without a line break, as a paste does."""
    text = _text(data)
    return None if text is None else text.rstrip().encode()


@mutation
def with_other_blanks(data: bytes, draw: random.Random) -> bytes | None:
    """Use no-break spaces, and blanks at the ends of lines."""
    text = _text(data)
    if text is None or text.lstrip()[:1] in "<{[":
        return None
    if draw.random() < 0.5:
        return text.replace(" ", "\u00a0").encode()
    return "\n".join(line + " " * draw.randrange(4) for line in text.split("\n")).encode()


@mutation
def with_signs_of_writing(data: bytes, draw: random.Random) -> bytes | None:
    """Put a sign without a width somewhere: of direction, or a joiner."""
    text = _text(data)
    if text is None:
        return None
    at = draw.randrange(len(text))
    return (text[:at] + draw.choice("\u200e\u200b\u2060\ufeff") + text[at:]).encode()


@mutation
def with_other_dashes(data: bytes, draw: random.Random) -> bytes | None:
    """Write dashes as word processors do."""
    text = _text(data)
    if text is None or text.lstrip()[:1] in "<{[" or "--" in text:
        return None
    return text.replace("-", draw.choice("–—−")).encode()


@mutation
def with_another_separator(data: bytes, draw: random.Random) -> bytes | None:
    """Separate cells by another sign, or quote them all."""
    grid = grid_of(data)
    if grid is None or grid.others is not None:
        return None
    grid.sign = draw.choice([sign for sign in ";\t|," if sign != grid.sign])
    return grid.data()


@mutation
def as_a_workbook(data: bytes, draw: random.Random) -> bytes | None:
    """Save a list in a spreadsheet program."""
    grid = grid_of(data)
    if grid is None or grid.others is not None:
        return None
    grid.title, grid.others = "Tabelle1", {}
    return grid.data()


@mutation
def cut_in_the_middle(data: bytes, draw: random.Random) -> bytes | None:
    """End before the last cell of a line, as a broken download does."""
    if data.startswith(b"PK"):
        return data[: draw.randrange(1, len(data))]
    text = data.decode()
    if text.lstrip()[:1] in "<{[":
        return text[: draw.randrange(1, len(text))].encode()
    lines = text.splitlines()
    filled = [at for at, line in enumerate(lines) if len(line.split()) > 2]
    if not filled:
        return None
    # The lines above show what is missing.
    at = draw.choice(filled[4:] or filled[-1:])
    line = lines[at].rstrip()
    # Nobody can see that a line without columns was longer.
    end = max(line.rfind(sign) for sign in ("\t", ";", ",", "|", "  "))
    begin = len(line) - len(line.lstrip()) + 1
    if end < begin + 1:
        return None
    return "\n".join([*lines[:at], line[: draw.randrange(begin, end)]]).encode()


@mutation
def a_column_moved(data: bytes, draw: random.Random) -> bytes | None:
    """Move a column with its heading; players stay in their order."""
    grid = grid_of(data)
    if grid is None or grid.head is None:
        return None
    width = len(grid.rows[grid.head])
    named = [
        at
        for at, cell in enumerate(grid.rows[grid.head])
        if meaning_of(cell) in ("first", "second", "result", "table", "points", "start")
    ]
    others = [at for at in range(width) if at not in named]
    if not others:
        return None
    source, target = draw.choice(others), draw.choice([0, width - 1])
    if any(len(row) > width for row in grid.rows):
        return None
    for row in grid.rows[grid.head :]:
        if len(row) == width:
            row.insert(target, row.pop(source))
    return grid.data()


@mutation
def a_column_renamed(data: bytes, draw: random.Random) -> bytes | None:
    """Call a column something that nobody knows."""
    grid = grid_of(data)
    if grid is None or grid.head is None:
        return None
    head = grid.rows[grid.head]
    at = draw.randrange(len(head))
    head[at] = draw.choice(UNKNOWN)
    return grid.data()


@mutation
def a_heading_translated(data: bytes, draw: random.Random) -> bytes | None:
    """Call a column by another word for the same thing."""
    grid = grid_of(data)
    if grid is None or grid.head is None:
        return None
    head = grid.rows[grid.head]
    known = [at for at, cell in enumerate(head) if meaning_of(cell) in ("table", "rank", "points")]
    # A word such as "s" means two things; those of one letter are tried by hand.
    if not known:
        return None
    at = draw.choice(known)
    meaning = meaning_of(head[at])
    words = [
        word
        for word in SECTIONS[f"table {meaning}"]
        if len(word) > 2 and meaning_of(word) == meaning
    ]
    head[at] = draw.choice(words)
    return grid.data()


@mutation
def cells_merged_into_one(data: bytes, draw: random.Random) -> bytes | None:
    """Join two cells of a row, as a slip of the key does."""
    grid = grid_of(data)
    if grid is None:
        return None
    rows = [row for row in grid.rows[(grid.head or 0) + 1 :] if len(row) > 2]
    if not rows:
        return None
    row = draw.choice(rows)
    at = draw.randrange(len(row) - 1)
    row[at : at + 2] = [f"{row[at]} {row[at + 1]}"]
    return grid.data()


@mutation
def a_cell_missing(data: bytes, draw: random.Random) -> bytes | None:
    """Take a cell out of a row, so that those behind it move."""
    grid = grid_of(data)
    if grid is None:
        return None
    rows = [row for row in grid.rows[(grid.head or 0) + 1 :] if len(row) > 2]
    if not rows:
        return None
    row = draw.choice(rows)
    row.pop(draw.randrange(len(row)))
    return grid.data()


@mutation
def a_column_of_remarks(data: bytes, draw: random.Random) -> bytes | None:
    """Add a column that nobody reads."""
    grid = grid_of(data)
    if grid is None or grid.head is None:
        return None
    width = len(grid.rows[grid.head])
    for at, row in enumerate(grid.rows):
        if len(row) == width:
            row.append("Remarks" if at == grid.head else draw.choice(["", "late", "OK"]))
    return grid.data()


@mutation
def a_heading_missing(data: bytes, draw: random.Random) -> bytes | None:
    """Take one cell out of the headings alone."""
    grid = grid_of(data)
    if grid is None or grid.head is None:
        return None
    head = grid.rows[grid.head]
    head.pop(draw.randrange(len(head)))
    return grid.data()


@mutation
def headings_again(data: bytes, draw: random.Random) -> bytes | None:
    """Repeat the headings in the middle, as on the next page."""
    grid = grid_of(data)
    if grid is None or grid.head is None:
        return None
    at = draw.randrange(grid.head + 1, len(grid.rows) + 1)
    grid.rows.insert(at, list(grid.rows[grid.head]))
    return grid.data()


@mutation
def a_footer(data: bytes, draw: random.Random) -> bytes | None:
    """Add what a page says below its table."""
    text = _text(data)
    if text is None or text.lstrip()[:1] in "<{[":
        return None
    return f"{text.rstrip()}\n\n{draw.choice(FOOTERS)}\n".encode()


@mutation
def a_title(data: bytes, draw: random.Random) -> bytes | None:
    """Add a title above."""
    text = _text(data)
    if text is None or text.lstrip()[:1] in "<{[":
        return None
    return f"{draw.choice(TITLES)}\n\n{text}".encode()


@mutation
def empty_lines(data: bytes, draw: random.Random) -> bytes | None:
    """Add empty lines somewhere."""
    return _insert(data, draw, [""] * draw.randrange(1, 4))


@mutation
def a_quotation_mark(data: bytes, draw: random.Random) -> bytes | None:
    """Put a quotation mark somewhere that nothing closes."""
    text = _text(data)
    if text is None or text.lstrip()[:1] in "<{[":
        return None
    at = draw.randrange(len(text))
    return (text[:at] + '"' + text[at:]).encode()


@mutation
def a_line_twice(data: bytes, draw: random.Random) -> bytes | None:
    """Have one line twice, as a paste in two parts does."""
    text = _text(data)
    if text is None or text.lstrip()[:1] in "<{[":
        return None
    lines = text.split("\n")
    at = draw.randrange(len(lines))
    return "\n".join([*lines[: at + 1], *lines[at:]]).encode()


@mutation
def a_name_with_a_slip(data: bytes, draw: random.Random) -> bytes | None:
    """Write one name in another way at one place: a letter doubled, lost, or without its accent."""
    text = _text(data)
    if text is None:
        return None
    from tests.interchange.shapes.cup import NAMES

    there = [name for name in NAMES if text.count(name) > 1]
    if not there:
        return None
    name = draw.choice(there)
    at = draw.choice([at for at in range(2, len(name) - 1) if name[at] != " "])
    changed = draw.choice([name[:at] + name[at + 1 :], name[:at] + name[at] + name[at:]])
    places = text.split(name)
    cut = draw.randrange(1, len(places))
    return (name.join(places[:cut]) + changed + name.join(places[cut:])).encode()


@mutation
def a_result_as_a_date(data: bytes, draw: random.Random) -> bytes | None:
    """Turn a score into what a spreadsheet program makes of it."""
    text = _text(data)
    scores = [score for score in ("2-1-0", "1-2-0", "2 - 1", "1 - 2") if text and score in text]
    if text is None or not scores or text.lstrip()[:1] in "<{[":
        return None
    words = draw.choice(["02. Jan", "2026-01-02", "1-Feb", "44928", "#######", "02/01/2026"])
    return text.replace(draw.choice(scores), words, 1).encode()
