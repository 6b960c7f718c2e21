"""Names in cells: cleared of additions by pages, and joined from several columns."""

import re
from collections.abc import Iterable, Sequence

from interchange.tables.headings import meaning_of
from interchange.workbooks import Rows

# Headings are among the first rows of a sheet.
MOST_ABOVE = 20
_PARTED = re.compile(r"[^\d,]+,\s*[^\d,]+")
_SIDES = {"1": "first", "a": "first", "2": "second", "b": "second"}
_PARTS = ("first name", "last name")
_GAP = re.compile(r"[\s_.-]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[^\W\d_])(?=\d)")
_PRONOUNS = re.compile(
    r"\s+\(?(?:he|she|they|it|any|ze|xe)(?:\s*/\s*(?:him|her|hers|his|them|theirs|they|she|he|any|all"
    r"|its))+\)?$",
    re.I,
)
_STANDING = re.compile(
    r"\s*[(\[](?:\d{1,2}(?:[.,]\d|½)?|\d{1,3}(?:\s*[-/]\s*\d{1,3}){1,2}(?:\s*\(\d{1,3}\))?"
    r"|\d{1,3}\s*(?:pts?|points?))[)\]]$|\s+\d{1,3}\s*(?:pts?|points?)$"
    r"|^[(\[]\d{1,2}(?:[.,]\d|½)?[)\]]\s+",
    re.I,
)


# Flags and pictures before or after a name.
_PICTURE = (
    r"[\U0001F1E6-\U0001F1FF\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F\u200D\U000E0020-\U000E007F]"
)
_PICTURES = re.compile(rf"^\s*{_PICTURE}+\s*|\s*{_PICTURE}+\s*$")
# AetherHub writes the points inside the name: "Ada (6 Points) Quill".
_POINTS_WITHIN = re.compile(r"\s*\(\d{1,3}\s*points?\)\s*", re.I)


def bare_name(text: str) -> str:
    """Return a name without the record, the points or the pronouns that a page appends."""
    text = _PICTURES.sub("", text).strip().removeprefix("@") or text
    text = _POINTS_WITHIN.sub(" ", text).strip() or text
    name = re.sub(r"\s{2,}vs?\.?$|^vs\.?\s+", "", text, flags=re.I)
    while (shorter := _STANDING.sub("", _PRONOUNS.sub("", name))) != name:
        name = shorter
    return name.strip() or text


def with_whole_names(rows: Rows) -> Rows:
    """Join two columns of name parts into one column for each side."""
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
    """Return side and name part that a heading means: "Player 1 First Name", "Vorname B"."""
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


def mostly_family_first(names: Iterable[str]) -> bool:
    """Return whether most of these names are written like "Quill, Ada"."""
    bare = [*map(bare_name, names)]
    parted = sum(bool(_PARTED.fullmatch(name)) for name in bare)
    return parted * 10 > len(bare) * 8


def turned_name(name: str) -> str:
    """Return "Quill, Ada" as "Ada Quill"."""
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if comma and given.strip() else name
