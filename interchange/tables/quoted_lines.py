"""Join lines of a list whose quoted fields contain line breaks: "Anna↵Maria" in one cell."""

import re
from collections.abc import Sequence

# An unclosed quotation mark would swallow all following lines.
MOST_LINES = 10
_SEPARATORS = re.compile(r"[\t,;|]")
# A field up to the next separator: quoted, or without a leading quotation mark. Cells contain no
# tabs, so a mark with a tab behind it is a stray one.
_FIELD = re.compile(
    r'[ \u3000]*(?:"(?:[^"\t]|"")*"[ \u3000]*(?=[\t,;|]|$)|(?![ \u3000]*")[^\t,;|]*)'
)


def whole_lines(lines: Sequence[str], between: str = " ") -> list[str]:
    """Join lines that a quoted field splits.

    A line break in a field becomes the sign `between`. Empty lines replace the joined ones, so that
    line numbers stay those of the text. A single cell that holds a whole list stays unchanged.
    """
    whole = list(lines)
    at = 0
    while at < len(whole):
        many = _lines_of_row(whole, at)
        if many > 1:
            parts = [line.strip() for line in whole[at : at + many]]
            whole[at : at + many] = [between.join(filter(None, parts)), *[""] * (many - 1)]
        at += many
    rows = [line for line in whole if line.strip()]
    return list(lines) if len(rows) == 1 and not _SEPARATORS.search(rows[0]) else whole


def _lines_of_row(lines: Sequence[str], at: int) -> int:
    """Return how many lines a row takes from its first line on; 1 if no quotation mark is open."""
    if not _is_open(lines[at]):
        return 1
    row = lines[at]
    for many in range(2, min(MOST_LINES, len(lines) - at) + 1):
        row = f"{row} {lines[at + many - 1]}"
        if not _is_open(row):
            return many
    return 1


def _is_open(row: str) -> bool:
    """Return whether a field begins with a quotation mark that is not closed before a separator."""
    place = 0
    if '"' not in row:
        return False
    while True:
        field = _FIELD.match(row, place)
        if field is None:
            return True
        place = field.end() + 1
        if field.end() >= len(row):
            return False
