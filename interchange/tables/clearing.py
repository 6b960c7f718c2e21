"""Remove the additions of chats, emails and documents from lines of a text.

Line numbers stay those of the text.
"""

import re
from collections.abc import Sequence

from interchange.texts import DASHES, with_plain_blanks
from interchange.typed.chats import without_senders

MOST = 0.8
# This many quoted lines are the list, and the rest is the mail around it.
LEAST_QUOTED = 4
_SIGNS = r"[\s|+:=_\-─━═┼├┤]"
# "-----", "|---|:-:|", "*** 3. row ***" of a database
_RULE = re.compile(
    rf"{_SIGNS}*[-=_─━═]{{3}}{_SIGNS}*|\s*\|?\s*:?-+:?\s*\|[\s|:-]*|\*{{5,}} \d+\. row \*{{5,}}"
)
_TURN = "previous|next|zurück|weiter|précédent|suivant|anterior|siguiente|前へ|次へ"
_FOOTER = re.compile(
    r"\s*[-–—]?\s*(?:page|seite|página|pagina|strona|ページ)\s*\d+.*|\s*https?://\S+\s*"
    r"|\s*(?:printed|generated|copied|exported|gedruckt|last updated|copyright|©|all rights)\b.*"
    r"|\s*©.*|\s*\d+ rows? in set\b.*"
    # "11/27/2026 9:14 PM   Page 1 of 2", and "Previous 1 2 3 Next" below a table of a web page.
    r"|.*\b(?:page|seite|página|pagina|strona)\s*\d+\s*(?:/|of|von|de|di|z)\s*\d+\s*"
    rf"|(?=.*(?:{_TURN}))(?:{_TURN}|\d|[\W_])+",
    re.I,
)
# "Showing 1 to 50 of 214 entries", in any language: a page of a longer table.
_EXTRACT = re.compile(
    r"\s*\D{0,30}\b1\s*(?:to|bis|à|a|al|do|〜|～|-|–)\s*\d{1,5}\s*(?:of|von|sur|de|di|van|z|/)\s*"
    r"(?P<count>\d{1,5})(?:\s+[^\W\d_]+){0,2}\.?\s*",
    re.I,
)
# "8 players", "(24 rows)", "Players: 8": the file's own count.
_COUNTED = (
    r"(?:players?|rows?|entries|entrants|participants?|spieler(?:innen)?|teilnehmer(?:innen)?|joueurs"
    r"|jugadores|jogadores|giocatori|spelers|zawodników|名|人)"
)
COUNT = re.compile(
    rf"\s*\(?(?:total:?\s*)?(?P<count>\d{{1,5}})\s*{_COUNTED}\)?\.?\s*"
    rf"|\s*(?:total\s+)?(?:{_COUNTED}|tables|matches|tische|mesas)\s*:\s*(?P<behind>\d{{1,5}})\s*",
    re.I,
)
# "[Ada Quill](https://…)"
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_DASHED = re.compile(rf"(?<=\d)(\s*)[{DASHES}－](\s*)(?=\d)")
# "Jean—Luc": a dash inside a word is a hyphen.
_HYPHEN = re.compile(rf"(?<=[^\W\d_])[{DASHES}](?=[^\W\d_])")
_FENCE = re.compile(r"\s*(?:```|~~~)\w*\s*")
_BOLD = re.compile(r"(\*\*\*?|~~)(?=\S)(.+?)(?<=\S)\1")
# "*** Bye ***": the columns of a print must not move.
_RULED = re.compile(r"\*{3} ?[^\W\d_]{2,12} ?\*{3}")
_ITALIC = re.compile(r"(?<!\S)[*_](?=\S)([^*_]+?)(?<=\S)[*_](?!\S)")
_CODE = re.compile(r"`([^`]+)`")
# "2x1", "2 x 1": games as Brazilians write them.
_TIMES = re.compile(r"(?<=[\s(])(\d)\s?[x×]\s?(\d)(?=[\s),.]|$)")
# "Ada ........ 9": a dotted leader.
_LEADERS = re.compile(r"\s*(?:\.[ \t]?){4,}\s*")
_SHORT_LEADER = re.compile(r"(?<=\S)\s+(?:\.{3}|…)\s+(?=\d)")
_MEDALS = {"🥇": "1. ", "🥈": "2. ", "🥉": "3. "}
# "4️⃣": a digit on a key.
_KEY = re.compile("^(\\s*)([0-9])\ufe0f?\u20e3\\s*")
# "2：1": games with a wide colon.
_WIDE_COLON = re.compile(r"(?<=\d)\s*：\s*(?=\d)")
# "- [x] Ada Quill beat Ben Rook"
_CHECKED = re.compile(r"^\s*[-*•]?\s*\[[ xX✓✔]\]\s+(?=\S)")
_QUOTE = re.compile(r"\s*>+ ?")
_FRAMED = re.compile(r"\s*\|(.*)\|\s*")
# Vertical bars other than the common one.
_BARS = str.maketrans("│┃¦", "|||")


def is_footer(text: str) -> bool:
    """Return whether programs print a line like this below the rows of a page."""
    return bool(_FOOTER.fullmatch(text)) or count_in(text) is not None


def count_in(text: str) -> int | None:
    """Return the number of rows that a footer announces; None if it announces none."""
    hit = COUNT.fullmatch(text) or _EXTRACT.fullmatch(text)
    return int(next(filter(None, hit.groups()))) if hit else None


def cleared(lines: Sequence[str]) -> list[str]:
    """Return lines without quotation signs, rules, frames and marks of bold text."""
    filled = [line for line in lines if line.strip()]
    quoted = sum(bool(_QUOTE.match(line)) for line in filled)
    if filled and quoted >= min(LEAST_QUOTED, MOST * len(filled)):
        lines = [_QUOTE.sub("", line, count=1) for line in lines]
    return [_cleared(line) for line in without_senders(lines)]


def without_markup(line: str) -> str:
    """Reduce links to their text, and double bars between headings to single ones."""
    if "](" in line:
        line = _LINK.sub(r"\1", line)
    if line.startswith("||") and line.rstrip().endswith("||"):
        line = line.replace("||", "|")
    return line


def _cleared(line: str) -> str:
    line = _DASHED.sub(r"\1-\2", with_plain_blanks(line).replace("\f", " "))
    line = _HYPHEN.sub("-", _CHECKED.sub("", line))
    line = _LEADERS.sub("  ", _SHORT_LEADER.sub(" - ", line))
    for medal, place in _MEDALS.items():
        line = line.replace(medal, place)
    line = _WIDE_COLON.sub(":", _KEY.sub(r"\1\2. ", line.replace("🔟", "10. ")))
    if _RULE.fullmatch(line) or _FENCE.fullmatch(line):
        return ""
    line = _RULED.sub(lambda hit: hit[0].replace("*", " "), line)
    if "*" in line or "~~" in line:
        line = _BOLD.sub(r"\2", line)
    line = _TIMES.sub(r"\1-\2", _ITALIC.sub(r"\1", line))
    line = without_markup(line)
    if "`" in line:
        line = _CODE.sub(r"\1", line)
    line = line.translate(_BARS)
    framed = _FRAMED.fullmatch(line)
    return framed[1] if framed else line
