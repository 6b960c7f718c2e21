"""Simulate scorekeepers and readers, each in a process of its own, without Django."""

import gzip
import re
import socket
import threading
import time
from dataclasses import dataclass, field
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event

# The desk's revision in its page and in its requests, with a fixed length.
REVISION = re.compile(rb'name="since" value="(\d+)"')
SINCE = re.compile(rb"since=\d{10}")
GZIPPED = b"\x1f\x8b"
LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
HEAD_END = b"\r\n\r\n"
TIMEOUT = 30.0


@dataclass(frozen=True, slots=True)
class Keeper:
    """A scorekeeper: cookies, and the requests to send one after the other."""

    requests: tuple[bytes, ...]


@dataclass(slots=True)
class AnswerTally:
    """Tally of answers: milliseconds of each, and counts by status."""

    times: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)

    def add(self, took: float, status: int) -> None:
        """Count one answer."""
        self.times.append(1000 * took)
        self.statuses[status] = self.statuses.get(status, 0) + 1


class Connection:
    """One persistent connection."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._read = b""

    def ask(self, request: bytes) -> tuple[int, bytes]:
        """Send a request; return the answer's status and body."""
        self._socket.sendall(request)
        while HEAD_END not in self._read:
            self._more()
        head, _end, rest = self._read.partition(HEAD_END)
        length = LENGTH.search(head)
        size = int(length.group(1)) if length else 0
        self._read = rest
        while len(self._read) < size:
            self._more()
        body, self._read = self._read[:size], self._read[size:]
        return int(head[9:12]), body

    def _more(self) -> None:
        came = self._socket.recv(1 << 16)
        if not came:
            raise ConnectionError("the server closed the connection")
        self._read += came


@dataclass(frozen=True, slots=True)
class Start:
    """Signals between readers and writers: readers ready, writers start, writers done."""

    reading: Event
    begun: Event
    ended: Event


def enter_at_once(
    port: int,
    keepers: list[Keeper],
    out: "Queue[tuple[AnswerTally, float]]",
    start: Start | None = None,
) -> None:
    """Let all scorekeepers enter at once; put the tally and the seconds taken.

    `start`: the concurrent readers, ready before the scorekeepers begin.
    """
    tally, counting = AnswerTally(), threading.Lock()
    ready = threading.Barrier(len(keepers) + 1)

    def enter(keeper: Keeper) -> None:
        connection = Connection(port)
        ready.wait()
        since = None
        for request in keeper.requests:
            sent = SINCE.sub(b"since=%010d" % since, request) if since else request
            began = time.perf_counter()
            status, body = connection.ask(sent)
            took = time.perf_counter() - began
            packed = body.startswith(GZIPPED)
            shown = REVISION.search(gzip.decompress(body) if packed else body)
            since = int(shown.group(1)) if shown else since
            with counting:
                tally.add(took, status)

    threads = [threading.Thread(target=enter, args=(keeper,)) for keeper in keepers]
    for thread in threads:
        thread.start()
    if start is not None:
        start.reading.wait()
        start.begun.set()
    ready.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    out.put((tally, time.perf_counter() - began))
