"""Share the threads between accounts, and queue heavy requests.

Requests wait here without a thread, and not for long: then they are refused with an explanation.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import IO

from events.web.heavy.jobs import LOOK_EVERY, turn_of
from events.web.write_failures import Trouble, status_of

# Threads of a worker per account, one of them for heavy requests. This many further requests of the
# account wait; the next one is refused at once.
THREADS_OF_ACCOUNT = 2
MOST_WAITING, MOST_HEAVY_WAITING = 100, 4
# Heavy requests of all clients that wait in one queue, and the longest wait in seconds.
MOST_IN_LINE = 20
HEAVY_PATIENCE = 20.0


class FullError(Exception):
    """A request is refused unstarted: too many wait already, or it has waited too long.

    `trouble` is the text of the page, None if the server answers without Django.
    """

    def __init__(self, trouble: Trouble | None) -> None:
        super().__init__(trouble)
        self.trouble = trouble

    @property
    def status(self) -> HTTPStatus:
        """The HTTP status of the answer."""
        if self.trouble is None:
            return HTTPStatus.SERVICE_UNAVAILABLE
        return status_of(self.trouble)


@dataclass(slots=True)
class _Queue:
    """Turns for a few requests at once, and the number waiting or in progress.

    `most` of them; one more, and one whose turn does not come, is refused with its trouble.
    """

    at_once: int
    most: int
    full: Trouble
    late: Trouble
    requests: int = 0
    turns: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self.turns = asyncio.Semaphore(self.at_once)

    @asynccontextmanager
    async def turn(self, seconds: float) -> AsyncIterator[None]:
        """Wait for a turn, at most this many seconds; FullError if none comes."""
        if self.requests >= self.most:
            raise FullError(self.full)
        self.requests += 1
        try:
            try:
                async with asyncio.timeout(seconds):
                    await self.turns.acquire()
            except TimeoutError as error:
                raise FullError(self.late) from error
            try:
                yield
            finally:
                self.turns.release()
        finally:
            self.requests -= 1


def _threads() -> _Queue:
    most = THREADS_OF_ACCOUNT + MOST_WAITING
    return _Queue(THREADS_OF_ACCOUNT, most, Trouble.SHARE, Trouble.LATE)


def _heavy_ones() -> _Queue:
    return _Queue(1, 1 + MOST_HEAVY_WAITING, Trouble.SHARE, Trouble.SHARE)


def _line() -> _Queue:
    return _Queue(1, 1 + MOST_IN_LINE, Trouble.QUEUE, Trouble.QUEUE)


@dataclass(slots=True)
class _Share:
    """The requests of one account in this worker."""

    threads: _Queue = field(default_factory=_threads)
    heavy: _Queue = field(default_factory=_heavy_ones)

    @property
    def is_idle(self) -> bool:
        """Whether no request of the account is waiting or in progress."""
        return not self.threads.requests and not self.heavy.requests


class Shares:
    """The accounts active in this worker; use it in its event loop only."""

    def __init__(self) -> None:
        self._shares: dict[Hashable, _Share] = {}
        self._lines: defaultdict[str, _Queue] = defaultdict(_line)

    @asynccontextmanager
    async def of(self, account: Hashable, seconds: float) -> AsyncIterator[None]:
        """Wait for one of the account's threads; FullError if none is free in time."""
        with self._share(account) as share:
            async with share.threads.turn(seconds):
                yield

    @asynccontextmanager
    async def heavy(self, line: str, account: Hashable | None) -> AsyncIterator[None]:
        """Wait for the turn of a heavy request, first after those of the same account.

        Queues are shared by all workers on this computer; the queue of an account is local to its
        worker.
        """
        async with AsyncExitStack() as turns:
            if account is not None:
                share = turns.enter_context(self._share(account))
                await turns.enter_async_context(share.heavy.turn(HEAVY_PATIENCE))
            await turns.enter_async_context(self._lines[line].turn(HEAVY_PATIENCE))
            turns.enter_context(await _turn_over_workers(line))
            yield

    @contextmanager
    def _share(self, account: Hashable) -> Iterator[_Share]:
        share = self._shares.setdefault(account, _Share())
        try:
            yield share
        finally:
            if share.is_idle:
                self._shares.pop(account, None)


async def _turn_over_workers(line: str) -> IO[str]:
    """Wait until no other worker on this computer serves a queue; FullError if too long."""
    until = asyncio.get_running_loop().time() + HEAVY_PATIENCE
    while (held := turn_of(line)) is None:
        if asyncio.get_running_loop().time() >= until:
            raise FullError(Trouble.QUEUE)
        await asyncio.sleep(LOOK_EVERY)
    return held
