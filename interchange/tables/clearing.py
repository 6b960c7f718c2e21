"""Lines of a text without what chats, mails and documents put around them.

Numbers of lines stay those of the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

MOST = 0.8
_SIGNS = r"[\s|+:=_\-─━═┼├┤]"
_RULE = re.compile(rf"{_SIGNS}*[-=_─━═]{{3}}{_SIGNS}*|\s*\|?\s*:?-+:?\s*\|[\s|:-]*")
_FENCE = re.compile(r"\s*(?:```|~~~)\w*\s*")
_BOLD = re.compile(r"(\*\*\*?|~~)(?=\S)(.+?)(?<=\S)\1")
_CODE = re.compile(r"`([^`]+)`")
_QUOTE = re.compile(r"\s*>+ ?")
_FRAMED = re.compile(r"\s*[|│┃](.*)[|│┃]\s*")


def cleared(lines: Sequence[str]) -> list[str]:
    """Return lines without quotation signs, rules, frames and signs of bold text."""
    filled = [line for line in lines if line.strip()]
    quoted = sum(bool(_QUOTE.match(line)) for line in filled)
    if filled and quoted >= MOST * len(filled):
        lines = [_QUOTE.sub("", line, count=1) for line in lines]
    return [_cleared(line) for line in lines]


def _cleared(line: str) -> str:
    line = line.replace("\f", " ")
    if _RULE.fullmatch(line) or _FENCE.fullmatch(line):
        return ""
    if "*" in line or "~~" in line:
        line = _BOLD.sub(r"\2", line)
    if "`" in line:
        line = _CODE.sub(r"\1", line)
    framed = _FRAMED.fullmatch(line)
    return framed[1].replace("│", "|").replace("┃", "|") if framed else line
