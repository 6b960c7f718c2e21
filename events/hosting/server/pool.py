"""A fixed number of threads in which Django works, and lines for what waits for each other."""

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, TypeVar

from events.counting import THREADS_BUSY

T = TypeVar("T")
# How many threads a worker has, and how many workers there are: from the server's own process.
THREADS, WORKERS = "MATCHSLIP_THREADS", "MATCHSLIP_WORKERS"


@dataclass(frozen=True, slots=True)
class _Job:
    """What is to be done, who waits for it, and the line in which it stands."""

    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"
    work: Callable[[], Any]
    line: str | None


@dataclass(slots=True)
class _Line:
    """Jobs of one name: how many threads are at work on them, and what waits."""

    at_work: int = 0
    waiting: deque[_Job] = field(default_factory=deque)


class Pool:
    """Threads that end with the process: one that hangs keeps no server from stopping.

    The thread that was at work last is the first to work again. Its connection still knows what it
    read of the database: whoever asks over another one reads the same pages once more, with every
    result that a desk enters.

    Of the jobs in one line so many as `in_line` are done at once, in the order of coming; the
    others wait without a thread, and a thread that is done with one goes on with the next.
    """

    def __init__(self, threads: int, in_line: int = 1) -> None:
        self.size = threads
        self._in_line = in_line
        self._lock = threading.Lock()
        self._lines: dict[str, _Line] = {}
        self._waiting: deque[_Job] = deque()
        # Each free thread waits for its own next job; the last to become free stands last.
        self._free: list[SimpleQueue[_Job]] = []
        for number in range(threads):
            threading.Thread(target=self._work, name=f"django-{number}", daemon=True).start()

    async def run(self, work: Callable[[], T], line: str | None = None) -> T:
        """Do a job in a free thread, or in the next one that is; return or raise what it does."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        job = _Job(loop, future, work, line)
        with self._lock:
            if line is not None and not self._enters(line):
                self._lines[line].waiting.append(job)
            elif self._free:
                self._free.pop().put(job)
            else:
                self._waiting.append(job)
        return await future

    def _enters(self, name: str) -> bool:
        """Return whether a job of a line may be done now, and count it then."""
        line = self._lines.setdefault(name, _Line())
        if line.at_work >= self._in_line:
            return False
        line.at_work += 1
        return True

    def _work(self) -> None:
        own: SimpleQueue[_Job] = SimpleQueue()
        with self._lock:
            job = self._next(own)
        while True:
            job = job or own.get()
            tell: Callable[[], object] | None = None
            if not job.future.cancelled():
                tell = _done(job)
            with self._lock:
                if job.line is not None:
                    self._leave(job.line)
                job = self._next(own)
            # Told only now: what comes next finds this thread free, or on its way.
            if tell is not None:
                tell()

    def _leave(self, name: str) -> None:
        """Let the next one of a line come, behind whoever waits for a thread already."""
        line = self._lines[name]
        if line.waiting:
            self._waiting.append(line.waiting.popleft())
            return
        line.at_work -= 1
        if not line.at_work:
            del self._lines[name]

    def _next(self, own: "SimpleQueue[_Job]") -> _Job | None:
        """Return what waits for a thread; None: this one is free, and its next job comes to it."""
        if self._waiting:
            return self._waiting.popleft()
        self._free.append(own)
        return None


def _done(job: _Job) -> Callable[[], None]:
    """Do a job; return what tells whoever waits for it how it ended."""
    try:
        with THREADS_BUSY.track_inprogress():
            tell, what = job.future.set_result, job.work()
    except BaseException as error:  # noqa: BLE001 - handed to whoever waits for it
        tell, what = job.future.set_exception, error

    def told() -> None:
        # A loop that has ended needs no answer.
        with contextlib.suppress(RuntimeError):
            job.loop.call_soon_threadsafe(_tell, job.future, tell, what)

    return told


def _tell(future: "asyncio.Future[Any]", tell: Callable[[Any], None], what: Any) -> None:
    if not future.cancelled():
        tell(what)
