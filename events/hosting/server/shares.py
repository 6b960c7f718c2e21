"""The share of each account in the threads, and the lines of heavy requests.

What waits here waits without a thread, and not for long: then it is refused in words.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus

from events.web.write_failures import Trouble, status_of

# Threads of a worker that one account has at once, one of them for a heavy request. The other
# requests of the account wait: so many of them, then the next one is refused at once.
THREADS_OF_ACCOUNT = 2
MOST_WAITING, MOST_HEAVY_WAITING = 100, 4
# Heavy requests of all accounts and strangers that wait in one line, and for how many seconds.
MOST_IN_LINE = 20
HEAVY_PATIENCE = 20.0


class FullError(Exception):
    """A request that is not begun: too many wait already, or it has waited too long.

    `trouble` is what the page says, None where the server says it without Django.
    """

    def __init__(self, trouble: Trouble | None) -> None:
        super().__init__(trouble)
        self.trouble = trouble

    @property
    def status(self) -> HTTPStatus:
        """The status of the answer."""
        if self.trouble is None:
            return HTTPStatus.SERVICE_UNAVAILABLE
        return status_of(self.trouble)


@dataclass(slots=True)
class _Share:
    """What one account has in this worker: its turns, and how many requests wait or are at work."""

    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(THREADS_OF_ACCOUNT))
    heavy_turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    requests: int = 0
    heavy_requests: int = 0


@dataclass(slots=True)
class _Line:
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    requests: int = 0


class Shares:
    """Who is at work in this worker; to be used in its event loop only."""

    def __init__(self) -> None:
        self._shares: dict[Hashable, _Share] = {}
        self._lines: defaultdict[str, _Line] = defaultdict(_Line)

    @asynccontextmanager
    async def of(self, account: Hashable, seconds: float) -> AsyncIterator[None]:
        """Wait for one of the account's threads; FullError where none comes in time."""
        share = self._shares.setdefault(account, _Share())
        if share.requests >= THREADS_OF_ACCOUNT + MOST_WAITING:
            raise FullError(Trouble.SHARE)
        share.requests += 1
        try:
            await _acquire(share.turns, seconds, Trouble.LATE)
            try:
                yield
            finally:
                share.turns.release()
        finally:
            share.requests -= 1
            self._forget(account, share)

    @asynccontextmanager
    async def heavy(self, line: str, account: Hashable | None) -> AsyncIterator[None]:
        """Wait for the turn of a heavy request, first behind those of the same account."""
        if account is None:
            async with self._in_line(line):
                yield
            return
        share = self._shares.setdefault(account, _Share())
        if share.heavy_requests > MOST_HEAVY_WAITING:
            raise FullError(Trouble.SHARE)
        share.heavy_requests += 1
        try:
            await _acquire(share.heavy_turns, HEAVY_PATIENCE, Trouble.SHARE)
            try:
                async with self._in_line(line):
                    yield
            finally:
                share.heavy_turns.release()
        finally:
            share.heavy_requests -= 1
            self._forget(account, share)

    @asynccontextmanager
    async def _in_line(self, name: str) -> AsyncIterator[None]:
        line = self._lines[name]
        if line.requests > MOST_IN_LINE:
            raise FullError(Trouble.QUEUE)
        line.requests += 1
        try:
            await _acquire(line.turns, HEAVY_PATIENCE, Trouble.QUEUE)
            try:
                yield
            finally:
                line.turns.release()
        finally:
            line.requests -= 1

    def _forget(self, account: Hashable, share: _Share) -> None:
        if not share.requests and not share.heavy_requests:
            self._shares.pop(account, None)


async def _acquire(turns: asyncio.Semaphore, seconds: float, trouble: Trouble) -> None:
    try:
        async with asyncio.timeout(seconds):
            await turns.acquire()
    except TimeoutError as error:
        raise FullError(trouble) from error
