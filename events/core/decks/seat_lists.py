"""The lists of a team: one for each seat, stored as one text with a line before each.

The line is a comment for every program that reads lists: "// Seat A". The game format of the event
can name one format for each seat: "Standard / Pioneer / Modern".
"""

import re
from collections.abc import Mapping

_HEAD = re.compile(r"//\s*Seat ([A-Z])\b.*")
_PARTS = re.compile(r"\s*[/,、／]\s*")


def formats_by_seat(game_format: str, seats: str) -> dict[str, str]:
    """Return the game format of each seat: the event's, unless it names one for each seat."""
    parts = [part for part in _PARTS.split(game_format.strip()) if part]
    if len(parts) != len(seats):
        parts = [game_format] * len(seats)
    return dict(zip(seats, parts, strict=True))


def lists_by_seat(text: str, seats: str) -> dict[str, str]:
    """Return the list of each seat; lines before the first seat's name belong to the first seat."""
    lines: dict[str, list[str]] = {seat: [] for seat in seats}
    seat = seats[0]
    for line in text.splitlines():
        head = _HEAD.fullmatch(line.strip())
        if head and head[1] in lines:
            seat = head[1]
        else:
            lines[seat].append(line)
    return {seat: "\n".join(listed).strip() for seat, listed in lines.items()}


def joined_lists(lists: Mapping[str, str]) -> str:
    """Return the lists of a team as one text; "" where no seat has one."""
    typed = {seat: text.strip() for seat, text in lists.items()}
    return "\n\n".join(f"// Seat {seat}\n{text}" for seat, text in typed.items() if text)


def typed_lists(fields: Mapping[str, str], seats: str) -> str | None:
    """Return the list that a form sent: `text`, or for a team the lists of its seats, joined.

    None if the form has no list.
    """
    if not any(list_field(seat) in fields for seat in seats):
        return fields.get("text")
    return joined_lists({seat: fields.get(list_field(seat), "") for seat in seats})


def list_field(seat: str) -> str:
    """Return the name of the form's field for the list of a seat."""
    return f"text_{seat.lower()}"
