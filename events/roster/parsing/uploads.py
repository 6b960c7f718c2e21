"""The text of an uploaded list of players, in whatever encoding a program wrote it."""

import codecs
import re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# A single kanji right after a small Latin letter: an accented letter of a Western encoding that
# was read as half of a Japanese one ("Ren驛").
_WESTERN = re.compile(r"[a-z][\u3400-\u9fff](?![\u3040-\u30ff\u3400-\u9fff])")


def decode(data: bytes) -> str:
    """The text of an uploaded file: UTF-8, UTF-16 with a mark, Shift_JIS or Windows-1252."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        japanese = data.decode("cp932")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
    return data.decode("cp1252", errors="replace") if _WESTERN.search(japanese) else japanese
