"""Pairings that write the given and the family name of each side in columns of their own."""

import re
from collections.abc import Sequence

from interchange.tables.headings import meaning_of
from interchange.workbooks import Rows

# Headings are among the first rows of a sheet.
MOST_ABOVE = 20
_SIDES = {"1": "first", "a": "first", "2": "second", "b": "second"}
_PARTS = ("first name", "last name")
_GAP = re.compile(r"[\s_.-]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[^\W\d_])(?=\d)")


def with_whole_names(rows: Rows) -> Rows:
    """Return rows in which each side has one cell for its name, where two had a part each."""
    for at, row in enumerate(rows[:MOST_ABOVE]):
        parts = {part: place for place, cell in enumerate(row) if (part := _part_of(cell))}
        sides = [side for side in ("first", "second") if all((side, p) in parts for p in _PARTS)]
        if len(sides) == 2:
            places = {parts[side, "first name"]: parts[side, "last name"] for side in sides}
            heads = list(row)
            for side, number in zip(sides, "12", strict=True):
                heads[parts[side, "first name"]] = f"Player {number}"
                heads[parts[side, "last name"]] = ""
            return [*rows[:at], heads, *(_joined(below, places) for below in rows[at + 1 :])]
    return rows


def _part_of(heading: str) -> tuple[str, str] | None:
    """Return side and part of a name that a heading means: "Player 1 First Name", "Vorname B"."""
    words = _GAP.split(heading.strip())
    for at in range(1, len(words)):
        before, behind = " ".join(words[:at]), " ".join(words[at:])
        for side, part in ((before, behind), (behind, before)):
            meant = _SIDES.get(side.casefold()) or meaning_of(side)
            name = meaning_of(part)
            if (
                meant in ("first", "second")
                and name in _PARTS
                and re.search(r"\d|\b[ab]$", side, re.I)
            ):
                return meant, name
    return None


def _joined(row: Sequence[str], places: dict[int, int]) -> list[str]:
    cells = list(row)
    for given, family in places.items():
        if max(given, family) < len(cells):
            cells[given] = f"{cells[given]} {cells[family]}".strip()
            cells[family] = ""
    return cells
