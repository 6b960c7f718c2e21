"""The register of shapes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.interchange.shapes.cup import Cup, Facts

Write = Callable[[Cup], str | bytes]


@dataclass(frozen=True)
class Shape:
    """One shape: where it is from, how it writes an event, and which facts are in it.

    `rounds`: "all", "last" or "". `verdict`: "equal", "doubted" (a person is asked), "refused".
    """

    name: str
    kind: str
    write: Write
    rounds: str = ""
    results: bool = True
    points: bool = False
    verdict: str = "equal"
    players: int = 8

    def facts(self, cup: Cup) -> Facts:
        """Return the facts of an event that are in this shape."""
        return Facts.of(cup, rounds=self.rounds, results=self.results, points=self.points)

    def data(self, cup: Cup) -> bytes:
        """Return an event in this shape, as bytes of a file."""
        written = self.write(cup)
        return written.encode() if isinstance(written, str) else written


SHAPES: dict[str, Shape] = {}


def shape(
    name: str,
    kind: str,
    *,
    rounds: str = "",
    results: bool = True,
    points: bool = False,
    verdict: str = "equal",
    players: int = 8,
) -> Callable[[Write], Write]:
    """Register a function as a shape."""

    def register(write: Write) -> Write:
        assert name not in SHAPES, name
        SHAPES[name] = Shape(name, kind, write, rounds, results, points, verdict, players)
        return write

    return register
