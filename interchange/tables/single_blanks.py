"""Tables whose cells are separated by single blanks, as in copies of a PDF."""

import re
from collections.abc import Sequence
from itertools import product

from archive.errors import _
from interchange.tables.clearing import is_footer
from interchange.tables.headings import meaning_of
from interchange.tables.plausibility import Content, content_of, is_plausible_name
from interchange.values import ForeignError
from interchange.workbooks import Rows

# The most words in a heading; the fewest columns and rows of a table.
MOST_WORDS, LEAST_COLUMNS, LEAST_ROWS = 4, 3, 3
# Headings are among the first lines.
MOST_ABOVE = 8
# A copy of a PDF with broken rows has no more lines.
MOST_BROKEN = 3000
_FIGURES = (Content.WHOLE, Content.NUMBER, Content.SHARE, Content.RECORD, Content.EMPTY)


def single_blank_rows(lines: Sequence[str]) -> Rows | None:
    """Split rows of standings whose cells are one blank apart; None for any other text.

    All cells but the name are one word, so the name is the rest. Raises ForeignError for
    such pairings, because the end of one name and the start of the next are unknown.
    """
    for at, line in enumerate(lines[:MOST_ABOVE]):
        headings = _headings(line.split())
        meanings = [meaning_of(heading) for heading in headings]
        if len(headings) < LEAST_COLUMNS or "first" not in meanings:
            continue
        name = meanings.index("first")
        cut = [_cut(row.split(), name, len(headings)) for row in lines[at + 1 :]]
        whole = [row for row in cut if row is not None]
        if "second" in meanings and _are_rows(lines[at + 1 :]):
            raise ForeignError(
                _(
                    "Single spaces separate these cells, and the parts of names too. Copy the "
                    "table from its page, or save it as CSV."
                )
            )
        if len(whole) < LEAST_ROWS or "second" in meanings:
            continue
        filled = sum(bool(row.strip()) and not is_footer(row) for row in lines[at + 1 :])
        if len(whole) < filled:
            continue
        above = [[row.strip()] for row in lines[:at]]
        rest = zip(lines[at + 1 :], cut, strict=True)
        return [*above, headings, *(row or [text.strip()] for text, row in rest)]
    return None


def broken_rows(lines: Sequence[str]) -> Rows | None:
    """Join rows that a copy of a PDF broke over two or three lines, and split their cells.

    Each row is at the line of its first part.
    """
    filled = [(at, line.strip()) for at, line in enumerate(lines) if line.strip()]
    filled = [(at, text) for at, text in filled if not is_footer(text)]
    if len(filled) > MOST_BROKEN:
        return None
    for parts, above, titles in product((2, 3), (1, 2, 3), range(LEAST_ROWS)):
        body = filled[titles + above :]
        if above not in (1, parts) or len(body) % parts or len(body) < LEAST_ROWS * parts:
            continue
        groups = [body[at : at + parts] for at in range(0, len(body), parts)]
        joined = [" ".join(text for _at, text in group) for group in groups]
        heads = " ".join(text for _at, text in filled[titles : titles + above])
        if (cut := _split_rows([heads, *joined])) is None:
            continue
        rows: Rows = [[""] for _line in lines]
        for at, text in filled[:titles]:
            rows[at] = [text]
        rows[filled[titles][0]] = cut[0]
        for group, cells in zip(groups, cut[1:], strict=True):
            rows[group[0][0]] = cells
        return rows
    return None


def _split_rows(lines: Sequence[str]) -> Rows | None:
    """Return the cells of rows with single blanks; None, also for pairings."""
    try:
        return single_blank_rows(lines)
    except ForeignError:
        return None


def _headings(words: Sequence[str]) -> list[str]:
    """Split a line into headings, the longest first; an empty list if a word belongs to none."""
    headings: list[str] = []
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + MOST_WORDS), at, -1):
            heading = " ".join(words[at:end])
            if meaning_of(heading):
                headings.append(heading)
                at = end
                break
        else:
            return []
    return headings


def _cut(words: Sequence[str], name: int, width: int) -> list[str] | None:
    """Split a row; its name gets the words that the other columns leave."""
    behind = width - name - 1
    if len(words) < width:
        return None
    end = len(words) - behind
    cells = [*words[:name], " ".join(words[name:end]), *words[end:]]
    figures = [cell for at, cell in enumerate(cells) if at != name]
    if not is_plausible_name(cells[name]) or re.search(r"\s\d+(?:\s|$)", f" {cells[name]}"):
        return None
    return cells if all(content_of(cell) in _FIGURES for cell in figures) else None


def _are_rows(lines: Sequence[str]) -> bool:
    """Return whether lines begin with a number, continue with words, and have no wider gaps."""
    filled = [line for line in lines if line.strip() and not is_footer(line)]
    rows = [line for line in filled if re.match(r"\s*\d+\s+[^\W\d_]", line)]
    apart = any(re.search(r"\S\s{2,}\S", line) for line in filled)
    return not apart and len(rows) >= LEAST_ROWS - 1 and len(rows) == len(filled)
