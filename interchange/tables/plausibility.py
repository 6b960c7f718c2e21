"""Check whether the content of a cell or a column fits the meaning that a reader gave it."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from enum import StrEnum

from interchange.tables.column_words import RESULT_WORDS, compact
from interchange.tables.headings import is_heading
from interchange.texts import DASHES, folded

# The most words and characters of a name; longer text is a sentence.
MOST_WORDS, MOST_SIGNS = 8, 80
# A table with a larger share of nameless rows is not the expected table.
FEW, MANY = 0.1, 0.34

_NOTHING = re.compile(r"[-–—−_.\s]*")
_WHOLE = re.compile(r"#?\d{1,9}(?:[.)]|st|nd|rd|th)?")
_NUMBER = re.compile(r"[(\[]?[+-]?\d{0,9}[.,]\d{1,25}[)\]]?|\d{1,6}½|½")
# "9 pts", "9 P.": a figure with its unit.
_MEASURE = re.compile(
    r"\d{1,4}\s*(?:p|pts?|points?|match ?points?|pkte?|punkte?|puntos?|pontos?|punt[io]|punten"
    r"|点|分|점)\.?",
    re.I,
)
_SHARE = re.compile(r"\d{1,3}(?:[.,]\d{1,25})?\s*%")
_RECORD = re.compile(r"[(\[]?\d{1,3}\s*[-/–:]\s*\d{1,3}(?:\s*[-/–:]\s*\d{1,3})?[)\]]?")
_ORDINAL = re.compile(r"\d{1,4}(?:st|nd|rd|th|er|[eè](?:me)?|[ºª°])", re.I)
_BEGINS_WITH_NUMBER = re.compile(r"\d+[.)]?\s+\S")
_MAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
# Characters of code, markup and addresses, which names do not contain.
_NO_NAME = re.compile(
    rf"[{{}}<>|;=$\\`*½]|://|\bwww\.|^[-{DASHES}#@&/\[(•·]|\s·\s|%|:\s|\d\s*-\s*\d"
    r"|[\u2190-\u21ff\u2794-\u27be\u2b05-\u2b07]|\d\s+\S{1,3}\s+\d|#{3}"
    r"|[(\[][^()\[\]]*\d\W+[^\W\d][^()\[\]]*[)\]]|\d[./-]\d{1,2}[./-]\d{2,4}"
)

# "Hanna Lindq…": a truncated name.
_CUT = re.compile(r"[^\W\d_]\s?(?:\.{3}|…)$")

# "Ada Quill (W)", "Ada Quill False": results of a match; "Quill, Ada (3) -": the rest of a line; a
# tab is the end of a cell.
_MARKED = re.compile(
    rf"[(\[](?:[WLD]|[Ww]in|[Ll]oss|[Ww]on|[Ll]ost)[)\]]$|\s[{DASHES}]$|\s(?i:true|false)$|\t"
)

NOBODY = RESULT_WORDS["bye"] | RESULT_WORDS["nobody"]


def is_nobody(name: str) -> bool:
    """Return whether a cell for a name is empty or has a word for a bye."""
    return not folded(name) or compact(name) in NOBODY


def is_sign(name: str) -> bool:
    """Whether the place of a name has a sign alone, such as a check of the column beside it."""
    return not folded(name) and content_of(name) is not Content.EMPTY


class Content(StrEnum):
    """Kind of the content of a cell."""

    EMPTY = "empty"
    WHOLE = "whole number"
    NUMBER = "number"
    SHARE = "percentage"
    RECORD = "record"
    MAIL = "mail"
    NAME = "name"
    TEXT = "text"


def _narrow(text: str) -> str:
    """Return a text in narrow letters, with "½" for one half."""
    return unicodedata.normalize("NFKC", text).replace("1⁄2", "½").strip()


def content_of(text: str) -> Content:
    """Return the kind of a cell's content."""
    plain = _narrow(text)
    if _NOTHING.fullmatch(plain):
        return Content.EMPTY
    for pattern, content in (
        (_WHOLE, Content.WHOLE),
        (_MEASURE, Content.WHOLE),
        (_SHARE, Content.SHARE),
        (_RECORD, Content.RECORD),
        (_NUMBER, Content.NUMBER),
        (_MAIL, Content.MAIL),
    ):
        if pattern.fullmatch(plain):
            return content
    return Content.NAME if is_plausible_name(plain) else Content.TEXT


def is_plausible_name(text: str) -> bool:
    """Return whether a text can be the name of a player or a team.

    Figures, percentages, records, addresses, headings, sentences, lines of code and text cut off
    with dots are not names. Names may have one letter, signs of any script, and some digits
    ("Player 12").
    """
    plain = _narrow(text)
    letters = sum(sign.isalpha() for sign in plain)
    digits = sum(sign.isdigit() for sign in plain)
    if not letters or digits > letters * 2 or len(plain) > MOST_SIGNS:
        return False
    words = plain.split()
    if len(words) > MOST_WORDS or (len(words) > 4 and plain[-1] in ".!?:"):
        return False
    if any(pattern.search(plain) for pattern in (_NO_NAME, _CUT)):
        return False
    if any(pattern.fullmatch(plain) for pattern in (_MAIL, _MEASURE, _ORDINAL)):
        return False
    return not is_heading(plain)


def share_of(cells: Iterable[str], *wanted: Content) -> float:
    """Return the share of cells of these kinds among those that are not empty; 0 without any."""
    kinds = [content_of(cell) for cell in cells]
    filled = [kind for kind in kinds if kind is not Content.EMPTY]
    return sum(kind in wanted for kind in filled) / len(filled) if filled else 0.0


def is_marked(name: str) -> bool:
    """Return whether more than a name is in a cell: its result, or a dash behind it."""
    return bool(_MARKED.search(name.strip()))


def numbered(names: Sequence[str]) -> list[str]:
    """Return the names that begin with a number, if most of several do: it is not part of them."""
    begun = [name for name in names if _BEGINS_WITH_NUMBER.match(name)]
    return begun if len(begun) * 2 > len(names) > 2 else []
