"""Words for columns and for results, each kind in its own data file.

Words are compared in their `compact` form: without accents, case, spaces and punctuation.
"""

import re
from pathlib import Path

from domain.names import fold


def compact(text: str) -> str:
    """Return the form of a text in which headings are compared: only letters and digits."""
    return "".join(filter(str.isalnum, fold(text)))


def sections_in(file: Path) -> dict[str, list[str]]:
    """Return the words of a data file by section."""
    text = file.read_text(encoding="utf-8")
    matched: dict[str, list[str]] = {}
    section = ""
    for line in text.splitlines():
        if re.fullmatch(r"\[[a-z0-9_ ]+\]", line):
            section = line.strip("[]")
        elif line and not line.startswith("# "):
            matched.setdefault(section, []).extend(line.split())
    return matched


_HERE = Path(__file__)
SECTIONS = sections_in(_HERE.with_name("column_words.txt"))
# By meaning; a sign that comparison would remove stays unchanged.
RESULT_WORDS = {
    meaning: frozenset(compact(word) or word for word in words)
    for meaning, words in sections_in(_HERE.with_name("result_words.txt")).items()
}
