"""The program that acts for a person in this thread: an access token's name."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_program: ContextVar[str] = ContextVar("program", default="")


@contextmanager
def as_program(name: str) -> Iterator[None]:
    """Let the journal name a program next to the person it acts for."""
    before = _program.set(name)
    try:
        yield
    finally:
        _program.reset(before)


def with_program(data: dict[str, Any]) -> dict[str, Any]:
    """Return an entry's data with the program's name, where one acts."""
    program = _program.get()
    return {**data, "program": program} if program else data
