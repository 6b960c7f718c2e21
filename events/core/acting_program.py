"""Name the program (an access token) that acts for a person in this thread."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_program: ContextVar[str] = ContextVar("program", default="")


@contextmanager
def as_program(name: str) -> Iterator[None]:
    """Name a program in the journal entries of this block, next to the person for whom it acts."""
    before = _program.set(name)
    try:
        yield
    finally:
        _program.reset(before)


def with_program(data: dict[str, Any]) -> dict[str, Any]:
    """Return an entry's data with the name of the acting program, if any."""
    program = _program.get()
    return {**data, "program": program} if program else data
