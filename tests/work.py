"""How much work something is, counted instead of timed: a busy machine counts the same."""

import sys
from collections.abc import Callable
from types import FrameType, ModuleType
from typing import Any


def calls_of(job: Callable[[], object]) -> int:
    """Return how many functions `job` calls, in Python and in C, all the way down.

    Under a measurement of coverage, the calls that it adds do not count.
    """
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        if event in ("call", "c_call") and not _measures(frame, event, argument):
            calls += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        job()
    finally:
        sys.setprofile(before)
    return calls


def _measures(frame: FrameType, event: str, argument: Any) -> bool:
    """Return whether slipcover makes this call, or is called."""
    if "slipcover" in frame.f_code.co_filename:
        return True
    owner = getattr(argument, "__self__", None) if event == "c_call" else None
    # The repr of other objects, such as a growing list, costs more than the job.
    return isinstance(owner, ModuleType) and "slipcover" in repr(owner)
