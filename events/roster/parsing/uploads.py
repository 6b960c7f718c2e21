"""The text of an uploaded list of players, in whatever encoding a program wrote it."""

import codecs
import re

from interchange.importing import OLD_WORKBOOK, PACKED, source_of
from interchange.workbooks import workbook_rows

_SAMPLE = 4_000
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# A single kanji right after a small Latin letter: an accented letter of a Western encoding that
# was read as half of a Japanese one ("Ren驛").
_WESTERN = re.compile(r"[a-z][\u3400-\u9fff](?![\u3040-\u30ff\u3400-\u9fff])")


def text_of_file(data: bytes) -> str:
    """Return an uploaded list as text: the sheets of a workbook as lines with tabs.

    Raises ForeignError for a file that is neither text nor a workbook.
    """
    if data.startswith(PACKED):
        return "\n\n".join(
            "\n".join("\t".join(row).rstrip() for row in rows) for _, rows in workbook_rows(data)
        )
    if data.startswith((OLD_WORKBOOK, b"%PDF-")) or b"\x00" in data[:_SAMPLE]:
        return source_of(data).text
    return decode(data)


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
