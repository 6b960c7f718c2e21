"""How long the fuzz tests go on: a few hundred examples, always the same; FUZZ=100000 new ones."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis import HealthCheck, settings

ASKED_FOR = int(os.environ.get("FUZZ", "0"))
# Processor time per request: many times that of the slowest page of these events.
MOST_SECONDS = 10.0


def examples(few: int, part: float = 1.0) -> settings:
    """So many examples, always the same ones; of FUZZ this part, each time new ones."""
    return settings(
        max_examples=max(few, int(ASKED_FOR * part)),
        derandomize=not ASKED_FOR,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


@contextmanager
def in_time(what: object) -> Iterator[None]:
    """Fail if the block takes longer than a person would wait."""
    begun = time.process_time()
    yield
    taken = time.process_time() - begun
    assert taken < MOST_SECONDS, f"{what} worked for {taken:.0f} s"
