"""Read request bodies completely before Django handles the request."""

import asyncio
import tempfile
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import IO, Any

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Sender = Callable[[], Awaitable[Hashable | None]]
MEGABYTE = 1024 * 1024


class BodyError(Exception):
    """A body that is not read to its end."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


class DisconnectedError(Exception):
    """The client has disconnected."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes and seconds.

    A body has `seconds` to arrive, and one more for every `bytes_a_second` received, `most_seconds`
    at most: a form in a slow network arrives completely, a trickle does not.
    """

    of_anybody: int = 64 * 1024
    of_staff: int = 32 * MEGABYTE
    seconds: float = 15
    bytes_a_second: int = 4096
    most_seconds: float = 300
    # Limits of bodies being received at once: small ones of all clients, large ones of all staff,
    # and large ones of one account.
    awaited: int = 256
    large: int = 8
    large_of_one: int = 2
    # Larger bodies are buffered in a file.
    in_memory: int = MEGABYTE


@dataclass(slots=True)
class Bodies:
    """Reads bodies; `sender` returns the account that sends a large one, None for a stranger."""

    limits: Limits = Limits()
    _awaited: OrderedDict[object, asyncio.Timeout] = field(default_factory=OrderedDict)
    _large: int = 0
    _senders: Counter[Hashable] = field(default_factory=Counter)

    async def read(self, receive: Receive, announced: int, sender: Sender) -> IO[bytes]:
        """Return a whole body as a file positioned at its start.

        `announced` is its length in bytes, or 0 if unknown. Raises BodyError for a body that is too
        large, too slow or one too many, DisconnectedError if the sender disconnects.
        """
        body = tempfile.SpooledTemporaryFile(self.limits.in_memory)  # noqa: SIM115 - handed on
        try:
            if announced > self.limits.of_anybody:
                await self._read_large(body, receive, sender)
            else:
                await self._read_small(body, receive, sender)
        except BaseException:
            body.close()
            raise
        body.seek(0)
        return body

    async def _read_small(self, body: IO[bytes], receive: Receive, sender: Sender) -> None:
        ticket = object()
        try:
            async with asyncio.timeout(self.limits.seconds) as patience:
                # A new body takes the place of the one that has been awaited longest.
                if len(self._awaited) >= self.limits.awaited:
                    _ticket, oldest = self._awaited.popitem(last=False)
                    oldest.reschedule(asyncio.get_running_loop().time())
                self._awaited[ticket] = patience
                ended = await self._take(body, receive, self.limits.of_anybody, patience)
        except TimeoutError as error:
            raise BodyError(HTTPStatus.REQUEST_TIMEOUT) from error
        finally:
            self._awaited.pop(ticket, None)
        if not ended:
            await self._read_large(body, receive, sender)

    async def _read_large(self, body: IO[bytes], receive: Receive, sender: Sender) -> None:
        if self._large >= self.limits.large:
            raise BodyError(HTTPStatus.SERVICE_UNAVAILABLE)
        self._large += 1
        try:
            who = await sender()
            if who is None:
                raise BodyError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            with self._share(who):
                async with asyncio.timeout(self.limits.seconds) as patience:
                    if not await self._take(body, receive, self.limits.of_staff, patience):
                        raise BodyError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        except TimeoutError as error:
            raise BodyError(HTTPStatus.REQUEST_TIMEOUT) from error
        finally:
            self._large -= 1

    @contextmanager
    def _share(self, who: Hashable) -> Iterator[None]:
        """Count a large body of an account; BodyError if it leaves too little to others."""
        if self._senders[who] >= self.limits.large_of_one:
            raise BodyError(HTTPStatus.TOO_MANY_REQUESTS)
        self._senders[who] += 1
        try:
            yield
        finally:
            self._senders[who] -= 1
            if not self._senders[who]:
                del self._senders[who]

    async def _take(
        self, body: IO[bytes], receive: Receive, most: int, patience: asyncio.Timeout
    ) -> bool:
        """Write received data into `body`; return False once it exceeds `most` bytes."""
        began = asyncio.get_running_loop().time()
        start = body.tell()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise DisconnectedError
            body.write(message["body"])
            if not message["more_body"]:
                return body.tell() <= most
            if body.tell() > most:
                return False
            earned = (body.tell() - start) / self.limits.bytes_a_second
            whole = min(self.limits.seconds + earned, self.limits.most_seconds)
            patience.reschedule(began + whole)
