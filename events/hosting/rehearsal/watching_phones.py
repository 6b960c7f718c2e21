"""Simulate phones: many connections from one process, to measure a server's capacity.

Plain HTTP over persistent sockets, as in browsers; a phone takes only microseconds of work, which
leaves the processor to the server on the same computer.
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
    """A rehearsal is impossible; explains why for the terminal."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer to a phone: status, ETag and body."""

    status: int
    etag: str
    body: bytes


class Phone(asyncio.Protocol):
    """One connection with one request at a time."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self._came = b""
        self._waiting: asyncio.Future[Answer] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport of the open connection."""
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail the pending request."""
        self.transport = None
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(exc or ConnectionResetError("closed"))

    def data_received(self, data: bytes) -> None:
        """Assemble an answer from received data."""
        self._came = self._came + data if self._came else data
        at = self._came.find(END)
        if at < 0:
            return
        head = self._came[:at]
        status = int(head[9:12])
        stated = LENGTH.search(head)
        length = 0 if status == 304 or stated is None else int(stated[1])
        if len(self._came) < at + len(END) + length or self._waiting is None:
            return
        tag = ETAG.search(head)
        body = self._came[at + len(END) :]
        self._came = b""
        waiting, self._waiting = self._waiting, None
        if not waiting.done():
            waiting.set_result(Answer(status, tag[1].decode() if tag else "", body))

    def ask(self, request: bytes) -> "asyncio.Future[Answer]":
        """Send a request; return the future answer. ConnectionError if the connection is lost."""
        if self.transport is None:
            raise ConnectionResetError("closed")
        self._waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return self._waiting


@dataclass(slots=True)
class PhoneTally:
    """Tally of many requests: seconds of each, and counts by error."""

    seconds: list[float] = field(default_factory=list)
    errors: dict[str, int] = field(default_factory=dict)
    took: float = 0.0

    def wrong(self, what: str) -> None:
        """Count an error."""
        self.errors[what] = self.errors.get(what, 0) + 1

    def at(self, share: float) -> float:
        """Return the seconds within which this share of answers arrived; 0 without any."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    def median(self) -> float:
        """Return the median of the seconds; 0 without any."""
        return statistics.median(self.seconds) if self.seconds else 0.0

    def faults(self) -> str:
        """Return a short summary of the errors."""
        return ", ".join(f"{count} x {what}" for what, count in self.errors.items()) or "none"


def request(host: str, path: str, etag: str = "") -> bytes:
    """Return the bytes of a request as a phone's browser sends it."""
    known = f"If-None-Match: {etag}\r\n" if etag else ""
    return (HEAD.format(path=path, host=host) + known + "\r\n").encode()


def room_for(phones: int, host: str) -> None:
    """Raise this process's limit for this many connections; PhonesError if that is impossible."""
    if phones > MOST_ELSEWHERE and not is_loopback(host):
        raise PhonesError(f"More than {MOST_ELSEWHERE} phones only for a server on this computer.")
    files = raise_file_limit()
    if phones + OTHER_FILES > files:
        raise PhonesError(f"This system lets a process have {files} files: ulimit -n shows it.")


async def connect(host: str, port: int) -> Phone:
    """Return a phone connected to the server."""
    _transport, phone = await asyncio.get_running_loop().create_connection(Phone, host, port)
    return phone


def hang_up(phones: Sequence[Phone]) -> None:
    """Close the phones' connections."""
    for phone in phones:
        if phone.transport is not None:
            phone.transport.abort()


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run the phones' coroutine in the fastest available event loop."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)
