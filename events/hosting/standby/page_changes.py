"""Find the pages of the database that changed since a copy was made.

The idea is sqlite3_rsync's: one consistent image of the database, a hash of each of its pages, and
only the pages with a changed hash go over the network. SQLite's own backup writes the image to a
file, in one read transaction, so that it never holds half of a write, and writers do not wait for
it. The image is read in slices: a large database takes disk for a moment, and no memory.
"""

import contextlib
import hashlib
import os
import sqlite3
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote

HASH_BYTES = 16
# Copies that are further behind get the whole file.
STATES_KNOWN = 20
# Bytes per answer.
SLICE_BYTES = 4 * 1024 * 1024
# An unread image is removed after this time.
READ_WITHIN = 30.0
HEAD_BYTES = 100


class ImageGoneError(Exception):
    """The image of that state no longer exists: request the changes again."""


class Hashes:
    """The hashes of a database's pages in order, 16 bytes each."""

    def __init__(self, hashes: bytes = b"") -> None:
        self._hashes = bytearray(hashes)

    def __len__(self) -> int:
        return len(self._hashes) // HASH_BYTES

    def __getitem__(self, page: int) -> bytes:
        return bytes(self._hashes[page * HASH_BYTES : (page + 1) * HASH_BYTES])

    def __setitem__(self, page: int, page_hash: bytes) -> None:
        self._hashes[page * HASH_BYTES : (page + 1) * HASH_BYTES] = page_hash

    def resized(self, pages: int) -> "Hashes":
        """Return a copy for the given number of pages; new pages have a hash of zeros."""
        return Hashes(bytes(self._hashes[: pages * HASH_BYTES]).ljust(pages * HASH_BYTES, b"\0"))

    @property
    def state(self) -> str:
        """The name of a state; two databases have the same one if all their pages are equal."""
        return hashlib.blake2b(self._hashes, digest_size=HASH_BYTES).hexdigest()

    def changed_since(self, older: "Hashes") -> list[int]:
        """Return the numbers of pages that are new or different since an older state."""
        return [
            page for page in range(len(self)) if page >= len(older) or older[page] != self[page]
        ]


@dataclass(frozen=True)
class Change:
    """Change from a copy with the state `since` to one with `state`.

    `pages` are the numbers, from 0, of the pages that follow as bytes, in order; `total` is the
    database's number of pages. Without `since` it is the whole file, and `pages` is empty. `as_of`
    is in seconds since 1970.
    """

    since: str
    state: str
    as_of: float
    page_size: int
    total: int
    pages: list[int]

    @property
    def length(self) -> int:
        """How many bytes follow."""
        return self.page_size * (len(self.pages) if self.since else self.total)


@dataclass
class _Image:
    """One state's bytes, in an unlinked file; `read_at`: last read by a client in progress."""

    handle: IO[bytes]
    page_size: int
    read_at: float | None = None


def hash_page(page: bytes) -> bytes:
    """Return the hash of one page."""
    return hashlib.blake2b(page, digest_size=HASH_BYTES).digest()


def hash_pages(image: IO[bytes], page_size: int) -> Hashes:
    """Return the hash of each page of a database's image, read from its beginning."""
    image.seek(0)
    return Hashes(b"".join(hash_page(page) for page in iter(lambda: image.read(page_size), b"")))


def page_size_of(image: bytes) -> int:
    """Return the page size in the head of a database's image (SQLite file format, 1.3.2)."""
    size = int.from_bytes(image[16:18])
    return 65536 if size == 1 else size


