"""Decode bytes to text in the encodings that other tools write."""

import codecs
import re
import unicodedata

from archive.errors import _
from interchange.encodings import guessed, is_escaped_japanese, text_in
from interchange.values import ForeignError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
# Zero-width characters, and those that change the writing direction.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_BLANKS = re.compile("[\u00a0\u2000-\u200a\u202f\u205f]")
# A line break within a cell, until it is known what is below it.
BREAK = "\u2028"
# Other signs that people and programs write for a hyphen, for a class of an expression.
DASHES = "‐‑‒–—−"
# Characters that a comparison ignores: \w is every letter and digit, and the low line.
_NOT_COMPARED = re.compile(r"[^\w%]+|_+")


def decoded(data: bytes) -> str:
    """Decode a file in whichever common encoding it has.

    Zero-width characters are removed, because they would hide a tag or a number. Raises
    ForeignError for bytes that are not text.
    """
    encoding = settled(data)
    text = text_in(data, guessed(data)) if encoding is None else _as(data, encoding)
    return _INVISIBLE.sub("", text)


def settled(data: bytes) -> str | None:
    """Return the encoding of a file; None if it can only be guessed.

    A byte order mark decides, then valid UTF-8, then the declaration of an XML file. Raises
    ForeignError for bytes that are not text.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    sample = data[:4000]
    if b"\x00" in sample:
        return _wide(sample)
    if is_escaped_japanese(data):
        return "iso2022_jp_ext"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return _declared(data)
    return "utf-8"


def clean(text: str) -> str:
    """Return one line of text as stored in a name or title: no control characters, single gaps."""
    return " ".join(_INVISIBLE.sub("", _CONTROL.sub(" ", text)).split())


def clean_cell(text: str) -> str:
    """Return the lines of a cell, each clean, with `BREAK` between them."""
    return BREAK.join(filter(None, map(clean, text.splitlines())))


def with_plain_blanks(text: str) -> str:
    """Return text with plain blanks instead of blanks of other widths."""
    return _BLANKS.sub(" ", text)


def folded(text: str) -> str:
    """Return a text for comparison, without differences in width, case, signs and gaps."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return _NOT_COMPARED.sub("", plain)


def _wide(sample: bytes) -> str:
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) < len(sample) // 10:
        raise ForeignError(_("This file is not text, and its format is not supported."))
    return "utf-16-be" if even > odd else "utf-16-le"


def _declared(data: bytes) -> str | None:
    hit = _DECLARED.match(data)
    if hit is None:
        return None
    try:
        name = codecs.lookup(hit[1].decode("ascii")).name
        data.decode(name)
    except (LookupError, UnicodeError):
        return None
    return None if name.startswith("utf-16") else name


def _as(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ForeignError(
            _("The text is not valid %(encoding)s from byte %(position)d on."),
            encoding=encoding,
            position=error.start,
        ) from error
