"""Heavy work in a process of its own: one job at a time, with a deadline and limited memory.

The process is started for the first job, answers the next ones as well, and ends after a quiet
minute or a job that took much memory. The server goes on, whatever a file does to the process.
"""

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import IO, Any, ParamSpec, TypeVar

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from domain.operating_system import handed_down
from events.core.private_files import hold
from events.core.refusals import RefusedError
from events.web.heavy import worker

P = ParamSpec("P")
T = TypeVar("T")
# The process for heavy work; a queue of heavy requests takes turns under its own name.
JOBS = "jobs"
# Polling interval of the next job, in seconds.
LOOK_EVERY = 0.05
# The largest legitimate files take 5 to 20 seconds of a busy processor.
SECONDS = 60
# How long a request waits for its turn if the server has no queues (see requests.py).
WAIT_SECONDS = 20.0
# A process without a connection exits by itself, unless it is busy; after this time it is killed.
LEAVE_SECONDS = 1.0
_WORKER = Path(__file__).with_name("worker.py")
_turn = threading.Lock()


class BusyError(Exception):
    """Other heavy work is running; the page says so (web/write_failures.py)."""


class TooMuchError(RefusedError):
    """A file whose reading takes longer, or more memory, than the server gives one file."""


class JobError(RuntimeError):
    """A job failed by a mistake of the program; the message is its traceback."""


_TOO_LONG: Promise = _("This file takes too long to read. Split it into smaller files.")
_TOO_LARGE: Promise = _("This file needs too much memory. Split it into smaller files.")


def turn_of(name: str) -> IO[str] | None:
    """Return a handle that holds a turn until it is closed; None where it is taken.

    If the disk takes no file, each worker limits only itself, so that heavy work goes on.
    """
    try:
        return hold(settings.TURNS_DIR / f"turn-{name}.lock", alone=True)
    except OSError:
        return open(os.devnull, encoding="ascii")


@contextlib.contextmanager
def slot() -> Iterator[None]:
    """Wait for this computer's turn of heavy work; BusyError after WAIT_SECONDS.

    The threads of a worker take turns, then the workers of the servers on one folder.
    """
    until = time.monotonic() + WAIT_SECONDS
    if not _turn.acquire(timeout=WAIT_SECONDS):
        raise BusyError
    try:
        while (held := turn_of(JOBS)) is None:
            if time.monotonic() >= until:
                raise BusyError
            time.sleep(LOOK_EVERY)
        with held:
            yield
    finally:
        _turn.release()


def run(job: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
    """Return what a function of a module returns, called in the process of heavy work.

    It, its arguments and its answer are pickled, and it asks no database. Raises what it raises.
    TooMuchError after SECONDS, or where it needs too much memory; BusyError where other jobs take
    too long.
    """
    with slot():
        return _worker.do(job, *values, **named)


class _Process:
    """The process, where one is running, and the connection to it."""

    def __init__(self) -> None:
        self._line: Connection | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def do(self, job: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        order = (job.__module__, job.__qualname__, values, named)
        try:
            outcome, value = self._ask(order)
        except (EOFError, OSError):
            # Code 0: it exited after a quiet minute, while this job was being sent.
            if self.end():
                raise TooMuchError(_TOO_LARGE) from None
            outcome, value = self._ask_again(order)
        if outcome == worker.RETURNED:
            answer: T = value
            return answer
        if outcome == worker.RAISED:
            raise value
        if outcome == worker.MEMORY_ERROR:
            raise TooMuchError(_TOO_LARGE)
        raise JobError(value)

    def _ask_again(self, order: tuple[object, ...]) -> tuple[str, Any]:
        try:
            return self._ask(order)
        except (EOFError, OSError) as error:
            self.end()
            raise TooMuchError(_TOO_LARGE) from error

    def _ask(self, order: tuple[object, ...]) -> tuple[str, Any]:
        if self._process is not None and self._process.poll() is not None:
            self.end()
        line = self._line or self._begin()
        line.send(order)
        if not line.poll(SECONDS):
            self._kill()
            raise TooMuchError(_TOO_LONG)
        outcome, value, leaves = line.recv()
        if leaves:
            self.end()
        return outcome, value

    def _begin(self) -> Connection:
        ours, theirs = Pipe()
        # No part of the command is user input: it is this Python and a file next to this one.
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-I", str(_WORKER), str(theirs.fileno()), str(SECONDS)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            **handed_down(theirs.fileno()),
        )
        theirs.close()
        self._line = ours
        return ours

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
        self.end()

    def end(self) -> int:
        """End the process; return its code, or that of the signal that had ended it."""
        process, line = self._process, self._line
        self._process = self._line = None
        if line is not None:
            line.close()
        if process is None:
            return 0
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(LEAVE_SECONDS)
        process.kill()
        return process.wait()


_worker = _Process()


def end_process() -> None:
    """End the process of heavy work, if there is one; the next job starts another one."""
    with slot():
        _worker.end()
