"""Copies of a PDF in which the cells of a table are one below the other."""

import re
from collections.abc import Sequence
from itertools import pairwise

from interchange.tables.clearing import is_footer
from interchange.tables.headings import is_team, meaning_of
from interchange.tables.plausibility import FEW, Content, content_of
from interchange.workbooks import Rows

# The most columns and the fewest rows of a table, and the most titles above it.
MOST_COLUMNS, LEAST_ROWS, MOST_TITLES = 10, 3, 3
# A long text is examined completely only if its first rows match.
ROWS_OF_A_SAMPLE = 8
# Kinds of cells below a heading; below other headings any single kind is accepted.
_WANTED = {"first": Content.NAME, "second": Content.NAME}
_WANTED |= dict.fromkeys(("rank", "table", "points"), Content.WHOLE)
_DATA = (Content.WHOLE, Content.NUMBER, Content.SHARE, Content.RECORD)
SEPARATED = re.compile(r"\t|;|\||\S\s{2,}\S")


def stacked_rows(lines: Sequence[str]) -> Rows | None:
    """Join the cells of a table that are one below the other, as in a copy of a PDF, into rows.

    Each row is at the line of its first cell; its other lines are empty, so that numbers of lines
    stay those of the text. None if the kinds of the lines do not repeat row by row.
    """
    filled = [at for at, line in enumerate(lines) if line.strip()]
    while filled and is_footer(lines[filled[-1]]):
        filled.pop()
    if len(filled) < 2 * LEAST_ROWS or any(SEPARATED.search(lines[at].strip()) for at in filled):
        return None
    for start in range(MOST_TITLES + 1):
        for width in range(2, MOST_COLUMNS + 1):
            below = filled[start:]
            cells = [lines[at].strip() for at in below[: width * ROWS_OF_A_SAMPLE]]
            if _is_table(cells, width) and _is_table([lines[at].strip() for at in below], width):
                rows: Rows = [[line.strip()] if line.strip() else [""] for line in lines]
                for at in range(0, len(below), width):
                    first, *others = below[at : at + width]
                    rows[first] = [lines[place].strip() for place in (first, *others)]
                    for place in others:
                        rows[place] = [""]
                return rows
    return None


def columns_below(lines: Sequence[str]) -> Rows | None:
    """Join the columns of a table that are one below the other, each below its heading, into rows.

    A copy of a PDF may have first all places, then all names. Each row is at the line of its first
    cell. None unless headings are at equal distances.
    """
    filled = [(at, line.strip()) for at, line in enumerate(lines) if line.strip()]
    starts = [i for i, (_at, text) in enumerate(filled) if meaning_of(text)]
    steps = {after - before for before, after in pairwise([*starts, len(filled)])}
    if len(starts) < 2 or starts[0] > MOST_TITLES or len(steps) != 1 or min(steps) <= LEAST_ROWS:
        return None
    if "first" not in [meaning_of(filled[i][1]) for i in starts]:
        return None
    rows: Rows = [[line.strip()] for line in lines]
    for start in starts[1:]:
        for at, _text in filled[start : start + min(steps)]:
            rows[at] = [""]
    for place in range(min(steps)):
        rows[filled[starts[0] + place][0]] = [filled[start + place][1] for start in starts]
    return rows


_KEYED = re.compile(
    r"\s*(?:[-*•]\s+)?[\"']?(?P<key>[^\s:=\"'][^:=\t\"']{0,30}?)[\"']?\s*[:=]\s*(?P<value>.*)"
)


def keyed_rows(lines: Sequence[str]) -> Rows | None:
    """Join lines such as "Player: Ada", repeated for each row, into rows below headings.

    Each row is at the line of its first cell. None if the keys do not repeat in the same order.
    """
    filled = [at for at, line in enumerate(lines) if line.strip() and not is_footer(line)]
    hits = [_KEYED.fullmatch(lines[at].strip()) for at in filled]
    keys = [hit["key"].strip() for hit in hits if hit]
    heads = [*dict.fromkeys(keys)]
    known = {meaning for key in heads if (meaning := meaning_of(key))}
    if len(keys) < len(filled) or len(known) < 2 or not known & {"first", "winner"}:
        return None
    if len(keys) < 2 * len(heads) or any(
        key != heads[at % len(heads)] for at, key in enumerate(keys)
    ):
        return None
    if not _begin_together([hit for hit in hits if hit], filled, len(heads)):
        return None
    rows: Rows = [[""] for _line in lines]
    cells = [hit["value"].strip(" \"',") for hit in hits if hit]
    for at in range(0, len(cells), len(heads)):
        rows[filled[at]] = cells[at : at + len(heads)]
    return [heads, *rows]


def _begin_together(hits: Sequence[re.Match[str]], filled: Sequence[int], width: int) -> bool:
    """Return whether bullets and gaps are only where a row begins: else rows are cut wrongly."""
    bullets = {at for at, hit in enumerate(hits) if hit[0].lstrip()[0] in "-*•"}
    gaps = {at for at, place in enumerate(filled) if at and place - filled[at - 1] > 1}
    starts = {*range(0, len(hits), width)}
    # Above a part of a text other lines may be missing.
    first = filled[0] == 0 or starts - {0} <= gaps
    return first and gaps <= starts and (not bullets or bullets == starts)


def _is_table(cells: Sequence[str], width: int) -> bool:
    """Return whether cells form the rows of a table with this width, possibly below headings."""
    heads = ["first" if is_team(cell) else meaning_of(cell) for cell in cells[:width]]
    headed = "first" in heads and sum(head is not None for head in heads) > 1
    if headed and any(content_of(cell) in _DATA for cell in cells[:width]):
        return False  # a row of headings has no figures
    body = cells[width:] if headed else cells
    rows = [body[at : at + width] for at in range(0, len(body), width)]
    if len(rows) < LEAST_ROWS:
        return False
    # The last row may be incomplete.
    columns = [[row[at] for row in rows if at < len(row)] for at in range(width)]
    kinds = [_kind(column) for column in columns]
    if headed and any(
        _WANTED.get(head or "", kind) is not kind for head, kind in zip(heads, kinds, strict=True)
    ):
        return False
    # Without headings, rows are recognized by their leading places or table numbers.
    numbered = [*map(_number, columns[0])] == [*range(1, len(rows) + 1)]
    return Content.NAME in kinds and Content.TEXT not in kinds and (numbered or headed)


def _kind(cells: Sequence[str]) -> Content:
    """Return the kind of nearly all cells of a column; TEXT if they are mixed."""
    kinds = [content_of(cell) for cell in cells]
    kinds = [Content.WHOLE if kind is Content.NUMBER else kind for kind in kinds]
    usual = max(set(kinds), key=kinds.count)
    return usual if kinds.count(usual) >= (1 - FEW) * len(kinds) else Content.TEXT


def _number(text: str) -> int:
    digits = re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", text.strip("#.)"))
    return int(digits) if digits.isascii() and digits.isdigit() else 0
