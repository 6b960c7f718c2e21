"""The text of an uploaded list of players, in whatever encoding a program wrote it."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from events.web.heavy import run
from interchange.encodings import guessed, text_in
from interchange.importing import PACKED, source_of
from interchange.refused import OLD_WORKBOOK
from interchange.texts import settled
from interchange.web_pages import begins_page, page_rows
from interchange.workbooks import all_rows

_SAMPLE = 4_000


@dataclass(frozen=True, slots=True)
class OldFile:
    """A text file that says nothing about its encoding, and the encoding in which it is read."""

    content: bytes
    encoding: str

    @property
    def text(self) -> str:
        """The text as it is read, as forms hold it."""
        return _as_field(text_in(self.content, self.encoding))

    def reread(self, typed: str, encoding: str) -> str:
        """Return its text in another encoding; lines that a person changed stay as typed.

        Raises TooMuchError for lists that take too long to compare.
        """
        return run(_reread, self, typed, encoding)


def _reread(file: OldFile, typed: str, encoding: str) -> str:
    old, new = file.text.split("\n"), OldFile(file.content, encoding).text.split("\n")
    return "\n".join(_merged(old, new, _as_field(typed).split("\n")))


def upload_of(data: bytes) -> str | OldFile:
    """Return an uploaded list as text: the rows of a workbook or web page as lines with tabs.

    A file whose encoding is a guess is an OldFile. Raises ForeignError for a file that is neither
    text nor a workbook, TooMuchError for one that takes too long to read.
    """
    if data.startswith(PACKED):
        sheets = run(all_rows, data)
        return "\n\n".join("\n".join("\t".join(row).rstrip() for row in rows) for _, rows in sheets)
    if data.startswith((OLD_WORKBOOK, b"%PDF-")) or b"\x00" in data[:_SAMPLE]:
        return source_of(data).text
    sure = settled(data)
    encoding = sure or guessed(data)
    text = text_in(data, encoding)
    if (rows := run(page_rows, text) if begins_page(text) else None) is not None:
        return "\n".join("\t".join(row) for row in rows)
    return text if sure else OldFile(data, encoding)


def _as_field(text: str) -> str:
    return text.replace("\x00", "").replace("\r\n", "\n").replace("\r", "\n")


def _merged(old: list[str], new: list[str], typed: list[str]) -> Iterator[str]:
    """Yield the typed lines, those that are as in the old text from the new text."""
    if len(old) != len(new):
        yield from new
    elif len(old) == len(typed):
        for was, line, now in zip(old, new, typed, strict=True):
            yield line if was == now else now
    else:
        for _kind, first, last, start, end in SequenceMatcher(None, old, typed).get_opcodes():
            is_same = old[first:last] == typed[start:end]
            yield from new[first:last] if is_same else typed[start:end]
