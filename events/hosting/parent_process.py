"""Lock the data for one server, and end workers together with their server."""

import os
import signal
import threading
import time
from functools import partial
from pathlib import Path
from typing import IO

from domain.operating_system import is_running
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
    """Hold the lock of this data while this process and its workers live.

    Returns None while a backup is being restored. The lock outlives the exec that turns this
    process into the server, whose ID the workers watch.
    """
    handle = hold(folder / SERVING, alone=False)
    if handle is not None:
        os.set_inheritable(handle.fileno(), True)
        os.environ[SERVER] = str(os.getpid())
    return handle


def serve_alone(folder: Path) -> IO[str] | None:
    """Hold the lock of the only server on this data; None if another server has it.

    It outlives the exec like the other lock, but ends with the server, not with its workers.
    """
    handle = hold(folder / ONE_SERVER, alone=True)
    if handle is not None:
        os.set_inheritable(handle.fileno(), True)
        os.environ[ONLY] = str(handle.fileno())
    return handle


def copies_leave_lock() -> None:
    """Release the lock of the only server in forked copies of this process."""
    if ONLY in os.environ:
        os.register_at_fork(after_in_child=partial(os.close, int(os.environ[ONLY])))


def be_watched() -> None:
    """Let the workers watch this process, which starts them.

    On Windows it is a child of the process that took the locks, elsewhere the same process.
    """
    if served_here():
        os.environ[SERVER] = str(os.getpid())


def served_here() -> bool:
    """Return whether `manage.py serve` started this process's server."""
    return SERVER in os.environ


def server_has_exited() -> bool:
    """Return whether the server that started this process has ended."""
    if not served_here():
        return False
    server = int(os.environ[SERVER])
    # On Windows a process keeps the number of a parent that has ended.
    return os.getppid() != server or not is_running(server)


def exit_with_server() -> None:
    """End this worker when its server is killed, because it would hold the port for ever.

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
