"""A fixed number of threads for Django, and queues for jobs that wait for each other."""

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, TypeVar

from events.core.metrics import THREADS_BUSY
from events.hosting.server.frames import with_room

T = TypeVar("T")


class LateError(Exception):
    """A job took longer than the requester waits."""


@dataclass(slots=True, eq=False)
class _Job:
    """A job: its work, the future awaiting it, its line, and whether it began."""

    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"
    work: Callable[[], Any]
    line: str | None
    begun: bool = False


@dataclass(slots=True)
class _Line:
    """Jobs of one name: those in progress, and those waiting."""

    at_work: list[_Job] = field(default_factory=list)
    waiting: deque[_Job] = field(default_factory=deque)


class Pool:
    """Daemon threads for jobs: one that hangs does not keep the server from stopping.

    The thread that worked last is the first to work again, because its connection has cached pages
    of the database. Another connection reads the same pages again, with every result that a desk
    enters: with two threads in turns, SQLite took 300 results a second of ten desks instead of 390
    (docs/reference/benchmarks.md).

    Up to `in_line` jobs of one line run at once, in order of arrival; the others wait without a
    thread, and a thread that finishes one continues with the next. A job that takes too long blocks
    nobody: the next one of its line takes a free thread.
    """

    def __init__(self, threads: int, in_line: int = 1) -> None:
        self.size = threads
        self._in_line = in_line
        self._lock = threading.Lock()
        self._lines: dict[str, _Line] = {}
        self._waiting: deque[_Job] = deque()
        # Each free thread waits for its own next job; the last to become free is the last in line.
        self._free: list[SimpleQueue[_Job]] = []
        for number in range(threads):
            threading.Thread(
                target=with_room, args=(self._work,), name=f"django-{number}", daemon=True
            ).start()

    async def run(
        self, work: Callable[[], T], line: str | None = None, patience: float | None = None
    ) -> T:
        """Run a job in the next free thread; return or raise its outcome.

        `patience`: raise LateError after the given number of seconds, for a job in a line; for any
        other job only if it has not started. A job that has not started by then is never run; one
        that has started continues.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        job = _Job(loop, future, work, line)
        with self._lock:
            if line is not None and not self._enters(job, line):
                self._lines[line].waiting.append(job)
            else:
                self._give(job)
        if patience is None:
            return await future
        try:
            done, _waits = await asyncio.wait({future}, timeout=patience)
        except asyncio.CancelledError:
            future.cancel()
            raise
        if not done and self._gives_up(job):
            future.cancel()
            raise LateError
        return await future

    def _enters(self, job: _Job, name: str) -> bool:
        """Return whether a job of a line may run now, and record it if so."""
        line = self._lines.setdefault(name, _Line())
        if len(line.at_work) >= self._in_line:
            return False
        line.at_work.append(job)
        return True

    def _give(self, job: _Job) -> None:
        """Hand a job to the thread that worked last, or queue it for one."""
        if self._free:
            job.begun = True
            self._free.pop().put(job)
        else:
            self._waiting.append(job)

    def _gives_up(self, job: _Job) -> bool:
        """Abandon a late job, and let the next one of its line run; False if it continues."""
        with self._lock:
            if job.begun and job.line is None:
                return False
            line = self._lines.get(job.line) if job.line is not None else None
            if line is not None and job in line.waiting:
                line.waiting.remove(job)
                return True
            if job in self._waiting:
                self._waiting.remove(job)
            # The next jobs may wait for the same thing as this one, so half of the threads stay
            # free for pages.
            elif len(self._free) * 2 < self.size:
                return True
            following = self._leave(job)
            if following is not None:
                self._give(following)
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
                following = self._leave(job)
                if following is not None:
                    self._waiting.append(following)
                job = self._next(own)
            # Notified only now, so that the next job finds this thread free or about to be.
            if tell is not None:
                tell()

    def _leave(self, job: _Job) -> _Job | None:
        """Free a job's place in its line; return the next job of the line, if any."""
        line = self._lines.get(job.line) if job.line is not None else None
        if job.line is None or line is None or job not in line.at_work:
            return None
        line.at_work.remove(job)
        if line.waiting:
            following = line.waiting.popleft()
            line.at_work.append(following)
            return following
        if not line.at_work:
            del self._lines[job.line]
        return None

    def _next(self, own: "SimpleQueue[_Job]") -> _Job | None:
        """Return the next waiting job; None: the thread is free, its next job arrives in `own`."""
        if self._waiting:
            job = self._waiting.popleft()
            job.begun = True
            return job
        self._free.append(own)
        return None


def _done(job: _Job) -> Callable[[], None]:
    """Run a job; return the call that reports its end to the waiting request."""
    try:
        with THREADS_BUSY.track_inprogress():
            tell, what = job.future.set_result, job.work()
    except BaseException as error:  # noqa: BLE001 - handed to the waiting request
        tell, what = job.future.set_exception, error

    def report() -> None:
        # A closed event loop needs no answer.
        with contextlib.suppress(RuntimeError):
            job.loop.call_soon_threadsafe(_tell, job.future, tell, what)

    return report


def _tell(future: "asyncio.Future[Any]", tell: Callable[[Any], None], what: Any) -> None:
    if not future.cancelled():
        tell(what)
