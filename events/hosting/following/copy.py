"""The copy on the second laptop's disk: whole at every moment, also when that one loses power.

Changed pages first go to a file of their own, synced; then into the copy. Whoever finds that file
puts its pages in once more, which is right however many of them are in already.
"""

import contextlib
import json
import os
import sqlite3
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from events.hosting.files import sync_folder, write_whole
from events.hosting.following.source import (
    Change,
    Hashes,
    hash_page,
    hash_pages,
    page_size_of,
    state_of,
)

DATABASE = "matchslip.sqlite3"
ABOUT = "copy.json"
CHANGES = "changes"


@dataclass(frozen=True)
class About:
    """Of what it is a copy: the desk's address, the state, and when, by the desk's clock."""

    desk: str
    state: str = ""
    as_of: float = 0.0


class CopyError(Exception):
    """A copy that can not be used; says why."""


class Copy:
    """A copy of a database, in a folder of its own that can be served."""

    def __init__(self, folder: Path, desk: str = "") -> None:
        """Open the copy in a folder, which is made if it is not there; finish what was begun."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        self.database = folder / DATABASE
        self.about = self._read_about(desk)
        self._hashes: Hashes = []
        self._finish()

    def take(self, change: Change) -> bool:
        """Make the copy what the desk is now; False when it does not fit: all of it is needed."""
        if not change.since:
            self._take_all(change)
            return True
        if change.since != self.about.state:
            return False
        if change.pages or change.state != change.since:
            hashes = self._known_hashes()[: change.total]
            hashes += [b""] * (change.total - len(hashes))
            for place, number in enumerate(change.pages):
                start = place * change.page_size
                hashes[number] = hash_page(change.data[start : start + change.page_size])
            if state_of(hashes) != change.state:
                return False
            self._keep_changes(change)
            self._finish()
            self._hashes = hashes
        self._keep_about(replace(self.about, state=change.state, as_of=change.as_of))
        return True

    def check(self) -> None:
        """Raise CopyError unless there is a copy, and SQLite finds nothing wrong with it."""
        if not self.about.state or not self.database.exists():
            raise CopyError(f"There is no copy in {self.folder}: it never was complete.")
        with contextlib.closing(sqlite3.connect(self.database)) as copy:
            findings = [str(row[0]) for row in copy.execute("PRAGMA integrity_check(3)")]
        if findings != ["ok"]:
            raise CopyError(f"The copy is damaged: {'; '.join(findings)}")

    def _known_hashes(self) -> Hashes:
        if not self._hashes and self.database.exists():
            image = self.database.read_bytes()
            self._hashes = hash_pages(image, page_size_of(image))
        return list(self._hashes)

    def _take_all(self, change: Change) -> None:
        whole = self.folder / f".{DATABASE}.new"
        with whole.open("wb") as handle:
            handle.write(change.data)
            handle.flush()
            os.fsync(handle.fileno())
        for rest in ("-wal", "-shm"):
            self.database.with_name(DATABASE + rest).unlink(missing_ok=True)
        whole.replace(self.database)
        sync_folder(self.folder)
        self._hashes = hash_pages(change.data, change.page_size)
        self._keep_about(replace(self.about, state=change.state, as_of=change.as_of))

    def _keep_changes(self, change: Change) -> None:
        head = json.dumps({"pages": change.pages, "size": change.page_size, "total": change.total})
        half = self.folder / f".{CHANGES}.half"
        with half.open("wb") as handle:
            handle.write(head.encode() + b"\n" + change.data)
            handle.flush()
            os.fsync(handle.fileno())
        half.replace(self.folder / CHANGES)
        sync_folder(self.folder)

    def _finish(self) -> None:
        """Put the pages that wait into the copy."""
        waiting = self.folder / CHANGES
        if not waiting.exists():
            return
        head, data = waiting.read_bytes().split(b"\n", 1)
        told = json.loads(head)
        size = int(told["size"])
        with self.database.open("r+b") as handle:
            for place, number in enumerate(told["pages"]):
                handle.seek(number * size)
                handle.write(data[place * size : (place + 1) * size])
            handle.truncate(told["total"] * size)
            handle.flush()
            os.fsync(handle.fileno())
        waiting.unlink()

    def _read_about(self, desk: str) -> About:
        try:
            about = About(**json.loads((self.folder / ABOUT).read_text("utf-8")))
        except FileNotFoundError:
            return About(desk)
        # A copy of another desk is no copy of this one.
        return About(desk) if desk and desk != about.desk else about

    def _keep_about(self, about: About) -> None:
        self.about = about
        write_whole(self.folder / ABOUT, json.dumps(asdict(about)))
