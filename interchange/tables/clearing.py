"""Lines of a text without what chats, mails and documents put around them.

Numbers of lines stay those of the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from interchange.texts import visible

MOST = 0.8
_SIGNS = r"[\s|+:=_\-─━═┼├┤]"
_RULE = re.compile(rf"{_SIGNS}*[-=_─━═]{{3}}{_SIGNS}*|\s*\|?\s*:?-+:?\s*\|[\s|:-]*")
_FOOTER = re.compile(
    r"\s*[-–—]?\s*(?:page|seite|página|pagina|strona|ページ)\s*\d+.*|\s*https?://\S+\s*"
    r"|\s*(?:printed|generated|copied|gedruckt|last updated)\b.*",
    re.I,
)
# "8 players", "(24 rows)": how many there are, by the file's own word.
COUNT = re.compile(
    r"\s*\(?(?:total:?\s*)?(?P<count>\d{1,5})\s*"
    r"(?:players?|rows?|entries|entrants|participants?|spieler(?:innen)?|teilnehmer(?:innen)?|joueurs"
    r"|jugadores|jogadores|giocatori|spelers|zawodników|名|人)\)?\.?\s*",
    re.I,
)
_DASHED = re.compile(r"(?<=\d)(\s*)[‐‑‒–—−](\s*)(?=\d)")
_FENCE = re.compile(r"\s*(?:```|~~~)\w*\s*")
_BOLD = re.compile(r"(\*\*\*?|~~)(?=\S)(.+?)(?<=\S)\1")
_CODE = re.compile(r"`([^`]+)`")
# "Ada ........ 9": dots that lead to a figure.
_LEADERS = re.compile(r"\s*(?:\.[ \t]?){4,}\s*")
_MEDALS = {"🥇": "1. ", "🥈": "2. ", "🥉": "3. "}
_QUOTE = re.compile(r"\s*>+ ?")
_FRAMED = re.compile(r"\s*[|│┃](.*)[|│┃]\s*")


def is_footer(text: str) -> bool:
    """Whether a line is what programs print below the rows of a page."""
    return bool(_FOOTER.fullmatch(text) or COUNT.fullmatch(text))


def cleared(lines: Sequence[str]) -> list[str]:
    """Return lines without quotation signs, rules, frames and signs of bold text."""
    filled = [line for line in lines if line.strip()]
    quoted = sum(bool(_QUOTE.match(line)) for line in filled)
    if filled and quoted >= MOST * len(filled):
        lines = [_QUOTE.sub("", line, count=1) for line in lines]
    return [_cleared(line) for line in lines]


def _cleared(line: str) -> str:
    line = _DASHED.sub(r"\1-\2", visible(line).replace("\f", " "))
    line = _LEADERS.sub("  ", line)
    for medal, place in _MEDALS.items():
        line = line.replace(medal, place)
    if _RULE.fullmatch(line) or _FENCE.fullmatch(line):
        return ""
    if "*" in line or "~~" in line:
        line = _BOLD.sub(r"\2", line)
    if "`" in line:
        line = _CODE.sub(r"\1", line)
    framed = _FRAMED.fullmatch(line)
    return framed[1].replace("│", "|").replace("┃", "|") if framed else line
