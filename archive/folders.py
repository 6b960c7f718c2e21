"""The archives in files and folders, for the command lines: read leniently, one after the other."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

from archive.document import parse
from archive.errors import ArchiveError
from archive.loading import archive_of
from archive.values import Archive

SUFFIXES = (".json", ".jsonl", ".jsonl.gz")


class UnreadableError(Exception):
    """A file or line that is not an event archive; the text says which and why."""


def archive_files(path: Path) -> list[Path]:
    """Return a file itself, or the archive files in and under a folder, sorted by name."""
    if not path.is_dir():
        return [path]
    return sorted(
        item for item in path.rglob("*") if item.name.endswith(SUFFIXES) and item.is_file()
    )


def archives_in(path: Path) -> Iterator[tuple[str, Archive | UnreadableError]]:
    """Yield every archive of a file with its label: the path, and the line in a `.jsonl`.

    An unreadable archive is yielded as its error, and the next line follows.
    """
    try:
        if path.name.endswith(".jsonl.gz"):
            with gzip.open(path) as lines:
                yield from _by_line(path, lines)
        elif path.name.endswith(".jsonl"):
            with path.open("rb") as lines:
                yield from _by_line(path, lines)
        else:
            yield str(path), _read(str(path), path.read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        yield str(path), UnreadableError(f"{path}: {error}")


def _by_line(path: Path, lines: Iterator[bytes]) -> Iterator[tuple[str, Archive | UnreadableError]]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            label = f"{path}:{number}"
            yield label, _read(label, line)


def _read(label: str, data: bytes) -> Archive | UnreadableError:
    try:
        return archive_of(parse(data), lenient=True)
    except ArchiveError as error:
        return UnreadableError(f"{label}: {error}")
