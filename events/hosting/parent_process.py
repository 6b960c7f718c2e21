"""Lock the data for one server, and end workers together with their server."""

import os
import signal
import threading
import time
from functools import partial
from pathlib import Path
from typing import IO

from events.core.private_files import hold

SERVING, ONE_SERVER = "serving.lock", "server.lock"
# The server passes its process ID to the workers it starts, and how each of them serves.
SERVER = "MATCHSLIP_SERVER"
# The open file that locks the data for a single server.
ONLY = "MATCHSLIP_ONLY"
THREADS, WORKERS = "MATCHSLIP_THREADS", "MATCHSLIP_WORKERS"
LOOK_EVERY = 0.5
LEAVE_WITHIN = 5.0


def lock_as_server(folder: Path) -> IO[str] | None:
    """Hold the lock of this data for as long as this process and its workers live.

    Returns None while a backup is restored there. The lock outlives the exec that makes this
    process the server, whose ID the workers watch.
    """
    handle = hold(folder / SERVING, alone=False)
    if handle is not None:
        os.set_inheritable(handle.fileno(), True)
        os.environ[SERVER] = str(os.getpid())
    return handle


def serve_alone(folder: Path) -> IO[str] | None:
    """Hold the lock of the only server on this data; None where another one has it.

    It outlives the exec like the other lock, and ends with the server, not with its workers.
    """
    handle = hold(folder / ONE_SERVER, alone=True)
    if handle is not None:
        os.set_inheritable(handle.fileno(), True)
        os.environ[ONLY] = str(handle.fileno())
    return handle


def copies_leave_lock() -> None:
    """Let no copy of this process hold the lock of the only server."""
    if ONLY in os.environ:
        os.register_at_fork(after_in_child=partial(os.close, int(os.environ[ONLY])))


def served_here() -> bool:
    """Return whether this process belongs to a server that `manage.py serve` started."""
    return SERVER in os.environ


def server_has_exited() -> bool:
    """Return whether the server that started this process has ended."""
    return served_here() and os.getppid() != int(os.environ[SERVER])


def exit_with_server() -> None:
    """End this worker when its server is killed: it would keep the port, and nobody could stop it.

    Does nothing in a process that `manage.py serve` did not start.
    """
    if served_here() and not server_has_exited():
        threading.Thread(target=_watch, name="leave-with-server", daemon=True).start()


def _watch() -> None:
    while not server_has_exited():
        time.sleep(LOOK_EVERY)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LEAVE_WITHIN)
    os._exit(1)
