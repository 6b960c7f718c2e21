"""One picture of the report: its conclusion, its shapes, and the table of its values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from domain.names import text_width

# Width of every picture; its text has at least 12 pixels on a phone of 390.
WIDTH = 380


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as its template draws it: the one named `drawing`, else the one named `code`.

    `title` is its conclusion, `note` explains the drawing. `shapes` are places and lengths in units
    of which WIDTH are across. `heads` and `rows` are the same values as a table, for readers who do
    not see the picture.
    """

    code: str
    title: str
    note: str
    height: int
    shapes: Mapping[str, Any]
    heads: Sequence[str]
    rows: Sequence[Sequence[object]] = field(default_factory=list)
    drawing: str = ""

    @property
    def template(self) -> str:
        """The template that draws it."""
        return f"report/pictures/{self.drawing or self.code}.html"

    @property
    def labelled_rows(self) -> list[list[tuple[str, object]]]:
        """The rows with the head of its column next to each value, as phones show them."""
        return [list(zip(self.heads, row, strict=True)) for row in self.rows]

    @property
    def width(self) -> int:
        """How many units it is across."""
        return WIDTH


def short_title(number: int, bracket_players: int | None) -> str:
    """Name a round in few letters: "R3", in a bracket "Ro16", "QF", "SF", "F"."""
    if bracket_players is None:
        return _("R%(number)d") % {"number": number}
    named = {8: _("QF"), 4: _("SF"), 2: _("F")}
    return named.get(bracket_players) or _("Ro%(players)d") % {"players": bracket_players}


def in_lines(text: str, width: int) -> list[str]:
    """Break a name into at most two lines of about `width` narrow letters, at a space if any.

    A second line that is still too long ends with an ellipsis: the table has the whole name.
    """
    if text_width(text) <= width:
        return [text]
    words = text.split(" ")
    first = words[0]
    while len(words) > 1 and text_width(f"{first} {words[1]}") <= width:
        first = f"{first} {words.pop(1)}"
    rest = " ".join(words[1:])
    if text_width(first) > width:
        first, rest = _cut(first, width)
    if text_width(rest) > width:
        rest = _cut(rest, width - 1)[0] + "\N{HORIZONTAL ELLIPSIS}"
    return [first, rest] if rest else [first]


def _cut(text: str, width: int) -> tuple[str, str]:
    used = 0
    for at, letter in enumerate(text):
        used += text_width(letter)
        if used > width:
            return text[:at], text[at:]
    return text, ""
