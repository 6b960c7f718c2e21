"""Record failures of the watch next to the server for the desk's warnings."""

import contextlib
import json
import threading
import time
from collections.abc import Callable
from enum import Enum
from pathlib import Path

import msgspec

from events.core.private_files import write_whole

FAILURES = "watch_failures.json"
# The desk shows a failure for this long after recovery.
SHOWN = 10 * 60.0


class Part(Enum):
    """Parts of the watch, by their names in the file."""

    BACKUPS = "backups"
    LAPTOPS = "laptops"
    MAIL = "mail"
    PHONES = "phones"
    PROGRAMS = "programs"
    QUEUES = "queues"
    FEATURES = "features"


class Failures:
    """Recently failed parts of the watch, written to a file for other processes on changes."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = folder / FAILURES
        self._clock = clock
        self._lock = threading.Lock()
        self._failed: dict[Part, float] = {}
        # Failures of an earlier watch process no longer apply.
        self._path.unlink(missing_ok=True)

    def note(self, part: Part, error: Exception) -> None:
        """Record a part's failure; only the kind of error, because a message may contain names."""
        with self._lock:
            self._failed[part] = self._clock()
            self._write(part, type(error).__name__)

    def passed(self, part: Part) -> None:
        """Record a part's success; a failure is forgotten a while after the last one."""
        with self._lock:
            at = self._failed.get(part)
            if at is not None and self._clock() - at > SHOWN:
                del self._failed[part]
                self._write(part, None)

    def _write(self, part: Part, kind: str | None) -> None:
        kinds = {name: known for name, known in _read(self._path).items() if name != part.value}
        if kind is not None:
            kinds[part.value] = kind
        # If even this write fails, the disk is full, which the desk shows anyway.
        with contextlib.suppress(OSError):
            write_whole(self._path, json.dumps(kinds))


def read_failures(folder: Path) -> dict[Part, str]:
    """Return recently failed parts of the watch, each with the kind of its last error."""
    parts = {part.value: part for part in Part}
    return {parts[name]: kind for name, kind in _read(folder / FAILURES).items() if name in parts}


def _read(path: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except (OSError, ValueError):
        return {}
