"""The copy on the second laptop's disk, complete at every moment, even after a power failure.

Changed pages are first written to a separate file and synced, then to the copy. If that file is
found later, its pages are written again, which is safe even if some are already in the copy.
"""

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO

from events.core.private_files import only_owner_opens, sync_folder, write_whole
from events.hosting.standby.page_changes import (
    HEAD_BYTES,
    Change,
    Hashes,
    hash_page,
    hash_pages,
    page_size_of,
)

DATABASE = "matchslip.sqlite3"
ABOUT = "copy.json"
CHANGES = "changes"


@dataclass(frozen=True)
class About:
    """Origin of a copy: the desk's address, the state, and the time, by the desk's clock."""

    desk: str
    state: str = ""
    as_of: float = 0.0


class CopyError(Exception):
    """A copy cannot be used; says why."""


class Copy:
    """A copy of a database in a folder of its own, from which it can be served."""

    def __init__(self, folder: Path, desk: str = "") -> None:
        """Open the copy in a folder, created if needed; finish an interrupted change."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        self.database = folder / DATABASE
        self.about = self._read_about(desk)
        self._hashes: Hashes | None = None
        self._finish()

    def take(self, change: Change, slices: Iterable[bytes]) -> bool:
        """Update the copy to the desk's state; return False if it needs the whole database.

        `slices` are the change's bytes in order, each of whole pages: only one slice at a time is
        in memory.
        """
        if change.since and change.since != self.about.state:
            return False
        if not change.since or change.pages or change.state != change.since:
            hashes = self._hashes_with(change) if change.since else Hashes().resized(change.total)
            pages = _numbered(change, slices)
            if change.since:
                fits = self._keep_changes(change, hashes, pages)
            else:
                fits = self._take_all(change, hashes, pages)
            if not fits:
                return False
            self._hashes = hashes
        self._keep_about(replace(self.about, state=change.state, as_of=change.as_of))
        return True

    def check(self) -> None:
        """Raise CopyError unless there is a copy that SQLite finds intact."""
        if not self.about.state or not self.database.exists():
            raise CopyError(f"There is no copy in {self.folder}: it never was complete.")
        with contextlib.closing(sqlite3.connect(self.database)) as copy:
            findings = [str(row[0]) for row in copy.execute("PRAGMA integrity_check(3)")]
        if findings != ["ok"]:
            raise CopyError(f"The copy is damaged: {'; '.join(findings)}")

    def _hashes_with(self, change: Change) -> Hashes:
        if self._hashes is None:
            self._hashes = Hashes()
            if self.database.exists():
                with self.database.open("rb") as image:
                    page_size = page_size_of(image.read(HEAD_BYTES))
                    self._hashes = hash_pages(image, page_size)
        return self._hashes.resized(change.total)

    def _take_all(self, change: Change, hashes: Hashes, pages: Iterator[tuple[int, bytes]]) -> bool:
        whole = self.folder / f".{DATABASE}.new"
        with _private(whole) as handle:
            if not _write_pages(handle, change, hashes, pages):
                whole.unlink()
                return False
        for rest in ("-wal", "-shm"):
            self.database.with_name(DATABASE + rest).unlink(missing_ok=True)
        whole.replace(self.database)
        sync_folder(self.folder)
        return True

    def _keep_changes(
        self, change: Change, hashes: Hashes, pages: Iterator[tuple[int, bytes]]
    ) -> bool:
        head = json.dumps({"pages": change.pages, "size": change.page_size, "total": change.total})
        half = self.folder / f".{CHANGES}.half"
        with _private(half) as handle:
            handle.write(head.encode() + b"\n")
            if not _write_pages(handle, change, hashes, pages):
                half.unlink()
                return False
        half.replace(self.folder / CHANGES)
        sync_folder(self.folder)
        self._finish()
        return True

    def _finish(self) -> None:
        """Write the waiting pages to the copy."""
        waiting = self.folder / CHANGES
        if not waiting.exists():
            return
        with waiting.open("rb") as changes, self.database.open("r+b") as handle:
            head = json.loads(changes.readline())
            size = int(head["size"])
            for number in head["pages"]:
                handle.seek(number * size)
                handle.write(changes.read(size))
            handle.truncate(head["total"] * size)
            handle.flush()
            os.fsync(handle.fileno())
        waiting.unlink()

    def _read_about(self, desk: str) -> About:
        try:
            about = About(**json.loads((self.folder / ABOUT).read_text("utf-8")))
        except FileNotFoundError:
            return About(desk)
        # The existing copy is of another desk.
        return About(desk) if desk and desk != about.desk else about

    def _keep_about(self, about: About) -> None:
        self.about = about
        write_whole(self.folder / ABOUT, json.dumps(asdict(about)))


def _private(path: Path) -> IO[bytes]:
    """Return a new file that only its owner can open."""
    path.unlink(missing_ok=True)
    return open(path, "xb", opener=only_owner_opens)


def _numbered(change: Change, slices: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the number and bytes of each received page."""
    numbers = iter(change.pages if change.since else range(change.total))
    for piece in slices:
        for start in range(0, len(piece), change.page_size):
            number = next(numbers, None)
            if number is not None:
                yield number, piece[start : start + change.page_size]


def _write_pages(
    handle: IO[bytes], change: Change, hashes: Hashes, pages: Iterator[tuple[int, bytes]]
) -> bool:
    """Write pages in order and sync them; return whether they result in the new state."""
    for number, page in pages:
        handle.write(page)
        hashes[number] = hash_page(page)
    handle.flush()
    os.fsync(handle.fileno())
    return hashes.state == change.state
