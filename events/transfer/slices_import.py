"""Write an import in slices, so that no other write waits long."""

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from events.core.event_write import slice_write

# Seconds per slice; rows of a slice: at least, at first and at most.
SECONDS = 0.15
LEAST, FIRST, MOST = 50, 400, 2000

Item = TypeVar("Item")


def in_slices(items: Sequence[Item], write: Callable[[Sequence[Item]], None]) -> None:
    """Write items, each slice in a transaction of its own that takes about SECONDS."""
    at, size = 0, FIRST
    while at < len(items):
        with slice_write():
            begun = time.monotonic()
            write(items[at : at + size])
            took = max(time.monotonic() - begun, 0.001)
        at += size
        size = min(MOST, max(LEAST, int(size * SECONDS / took)))
