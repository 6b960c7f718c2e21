"""Titles that name a round, in the languages of `column_words.txt`."""

import re

from domain.names import fold
from interchange.tables.column_words import SECTIONS

_WORDS = sorted(map(fold, SECTIONS["table round"]), key=len, reverse=True)
_BEFORE = "|".join(_WORDS)
# "3rd" is not a round.
_BEHIND = "|".join(word for word in _WORDS if word not in ("rd", "rnd"))
# "Round 3", "Ronda nº 3"; "3. forduló", "第3回戦".
_ROUND_LINE = re.compile(
    rf"\b(?:{_BEFORE})\s*(?:[:#]|no\.?|nr\.?)?\s*(\d{{1,2}})\b"
    rf"|(?:第\s*|\b)(\d{{1,2}})\s*[.ªº]?\s*(?:{_BEHIND})(?![a-zа-я])"
)
# "R3", "Rd. 3:"
_ROUND_SHORT = re.compile(r"\W*(?:r|rd|rnd)\.?\s*(\d{1,2})\W*", re.I)


def round_alone(text: str) -> int | None:
    """Return the round if the text says nothing else: "Round: 4"."""
    return round_in(text) if _ROUND_LINE.fullmatch(fold(text.strip())) else None


def round_in(text: str) -> int | None:
    """Return the round that a title names; None if it names none."""
    hit = _ROUND_LINE.search(fold(text)) or _ROUND_SHORT.fullmatch(text)
    return int(hit[1] or hit[hit.lastindex or 1]) if hit else None
