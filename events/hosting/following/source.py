"""What has changed in the database since a copy was made, page by page.

The idea is sqlite3_rsync's: one consistent image of the database, a hash of each of its pages, and
only the pages whose hash is another go over the network. The image is read through SQLite itself,
in one read transaction, so that it never holds half of a write, and nobody who writes waits for it.
It needs no say in when the write-ahead log is checkpointed, which shipping the log itself would.
"""

import contextlib
import hashlib
import sqlite3
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

HASH_BYTES = 16
# Copies that are further behind get the whole file.
STATES_KNOWN = 20
Hashes = list[bytes]


@dataclass(frozen=True)
class Change:
    """What makes a copy with the state `since` one with `state`.

    `pages` are the numbers, from 0, of the pages in `data`, in their order; `total` is how many the
    database has. Without `since` it is the whole file. `as_of` is in seconds since 1970.
    """

    since: str
    state: str
    as_of: float
    page_size: int
    total: int
    pages: list[int]
    data: bytes


def hash_pages(image: bytes, page_size: int) -> Hashes:
    """Return the hash of each page of a database's image."""
    return [
        hash_page(image[start : start + page_size]) for start in range(0, len(image), page_size)
    ]


def hash_page(page: bytes) -> bytes:
    """Return the hash of one page."""
    return hashlib.blake2b(page, digest_size=HASH_BYTES).digest()


def state_of(hashes: Hashes) -> str:
    """Return the name of a state: two databases have the same one when every page is the same."""
    return hashlib.blake2b(b"".join(hashes), digest_size=HASH_BYTES).hexdigest()


def page_size_of(image: bytes) -> int:
    """Return the page size that a database's image names (its file format, 1.3.2)."""
    size = int.from_bytes(image[16:18])
    return 65536 if size == 1 else size


class Source:
    """Reads the database when it has changed, at most once in `rest` seconds."""

    def __init__(self, path: Path, rest: float = 0.5) -> None:
        self._path = path
        self._rest = rest
        self._lock = threading.Lock()
        self._live: sqlite3.Connection | None = None
        self._version = -1
        self._read_at = 0.0
        self._as_of = 0.0
        self._image = b""
        self._states: OrderedDict[str, Hashes] = OrderedDict()

    def change_since(self, state: str) -> Change:
        """Return what makes a copy with that state a copy of now; all of it for an unknown one."""
        with self._lock:
            self._read()
            image = self._image
            size = page_size_of(image)
            now, hashes = next(reversed(self._states.items()))
            known = self._states.get(state)
            if known is None:
                return Change("", now, self._as_of, size, len(hashes), [], image)
            pages = [
                number
                for number, page in enumerate(hashes)
                if number >= len(known) or known[number] != page
            ]
            data = b"".join(image[number * size : (number + 1) * size] for number in pages)
            return Change(state, now, self._as_of, size, len(hashes), pages, data)

    def _read(self) -> None:
        """Read the database again if somebody has written to it."""
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
            # The version is read before: what is written between the two is read once more.
            self._live.execute("BEGIN")
            self._live.execute("SELECT count(*) FROM sqlite_master").fetchone()
            image = self._live.serialize()
            self._live.execute("COMMIT")
            hashes = hash_pages(image, page_size_of(image))
            self._image, self._version = image, version
            state = state_of(hashes)
            self._states[state] = hashes
            self._states.move_to_end(state)
            while len(self._states) > STATES_KNOWN:
                self._states.popitem(last=False)
        self._as_of, self._read_at = began, time.monotonic()

    def close(self) -> None:
        """Let go of the database."""
        with self._lock, contextlib.closing(self._live) if self._live else contextlib.nullcontext():
            self._live = None
