"""The words above columns, of lists of players and of tables with rounds, in one data file.

Words are compared in their `compact` form: without accents, case, spaces and punctuation.
"""

from __future__ import annotations

import re
from pathlib import Path

from domain.names import fold


def compact(text: str) -> str:
    """Return a text as headings are compared: letters and digits alone."""
    return "".join(filter(str.isalnum, fold(text)))


def _sections() -> dict[str, list[str]]:
    text = Path(__file__).with_name("column_words.txt").read_text(encoding="utf-8")
    matched: dict[str, list[str]] = {}
    section = ""
    for line in text.splitlines():
        if re.fullmatch(r"\[[a-z0-9_ ]+\]", line):
            section = line.strip("[]")
        elif line and not line.startswith("# "):
            matched.setdefault(section, []).extend(line.split())
    return matched


SECTIONS = _sections()
