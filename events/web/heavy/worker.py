"""The process of heavy work, started by jobs.py: a job over a pipe, its answer back.

It imports what a job names and nothing else; Django is not set up in it.
"""

import importlib
import os
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

if sys.platform == "win32" and not TYPE_CHECKING:
    from multiprocessing.connection import PipeConnection as Inherited
else:
    from multiprocessing.connection import Connection as Inherited

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from domain.operating_system import end_after, limit_memory, most_memory_taken

# Address space in bytes; the largest legitimate file takes less than half of it.
MEMORY = 1024**3
QUIET_SECONDS = 60
# A process that used more exits to release its memory.
MOST_KEPT_KB = 300 * 1024


# Results of a job as plain text, because this module has a different name in each of the two
# processes.
RETURNED, RAISED, MEMORY_ERROR, FAILED = "returned", "raised", "memory", "failed"


def main(line: Inherited, seconds: int) -> None:
    """Answer jobs until the server ends, a minute is quiet, or much memory was taken."""
    limit_memory(MEMORY)
    while line.poll(QUIET_SECONDS):
        try:
            module, name, values, named = line.recv()
        except EOFError:
            return
        # The server ends this process at its deadline; if the server was killed, this does.
        end_after(seconds + 5)
        outcome, value = _done(module, name, values, named)
        leaves = most_memory_taken() > MOST_KEPT_KB
        line.send((outcome, value, leaves))
        end_after(0)
        if leaves:
            # Freeing the memory object by object would take a second.
            os._exit(0)


def _done(
    module: str, name: str, values: tuple[Any, ...], named: dict[str, Any]
) -> tuple[str, Any]:
    try:
        job = getattr(importlib.import_module(module), name)
        return RETURNED, job(*values, **named)
    except MemoryError:
        return MEMORY_ERROR, None
    except ValueError as error:
        # Refusals of files, which can be pickled.
        if getattr(error, "message", None) is not None:
            error.__traceback__ = error.__cause__ = error.__context__ = None
            return RAISED, error
        return FAILED, traceback.format_exc()
    except Exception:  # noqa: BLE001 - handed to the server, which logs it
        return FAILED, traceback.format_exc()


if __name__ == "__main__":
    main(Inherited(int(sys.argv[1])), int(sys.argv[2]))
