"""Made-up phones: many connections from one process, for measuring what a server takes.

Plain HTTP over sockets that stay open, as browsers keep them; a phone's whole work is a few
microseconds, so that the server on the same computer has the processor.
"""

import asyncio
import re
import statistics
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from domain.operating_system import raise_file_limit
from events.web.site_address import is_loopback

T = TypeVar("T")
HEAD = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept: text/html,*/*\r\n"
    "User-Agent: Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 Mobile Safari/537.36\r\n"
    "Accept-Language: en-GB,en;q=0.9\r\nAccept-Encoding: gzip, deflate, br\r\n"
)
END = b"\r\n\r\n"
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
ETAG = re.compile(rb"etag: (\S+)", re.IGNORECASE)
OTHER_FILES = 100
# Prevents an accidental rehearsal against another site's server.
MOST_ELSEWHERE = 200


class PhonesError(Exception):
    """A rehearsal that is not possible, in words for the terminal."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer to a phone: the status, the ETag, the bytes of the body."""

    status: int
    etag: str
    body: bytes


class Phone(asyncio.Protocol):
    """One connection that asks one thing at a time."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self._came = b""
        self._waiting: asyncio.Future[Answer] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note that there is a line."""
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give up what was asked."""
        self.transport = None
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(exc or ConnectionResetError("closed"))

    def data_received(self, data: bytes) -> None:
        """Put an answer together."""
        self._came = self._came + data if self._came else data
        at = self._came.find(END)
        if at < 0:
            return
        head = self._came[:at]
        status = int(head[9:12])
        told = LENGTH.search(head)
        length = 0 if status == 304 or told is None else int(told[1])
        if len(self._came) < at + len(END) + length or self._waiting is None:
            return
        tag = ETAG.search(head)
        body = self._came[at + len(END) :]
        self._came = b""
        waiting, self._waiting = self._waiting, None
        if not waiting.done():
            waiting.set_result(Answer(status, tag[1].decode() if tag else "", body))

    def ask(self, request: bytes) -> "asyncio.Future[Answer]":
        """Send a request; the answer comes later. ConnectionError where the line is gone."""
        if self.transport is None:
            raise ConnectionResetError("closed")
        self._waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return self._waiting


@dataclass(slots=True)
class PhoneTally:
    """Tally of many requests: seconds of each, and how often each error occurred."""

    seconds: list[float] = field(default_factory=list)
    errors: dict[str, int] = field(default_factory=dict)
    took: float = 0.0

    def wrong(self, what: str) -> None:
        """Count an error."""
        self.errors[what] = self.errors.get(what, 0) + 1

    def at(self, share: float) -> float:
        """Return the seconds that this share of the answers took at most; 0 without any."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    def median(self) -> float:
        """Return the middle one."""
        return statistics.median(self.seconds) if self.seconds else 0.0

    def faults(self) -> str:
        """Return what went wrong, in a few words."""
        return ", ".join(f"{count} x {what}" for what, count in self.errors.items()) or "none"


def request(host: str, path: str, etag: str = "") -> bytes:
    """Return the bytes of a question as a phone's browser sends it."""
    known = f"If-None-Match: {etag}\r\n" if etag else ""
    return (HEAD.format(path=path, host=host) + known + "\r\n").encode()


def room_for(phones: int, host: str) -> None:
    """Make room for so many connections in this process; PhonesError where there is none."""
    if phones > MOST_ELSEWHERE and not is_loopback(host):
        raise PhonesError(f"More than {MOST_ELSEWHERE} phones only for a server on this computer.")
    files = raise_file_limit()
    if phones + OTHER_FILES > files:
        raise PhonesError(f"This system lets a process have {files} files: ulimit -n shows it.")


async def connect(host: str, port: int) -> Phone:
    """Return a phone with a line to the server."""
    _transport, phone = await asyncio.get_running_loop().create_connection(Phone, host, port)
    return phone


def hang_up(phones: Sequence[Phone]) -> None:
    """Close lines."""
    for phone in phones:
        if phone.transport is not None:
            phone.transport.abort()


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run what phones do, in the fastest loop that there is."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)
