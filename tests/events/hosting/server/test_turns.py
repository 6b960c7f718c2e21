"""Results of one round are entered a few at a time, in the order in which they came."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.urls import reverse

from events.hosting.server.turns import AT_ONCE, Turns

ENTRIES = reverse("staff:enter", args=["spring", 3])
OTHERS = reverse("staff:enter", args=["autumn", 3])


class Work:
    """Requests that are at work until they are let go."""

    def __init__(self) -> None:
        self.turns = Turns()
        self.begun: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def send(self, name: str, path: str = ENTRIES, method: str = "POST") -> None:
        self._ends[name] = asyncio.Event()
        self._tasks.append(asyncio.create_task(self._work(name, path, method)))
        await self.settle()

    async def end(self, name: str) -> None:
        self._ends[name].set()
        await self.settle()

    async def end_all(self) -> None:
        for name in self._ends:
            await self.end(name)
        await asyncio.gather(*self._tasks)

    async def settle(self) -> None:
        for _step in range(10):
            await asyncio.sleep(0)

    async def _work(self, name: str, path: str, method: str) -> None:
        async with self.turns.take(path, method):
            self.begun.append(name)
            await self._ends[name].wait()


def run(work: Coroutine[Any, Any, None]) -> None:
    # In a thread of its own: the browser tests keep a loop running in the one of the tests.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def test_who_came_first_is_first_and_few_are_at_work() -> None:
    async def ten_desks() -> None:
        work = Work()
        names = [f"{number}" for number in range(10)]
        for name in names:
            await work.send(name)
        for done in range(10 - AT_ONCE):
            assert work.begun == names[: AT_ONCE + done]
            await work.end(names[done])
        await work.end_all()
        assert work.begun == names

    run(ten_desks())


def test_nobody_else_waits_for_them() -> None:
    async def a_busy_round() -> None:
        work = Work()
        for number in range(AT_ONCE + 1):
            await work.send(f"{number}")
        await work.send("another event", OTHERS)
        await work.send("a page", ENTRIES, "GET")
        await work.send("undo", reverse("staff:undo", args=["spring", 3]))
        assert work.begun[AT_ONCE:] == ["another event", "a page", "undo"]
        await work.end_all()
        assert work.begun[-1] == f"{AT_ONCE}"

    run(a_busy_round())


def test_what_breaks_gives_its_turn_back_and_nothing_is_kept() -> None:
    async def one_after_the_other() -> None:
        turns = Turns()
        for _time in range(AT_ONCE + 1):
            with pytest.raises(ValueError, match="broken"):
                async with turns.take(ENTRIES, "POST"):
                    raise ValueError("broken")
        assert not turns._lines

    run(one_after_the_other())
