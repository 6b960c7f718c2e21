"""Turns that the workers of all servers on one folder take one after the other.

Each is a lock file. The system ends a lock with its process, however that ends.
"""

import os
from typing import IO

from django.conf import settings

from events.core.private_files import hold

# The process of heavy work; a line of heavy requests has a turn by its own name.
JOBS = "jobs"
# How often the next one looks, in seconds.
LOOK_EVERY = 0.05


def turn_of(name: str) -> IO[str] | None:
    """Return a handle that holds a turn until it is closed; None where it is taken.

    On a disk that takes no file each worker counts for itself: what is heavy goes on.
    """
    try:
        return hold(settings.TURNS_DIR / f"turn-{name}.lock", alone=True)
    except OSError:
        return open(os.devnull, encoding="ascii")
