"""Whoever enters results of one round waits in the order of coming, and without a thread."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

# What ten desks send at the same moment, and the database takes one after the other.
ENTRY = "/enter/"
# While one waits for the disk the next one is read.
AT_ONCE = 2


@dataclass(slots=True)
class _Line:
    """Those who enter results of one round: who is at work, and how many there are altogether."""

    turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    people: int = 0


class Turns:
    """Lets a few results of one round be entered at a time; everything else passes by.

    Ten threads that wait for one lock wake and switch all the time, get it in any order, and keep
    other pages waiting. Who is in line here costs nothing, and the first to come is the first.
    """

    def __init__(self) -> None:
        self._lines: dict[str, _Line] = {}

    @asynccontextmanager
    async def take(self, path: str, method: str) -> AsyncIterator[None]:
        """Wait for a turn where results are entered."""
        if method != "POST" or not path.endswith(ENTRY):
            yield
            return
        line = self._lines.setdefault(path, _Line())
        line.people += 1
        try:
            async with line.turn:
                yield
        finally:
            line.people -= 1
            if not line.people:
                del self._lines[path]
