"""The only writer of CSV files, with a guard against formulas.

Strangers type names, for example in sign-ups, and people open CSV files in spreadsheet programs.
So every file is guarded, even those for other tools: text that a program would compute gets a
leading apostrophe. Our importers remove it.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence

# Characters that start a formula in spreadsheet programs, in narrow and wide forms.
FORMULA_SIGNS = "=+-@＝＋－＠"
FORMULA_STARTS = tuple(f"{FORMULA_SIGNS}\t\r\n")
# A program that separates lists by semicolons or tabs starts a new cell after them.
_WITHIN = re.compile(rf"((?:[;|]|(?<=\S)[\t\r\n])\s*)(?=[{FORMULA_SIGNS}])")
_GUARDED = re.compile(
    rf"(^|[;\t\r\n|]\s*)'(?=[\s\ufeff\u200b-\u200f\u2060]*[{FORMULA_SIGNS}\t\r\n])"
)

# A formula with a text: spreadsheet programs then keep leading zeros.
_TEXT = re.compile(r'="((?:[^"]|"")*)"')


def csv_of(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV with CR LF line ends, guarded against formulas."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerows(
        [guarded(value) if isinstance(value, str) else value for value in row] for row in rows
    )
    return out.getvalue()


def guarded(text: str) -> str:
    """Return text that no spreadsheet program computes: "=1+1" becomes "'=1+1"."""
    text = _WITHIN.sub(r"\1'", text)
    start = _without_invisible(text)
    if text.startswith(FORMULA_STARTS) or start.startswith(FORMULA_STARTS):
        return f"'{text}"
    return text


def unguarded(text: str) -> str:
    """Return text as it was before `guarded`, or before a program wrote it as ="007"."""
    if hit := _TEXT.fullmatch(text):
        text = hit[1].replace('""', '"')
    return _GUARDED.sub(r"\1", text) if "'" in text else text


def _without_invisible(text: str) -> str:
    """Return text from its first visible character on; programs skip invisible ones."""
    for at, letter in enumerate(text):
        if unicodedata.category(letter)[0] not in "CZ":
            return text[at:]
    return ""