class Source:
    """Reads the database after changes, at most once in `rest` seconds."""

    def __init__(self, path: Path, rest: float = 0.5) -> None:
        self._path = path
        self._rest = rest
        self._lock = threading.Lock()
        self._live: sqlite3.Connection | None = None
        self._version = -1
        self._read_at = 0.0
        self._as_of = 0.0
        self._states: OrderedDict[str, Hashes] = OrderedDict()
        self._images: OrderedDict[str, _Image] = OrderedDict()

    def change_since(self, state: str) -> Change:
        """Return the change from that state to the current one; all data for an unknown state."""
        with self._lock:
            self._read()
            now, hashes = next(reversed(self._states.items()))
            size = self._images[now].page_size
            known = self._states.get(state)
            if known is None:
                return Change("", now, self._as_of, size, len(hashes), [])
            pages = hashes.changed_since(known)
            return Change(state, now, self._as_of, size, len(hashes), pages)

    def read(self, since: str, state: str, start: int) -> bytes:
        """Return the slice from byte `start` of the change from `since` to `state`.

        Empty after the last one. ImageGoneError if that state's image is no longer stored.
        """
        with self._lock:
            image, hashes = self._images.get(state), self._states.get(state)
            known = self._states.get(since)
            if image is None or hashes is None or (since and known is None):
                raise ImageGoneError
            size = image.page_size
            pages = hashes.changed_since(known) if known is not None else range(len(hashes))
            first, most = start // size, max(1, SLICE_BYTES // size)
            image.read_at = time.monotonic() if first + most < len(pages) else None
            return b"".join(_page(image, page) for page in pages[first : first + most])

    def slices(self, change: Change) -> Iterator[bytes]:
        """Yield all slices of a change in order."""
        start = 0
        while start < change.length:
            piece = self.read(change.since, change.state, start)
            start += len(piece)
            yield piece

    def _read(self) -> None:
        """Read the database again if it was written to."""
        began = time.time()
        if self._states and time.monotonic() - self._read_at < self._rest:
            return
        if self._live is None:
            address = f"file:{quote(str(self._path))}?mode=rw"
            self._live = sqlite3.connect(
                address, uri=True, check_same_thread=False, isolation_level=None
            )
        version = int(self._live.execute("PRAGMA data_version").fetchone()[0])
        if version != self._version:
            # The version is read first: a write in between is read once more.
            handle = self._image(self._live)
            page_size = page_size_of(handle.read(HEAD_BYTES))
            hashes = hash_pages(handle, page_size)
            state = hashes.state
            self._version = version
            self._keep(state, hashes, _Image(handle, page_size))
        self._as_of, self._read_at = began, time.monotonic()

    def _image(self, live: sqlite3.Connection) -> IO[bytes]:
        """Copy the current database into an unlinked file next to it; return the image."""
        descriptor, name = tempfile.mkstemp(prefix=".image-", dir=self._path.parent)
        os.close(descriptor)
        try:
            with contextlib.closing(sqlite3.connect(name, isolation_level=None)) as image:
                # A lost image is requested again, so it need not survive a power cut.
                image.execute("PRAGMA journal_mode=OFF")
                image.execute("PRAGMA synchronous=OFF")
                # In one transaction, because a write in between would restart the backup.
                live.execute("BEGIN")
                try:
                    live.execute("SELECT count(*) FROM sqlite_master").fetchone()
                    live.backup(image)
                finally:
                    live.execute("COMMIT")
            return open(name, "rb")
        finally:
            os.unlink(name)

    def _keep(self, state: str, hashes: Hashes, image: _Image) -> None:
        self._states[state] = hashes
        self._states.move_to_end(state)
        while len(self._states) > STATES_KNOWN:
            self._states.popitem(last=False)
        if state in self._images:
            self._images.pop(state).handle.close()
        self._images[state] = image
        for older in [name for name in self._images if name != state]:
            read_at = self._images[older].read_at
            if read_at is None or time.monotonic() - read_at > READ_WITHIN:
                self._images.pop(older).handle.close()

    def close(self) -> None:
        """Close the database and its images."""
        with self._lock, contextlib.closing(self._live) if self._live else contextlib.nullcontext():
            self._live = None
            while self._images:
                self._images.popitem()[1].handle.close()


def _page(image: _Image, page: int) -> bytes:
    image.handle.seek(page * image.page_size)
    return image.handle.read(image.page_size)
