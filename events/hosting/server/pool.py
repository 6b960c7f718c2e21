"""A fixed number of threads in which Django works."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

from events.counting import THREADS_BUSY

T = TypeVar("T")
Job = tuple[asyncio.AbstractEventLoop, "asyncio.Future[Any]", Callable[[], Any]]
# How many threads a worker has: from the server's own process to its workers.
THREADS = "MATCHSLIP_THREADS"


class Pool:
    """Threads that end with the process: one that hangs keeps no server from stopping."""

    def __init__(self, threads: int) -> None:
        self.size = threads
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        for number in range(threads):
            threading.Thread(target=self._work, name=f"django-{number}", daemon=True).start()

    async def run(self, job: Callable[[], T]) -> T:
        """Do a job in the next free thread; return what it returns, raise what it raises."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put((loop, future, job))
        return await future

    def _work(self) -> None:
        while True:
            loop, future, job = self._jobs.get()
            if future.cancelled():
                continue
            try:
                with THREADS_BUSY.track_inprogress():
                    tell, what = future.set_result, job()
            except BaseException as error:  # noqa: BLE001 - handed to whoever waits for it
                tell, what = future.set_exception, error
            # A loop that has ended needs no answer.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_tell, future, tell, what)


def _tell(future: "asyncio.Future[Any]", tell: Callable[[Any], None], what: Any) -> None:
    if not future.cancelled():
        tell(what)
