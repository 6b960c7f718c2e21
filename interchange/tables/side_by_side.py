"""Split two tables side by side in one sheet, each with its own headings."""

from collections.abc import Sequence

from interchange.tables.headings import meaning_of
from interchange.workbooks import Rows

# Each half is a separate table if both have these headings.
_OF_BOTH = ({"rank", "first"}, {"table", "first", "second"})
# Several rounds of pairings side by side have these headings.
_OF_REPEATED = {"first", "second"}
# In only one half, these headings mean that the names of a row are opponents.
_OF_PAIRS = {"table", "second", "result", "round", "winner", "wins1"}
# Headings are among the first rows of a sheet; two tables have at least this many.
MOST_ABOVE, LEAST_HEADINGS = 60, 4


def parts_of(rows: Rows) -> list[Rows]:
    """Split a sheet where its headings begin again; else return it unchanged.

    Halves with the same columns have the same headings: an unknown one is read as the one in the
    same place of the other half. A title above the headings belongs to both.
    """
    for at, row in enumerate(rows[:MOST_ABOVE]):
        if width := _period(row):
            return [_part(rows, at, start, width) for start in range(0, len(row), width)]
        cut = _begins_again(row)
        if cut:
            heads = _completed(row, cut)
            above = [(row[:cut], row[cut:] if any(row[cut:]) else row[:cut]) for row in rows[:at]]
            below = [(row[:cut], row[cut:]) for row in rows[at + 1 :]]
            halves = [*above, (heads[:cut], heads[cut:]), *below]
            return [[left for left, _right in halves], [right for _left, right in halves]]
    return [rows]


def _period(row: Sequence[str]) -> int:
    """Return the number of cells after which all headings of pairings repeat; 0 if they do not."""
    cells = list(row)
    while cells and not cells[-1].strip():
        cells.pop()
    for width in range(2, len(cells) // 2 + 1):
        times, rest = divmod(len(cells) + 1, width)
        # Empty columns may separate the parts.
        whole = cells if not len(cells) % width else [*cells, ""] if not rest else []
        parts = [whole[at : at + width] for at in range(0, len(whole), width)]
        if times > 1 and parts and all(part == parts[0] for part in parts):
            return width if {*_meanings(parts[0])} >= _OF_REPEATED else 0
    return 0


def _part(rows: Rows, head: int, start: int, width: int) -> Rows:
    """Return one of the tables of a sheet; a title above the first belongs to all."""
    part = [row[start : start + width] for row in rows]
    for at, row in enumerate(rows[:head]):
        filled = [cell for cell in row if cell.strip()]
        if len(filled) == 1:
            part[at] = list(filled)
    return part


def _begins_again(row: Sequence[str]) -> int:
    """Return the column at which the headings begin again; 0 if they do not."""
    filled = [at for at, cell in enumerate(row) if cell.strip()]
    if len(filled) < LEAST_HEADINGS or "first" not in map(meaning_of, row):
        return 0
    cuts = [at for at in filled if _are_two(row[:at], row[at:])]
    # A gap between the halves is more reliable than the last possible split.
    return max(cuts, key=lambda at: (not row[at - 1].strip(), at), default=0)


def _are_two(left: Sequence[str], right: Sequence[str]) -> bool:
    """Return whether both parts of a row of headings are complete headings of a table."""
    both = [_meanings(left), _meanings(right)]
    if any(len(known) != len({*known}) for known in map(_known, both)):
        return False
    first, second = (set(_known(half)) for half in _alike(*both))
    return any(needed <= first & second for needed in _OF_BOTH) and not (
        (first ^ second) & _OF_PAIRS
    )


def _meanings(cells: Sequence[str]) -> list[str | None]:
    return [meaning_of(cell) for cell in cells if cell.strip()]


def _known(meanings: Sequence[str | None]) -> list[str]:
    return [meaning for meaning in meanings if meaning is not None]


def _alike(
    left: list[str | None], right: list[str | None]
) -> tuple[list[str | None], list[str | None]]:
    """Return the meanings of both halves; a single unknown one gets that of the other half."""
    pairs = [*zip(left, right, strict=False)]
    differing = [pair for pair in pairs if pair[0] != pair[1]]
    if len(left) != len(right) or len(differing) != 1 or None not in differing[0]:
        return left, right
    same = [first or second for first, second in pairs]
    return same, same


def _completed(row: Sequence[str], cut: int) -> list[str]:
    """Return headings with the single unknown one of a half replaced by the other half's."""
    places = [
        [at for at, cell in enumerate(row) if cell.strip() and (at < cut) is left]
        for left in (True, False)
    ]
    left, right = ([meaning_of(row[at]) for at in half] for half in places)
    heads = list(row)
    if _alike(left, right) != (left, right):
        for first, second in zip(*places, strict=True):
            if meaning_of(row[first]) is None:
                heads[first] = row[second]
            elif meaning_of(row[second]) is None:
                heads[second] = row[first]
    return heads
