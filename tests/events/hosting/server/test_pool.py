"""The threads of a worker: which one works next, and what becomes of a job."""

import asyncio
import resource
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from events.hosting.server.thread_pool import Pool

WAIT = 30.0


def run(work: Coroutine[Any, Any, None]) -> None:
    # In a separate thread, because the browser tests keep an event loop running in the tests' own.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def name() -> str:
    return threading.current_thread().name


async def come_and_leave(pool: Pool, work: Callable[[], object], line: str | None = None) -> None:
    """Send a job and leave while one that came before it is at work."""
    free = threading.Event()
    busy = asyncio.create_task(pool.run(partial(free.wait, WAIT), line))
    await asyncio.sleep(0)
    waiting = asyncio.create_task(pool.run(work, line))
    await asyncio.sleep(0)
    waiting.cancel()
    free.set()
    assert await busy


class Work:
    """Jobs that are at work until they are let go."""

    def __init__(self, threads: int, in_line: int = 1) -> None:
        self.pool = Pool(threads, in_line)
        self.begun: list[str] = []
        self._ends: dict[str, threading.Event] = {}
        self._tasks: list[asyncio.Task[str]] = []

    async def send(self, name: str, line: str | None = None) -> None:
        """Ask for a job; it begins before the next one is asked for, if it may."""
        self._ends[name] = threading.Event()
        self._tasks.append(asyncio.create_task(self.pool.run(partial(self._job, name), line)))
        await asyncio.sleep(0)

    async def begins(self, *names: str) -> None:
        """Wait until these have started, in any order, and nothing else has."""
        end = time.monotonic() + WAIT
        while set(self.begun) != set(names) and time.monotonic() < end:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.02)
        assert sorted(self.begun) == sorted(names)

    def end(self, name: str) -> None:
        self._ends[name].set()

    async def end_all(self) -> list[str]:
        for ended in self._ends.values():
            ended.set()
        return await asyncio.gather(*self._tasks)

    def _job(self, name: str) -> str:
        self.begun.append(name)
        assert self._ends[name].wait(WAIT)
        return name


def test_the_thread_that_worked_last_works_again() -> None:
    async def one_after_the_other() -> None:
        pool = Pool(4)
        # Until all of them wait, any thread may be the first.
        await asyncio.gather(*(pool.run(name) for _time in range(20)))
        last = await pool.run(name)
        assert {await pool.run(name) for _time in range(50)} == {last}

    run(one_after_the_other())


def test_more_jobs_than_threads_are_done_in_the_order_of_coming() -> None:
    async def a_crowd() -> None:
        work = Work(1)
        names = [f"{number}" for number in range(6)]
        for name in names:
            await work.send(name)
        await work.begins("0")
        assert await work.end_all() == work.begun == names

    run(a_crowd())


def test_what_breaks_is_raised_and_the_thread_goes_on() -> None:
    def broken() -> None:
        raise ValueError("broken")

    async def again() -> None:
        pool = Pool(1)
        for _time in range(3):
            with pytest.raises(ValueError, match="broken"):
                await pool.run(broken)
        assert await pool.run(name) == "django-0"

    run(again())


def test_whoever_left_while_they_waited_is_passed_over() -> None:
    async def gone() -> None:
        pool = Pool(1)
        done: list[str] = []
        await come_and_leave(pool, lambda: done.append("gone"))
        await pool.run(lambda: done.append("there"))
        assert done == ["there"]

    run(gone())


@pytest.mark.parametrize("in_line", [1, 2])
def test_who_came_first_is_first_and_few_of_a_line_are_at_work(in_line: int) -> None:
    async def ten_desks() -> None:
        work = Work(4, in_line)
        names = [f"{number}" for number in range(10)]
        for name in names:
            await work.send(name, "round 3")
        for done in range(10 - in_line):
            await work.begins(*names[: done + in_line])
            work.end(names[done])
        assert await work.end_all() == names
        assert not work.pool._lines

    run(ten_desks())


def test_nobody_else_waits_for_a_line() -> None:
    async def a_busy_round() -> None:
        work = Work(3)
        await work.send("first", "round 3")
        await work.send("second", "round 3")
        await work.send("another round", "round 4")
        await work.send("a page")
        await work.begins("first", "another round", "a page")
        await work.end_all()
        assert work.begun[-1] == "second"

    run(a_busy_round())


def test_a_line_takes_its_turn_behind_whoever_waits_for_a_thread() -> None:
    async def one_thread() -> None:
        work = Work(1)
        await work.send("first", "round 3")
        await work.send("second", "round 3")
        await work.send("a page")
        assert await work.end_all() == ["first", "second", "a page"]
        assert work.begun == ["first", "a page", "second"]

    run(one_thread())


def test_what_breaks_or_left_gives_its_turn_in_a_line_back() -> None:
    def broken() -> None:
        raise ValueError("broken")

    async def one_after_the_other() -> None:
        pool = Pool(2)
        for _time in range(3):
            with pytest.raises(ValueError, match="broken"):
                await pool.run(broken, "round 3")
        await come_and_leave(pool, broken, "round 3")
        assert await pool.run(name, "round 3")
        assert not pool._lines

    run(one_after_the_other())


def depth_of(calls: int) -> int:
    """Call so many functions within each other."""
    return 1 + depth_of(calls - 1) if calls else 0


def test_deep_calls_take_no_new_memory_each_time() -> None:
    def pages() -> int:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        for _ in range(500):
            # About 40 KB of frames: more than two of the blocks that Python allocates.
            assert depth_of(400) == 400
        return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

    async def work() -> None:
        assert await Pool(1).run(pages) < 500

    run(work())
