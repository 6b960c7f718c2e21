"""The process of heavy work, started by jobs.py: a job over a pipe, its answer back.

It imports what a job names and nothing else; Django is not set up in it.
"""

import contextlib
import importlib
import os
import resource
import signal
import sys
import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

# Address space, in bytes: the largest legitimate file takes less than half of it.
MEMORY = 1024**3
QUIET_SECONDS = 60
# A process that took more gives its memory back by ending.
MOST_KEPT_KB = 300 * 1024


# How a job ended: plain texts, since this module has another name in each of the two processes.
RETURNED, RAISED, MEMORY_ERROR, FAILED = "returned", "raised", "memory", "failed"


def limit_memory(most: int) -> None:
    """Take no more memory than this from now on, on systems that hold processes to it."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or hard > most:
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main(line: Connection, seconds: int) -> None:
    """Answer jobs until the server is gone, a minute is quiet, or much memory was taken."""
    limit_memory(MEMORY)
    while line.poll(QUIET_SECONDS):
        try:
            module, name, values, named = line.recv()
        except EOFError:
            return
        # The server ends this process at its deadline. Where the server was killed, this does.
        signal.alarm(seconds + 5)
        outcome, value = _done(module, name, values, named)
        leaves = most_taken() > MOST_KEPT_KB
        line.send((outcome, value, leaves))
        signal.alarm(0)
        if leaves:
            # Freeing it bit by bit would take a second.
            os._exit(0)


def most_taken() -> int:
    """Return the most memory that this process ever had, in KB.

    Linux counts the server's memory as this one's in `ru_maxrss`, since it began as its copy.
    """
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text("ascii", "replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _done(
    module: str, name: str, values: tuple[Any, ...], named: dict[str, Any]
) -> tuple[str, Any]:
    try:
        job = getattr(importlib.import_module(module), name)
        return RETURNED, job(*values, **named)
    except MemoryError:
        return MEMORY_ERROR, None
    except ValueError as error:
        # Refusals of files; they are written to travel.
        if getattr(error, "message", None) is not None:
            error.__traceback__ = error.__cause__ = error.__context__ = None
            return RAISED, error
        return FAILED, traceback.format_exc()
    except Exception:  # noqa: BLE001 - handed to the server, which logs it
        return FAILED, traceback.format_exc()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    main(Connection(int(sys.argv[1])), int(sys.argv[2]))
