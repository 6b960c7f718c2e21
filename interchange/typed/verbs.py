"""The words between two players that name the winner, in many languages, possibly with games."""

import re
from pathlib import Path

from interchange.tables.column_words import sections_in

HALF = r"(?:½|1/2|0[.,]5)"
GAMES = (
    r"(?:\d{1,2}\s*[-:–]\s*\d{1,2}(?:\s*[-:–]\s*\d{1,2})?"
    rf"|{HALF}\s*[-:–]\s*{HALF}|\d{{1,2}}\s+(?:to|a|à|zu|na)\s+\d{{1,2}})"
)
_PHRASES = sections_in(Path(__file__).with_name("verbs.txt"))


def _between(meaning: str) -> str:
    """Return a pattern for the phrases of a meaning, the longest first, possibly with games."""
    gap = rf"(?:\s+{GAMES})?\s+"
    phrases = sorted(_PHRASES[meaning], key=len, reverse=True)
    return "|".join(gap.join(map(re.escape, phrase.split("_"))) for phrase in phrases)


WON = rf"(?:{_between('won')}|over(?=.*{GAMES})|>+(?=.*{GAMES}))(?:\s+{GAMES})?"
DREW = rf"(?:{_between('drew')}|(?:=|et|und|y|e|and)(?=.*\b{GAMES}))(?:\s+{GAMES})?"
LOST = rf"(?:{_between('lost')})(?:\s+{GAMES})?"
