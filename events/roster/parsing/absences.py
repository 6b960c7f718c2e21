"""Players of a list who perhaps do not play: cancelled, waiting; and the end of a mail."""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

from events.roster.parsing.asides import undecorated
from events.roster.parsing.column_words import compact
from interchange.tables.column_words import SECTIONS

_ABSENT, _WAITING, _CLOSINGS = (
    frozenset(map(compact, SECTIONS[section])) for section in ("absent", "waiting", "closings")
)
# Marks that say no where other lines have a tick. A cross alone is a tick too.
_REFUSALS = frozenset("❌🚫⛔👎🙅")
_COUNT = re.compile(r"\s*[(\[]?\s*\d*\s*[)\]]?\s*$")
# "Thanks, Greg": the longest name behind a closing.
MOST_SIGNED = 3


class Away(StrEnum):
    """A mark in a list for a player who perhaps does not play."""

    ABSENT = "absent"
    WAITING = "waiting"


def away_in(text: str) -> Away | None:
    """Return what a text says where it says nothing else: "cancelled", "waiting list (3)", ❌."""
    word = compact(_COUNT.sub("", text))
    if word in _WAITING:
        return Away.WAITING
    return Away.ABSENT if word in _ABSENT or text.strip("\ufe0f ") in _REFUSALS else None


def away_rows(lines: Sequence[str], titles: Sequence[bool]) -> list[Away | None]:
    """Return for each line whether its players are away.

    "Cancelled: Ada Falk" is one line; below "Waiting list" all lines are, up to the next title.
    `titles`: the lines that are titles. A list in which nobody would play is a list of players.
    """
    away: list[Away | None] = [None] * len(lines)
    below: Away | None = None
    for at, line in enumerate(lines):
        label, colon, names = line.replace("：", ":").partition(":")
        status = away_in(undecorated(label).strip(" *_#=~-–—|;,"))
        if status is not None:
            alone = not (colon and names.strip(" ,;|\t"))
            away[at], below = status, status if alone else None
        elif titles[at]:
            below = None
        else:
            away[at] = below
    plays = any(not item and not title for item, title in zip(away, titles, strict=True))
    return away if plays else [None] * len(lines)


def signature_rows(rows: Sequence[tuple[int, str]]) -> list[bool]:
    """Return for each row whether it closes a mail: "Thanks, Greg", or "Cheers," above "Greg".

    It is at the end, below an empty line: "Best, George" may be a player.
    """
    closing = [False] * len(rows)
    for at in range(max(1, len(rows) - 2), len(rows)):
        number, line = rows[at]
        behind = len(rows) - at - 1
        alone = _is_open(line) or not any("," in row for _number, row in rows[:at])
        below = number > rows[at - 1][0] + 1 and behind <= _is_open(line)
        if below and alone and _is_closing(line):
            closing[at:] = [True] * (behind + 1)
    return closing


def _is_closing(line: str) -> bool:
    words, _comma, name = line.strip().rstrip("!.,").partition(",")
    return compact(words.rstrip("!.")) in _CLOSINGS and len(name.split()) <= MOST_SIGNED


def _is_open(line: str) -> bool:
    return len(line.strip().rstrip("!.,").split(",")) == 1


def says_away(parts: Iterable[str]) -> bool:
    """Return whether a part that was taken off a name says that the player does not play."""
    return any(away_in(part) is not None for part in parts)
