"""Marks of heavy requests: views that wait in a line before the server gives them a thread.

docs/reference/server.md lists them all with their bounds; a test compares the two.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.urls import Resolver404, resolve

View = TypeVar("View", bound=Callable[..., Any])
# A server worker handles one request of each queue at a time.
PAPER, FILES, IMPORTS = LINES = ("paper", "files", "imports")


@dataclass(frozen=True, slots=True)
class Mark:
    """The line of a heavy view, the methods that wait in it, and a light body's most bytes."""

    line: str
    methods: tuple[str, ...]
    light: int


def heavy(
    line: str, *, methods: Sequence[str] = ("GET", "HEAD"), light: int = -1
) -> Callable[[View], View]:
    """Mark a view whose requests take long: they wait in `line` without a thread.

    `methods` are those that are heavy. A request whose body has at most `light` bytes is not.
    """

    def decorate(view: View) -> View:
        view.heavy = Mark(line, tuple(methods), light)  # type: ignore[attr-defined]
        return view

    return decorate


def mark_of(view: Callable[..., Any]) -> Mark | None:
    """Return the mark of a view, None for a light one."""
    mark: Mark | None = getattr(view, "heavy", None)
    return mark


def line_of(method: str, path: str, size: int) -> str | None:
    """Return the line in which a request with `size` bytes of body waits; None if it need not."""
    try:
        mark = mark_of(resolve(path).func)
    except Resolver404:
        return None
    if mark is None or method not in mark.methods or size <= mark.light:
        return None
    return mark.line
