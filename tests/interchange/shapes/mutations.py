"""Changes that happen to files on their way: encodings, separators, columns, cuts, footers.

Each takes a file and a source of chance, and returns the changed file; None where it has nothing to
change there. No change takes a fact away without a trace that a careful reader can see.
"""

from __future__ import annotations

import random
import re

from interchange.tables.clearing import is_footer
from interchange.tables.column_words import SECTIONS
from interchange.tables.headings import meaning_of
from tests.interchange.shapes.cup import NAMES
from tests.interchange.shapes.encodings import MUTATIONS as MUTATIONS
from tests.interchange.shapes.encodings import mutation, text_of
from tests.interchange.shapes.grids import grid_of

UNKNOWN = ("Zork", "Spalte 7", "???", "Kolumna", "", "x-field", "Notiz")
FOOTERS = ("Page 1 of 2", "Printed on 29 November", "8 players", "https://cup.example/round/3", "—")
TITLES = ("Harbour Cup 2026", "Friday, 27 November", "Copied from the page", "Round results")


def _insert(data: bytes, draw: random.Random, lines: list[str]) -> bytes | None:
    text = text_of(data)
    if text is None or text.lstrip()[:1] in "<{[":
        return None
    kept = text.split("\n")
    at = draw.randrange(len(kept))
    return "\n".join([*kept[:at], *lines, *kept[at:]]).encode()


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
    # A cut within the foot of a page is one between two tables, which may look complete.
    rows = [at for at, line in enumerate(lines) if not is_footer(line)]
    filled = [at for at in rows if len(lines[at].split()) > 2]
    if not filled:
        return None
    # Earlier lines show what is missing.
    at = draw.choice(filled[4:] or filled[-1:])
    line = lines[at].rstrip()
    # A shortened line without columns can't be recognized.
    end = max(line.rfind(sign) for sign in ("\t", ";", ",", "|", "  "))
    begin = next((at + 1 for at, sign in enumerate(line) if sign.isalnum()), len(line))
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
    # A word such as "s" has two meanings; one-letter words are tested by hand.
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
    text = text_of(data)
    if text is None or text.lstrip()[:1] in "<{[":
        return None
    return f"{text.rstrip()}\n\n{draw.choice(FOOTERS)}\n".encode()


@mutation
def a_title(data: bytes, draw: random.Random) -> bytes | None:
    """Add a title above."""
    text = text_of(data)
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
    text = text_of(data)
    if text is None or text.lstrip()[:1] in "<{[":
        return None
    at = draw.randrange(len(text))
    return (text[:at] + '"' + text[at:]).encode()


@mutation
def a_line_twice(data: bytes, draw: random.Random) -> bytes | None:
    """Have one line twice, as a paste in two parts does."""
    text = text_of(data)
    if text is None or text.lstrip()[:1] in "<{[":
        return None
    lines = text.split("\n")
    at = draw.randrange(len(lines))
    return "\n".join([*lines[: at + 1], *lines[at:]]).encode()


@mutation
def a_name_with_a_slip(data: bytes, draw: random.Random) -> bytes | None:
    """Write one name in another way at one place: a letter doubled, lost, or without its accent."""
    text = text_of(data)
    if text is None:
        return None
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
def a_key_renamed(data: bytes, draw: random.Random) -> bytes | None:
    """Call a key of JSON something else wherever it is, as a new version of a tool does."""
    text = text_of(data)
    if text is None or text[:1] not in "{[":
        return None
    keys = sorted(set(re.findall(r'"(\w+)":', text)))
    if not keys:
        return None
    key = draw.choice(keys)
    return text.replace(f'"{key}":', '"zork":').encode()


@mutation
def a_value_missing(data: bytes, draw: random.Random) -> bytes | None:
    """Have nothing for a value of JSON, at one place."""
    text = text_of(data)
    if text is None or text[:1] not in "{[":
        return None
    hits = list(re.finditer(r'": ("(?:[^"\\]|\\.)*"|\d+)', text))
    if not hits:
        return None
    hit = draw.choice(hits)
    return f"{text[: hit.start(1)]}null{text[hit.end(1) :]}".encode()


@mutation
def a_result_as_a_date(data: bytes, draw: random.Random) -> bytes | None:
    """Turn a score into what a spreadsheet program makes of it."""
    text = text_of(data)
    scores = [score for score in ("2-1-0", "1-2-0", "2 - 1", "1 - 2") if text and score in text]
    if text is None or not scores or text.lstrip()[:1] in "<{[":
        return None
    words = draw.choice(["02. Jan", "2026-01-02", "1-Feb", "44928", "#######", "02/01/2026"])
    return text.replace(draw.choice(scores), words, 1).encode()
