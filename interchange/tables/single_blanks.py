"""Tables whose cells are separated by single blanks, as in copies of a PDF."""

import re
from collections.abc import Sequence

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
