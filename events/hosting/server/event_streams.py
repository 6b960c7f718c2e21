"""Stream events to programs: hold connections open and send each change.

Django answers with the newest message (events/api/stream.py). Here the answer continues with a
message for each change, and a line after each quiet period. Only the newest message waits for a
slow reader.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from domain.networks import networks_of
from events.api.stream import STREAM
from events.hosting.server.connection_limits import speaks_for_many
from events.public_site.page_cache import page_cache

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

# Proxies and phones close connections after a minute of silence.
QUIET_SECONDS = 25.0
QUIET = b":\n\n"
# Streams in one worker: of all clients, and of one network. Wider networks get more, and the
# address of a proxy has no limit of its own, because many clients share it.
MOST, AN_ADDRESS = 2000, 100


@dataclass(eq=False, slots=True)
class Listener:
    """A listening program. `waiting` is its next message."""

    slug: str
    address: str
    sent: bytes
    sent_at: float
    waiting: bytes = b""
    ended: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, message: bytes, now: float) -> None:
        """Send a message; it replaces one still waiting."""
        self.waiting, self.sent_at = message, now
        self.woken.set()

    def end(self) -> None:
        """End the stream after the waiting message."""
        self.ended = True
        self.woken.set()


class EventStreams:
    """The streams of one worker. All methods but `hear` run in the listening thread."""

    def __init__(self, most: int = MOST, an_address: int = AN_ADDRESS) -> None:
        self.most, self.an_address = most, an_address
        self.proxies: Collection[str] = ()
        self.by_slug: dict[str, dict[Listener, None]] = {}
        self._networks: Counter[str] = Counter()
        self._count = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._leaving = False

    def __len__(self) -> int:
        return self._count

    async def hold(
        self,
        scope: MutableMapping[str, Any],
        headers: list[tuple[bytes, bytes]],
        first: bytes,
        send: Send,
    ) -> None:
        """Send the first message and all further ones, until program or server leave."""
        self._loop = asyncio.get_running_loop()
        slug, address = scope["path"].split("/")[-2], scope["client"][0]
        gone: Callable[[], bool] = scope["state"]["gone"]
        listener = Listener(slug, address, first, time.monotonic())
        self.by_slug.setdefault(slug, {})[listener] = None
        self._count += 1
        self._networks.update(network for network, _times in networks_of(address))
        scope["state"]["at_end"](listener.end)
        # The length header is removed, because the response continues.
        headers = [header for header in headers if header[0].lower() != b"content-length"]
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": first, "more_body": True})
            self._catch_up(listener)
            while not (listener.ended or gone()):
                await listener.woken.wait()
                listener.woken.clear()
                message, listener.waiting = listener.waiting, b""
                await send({"type": "http.response.body", "body": message, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._remove(listener)

    def has_room(self, scope: MutableMapping[str, Any]) -> bool:
        """Return whether this request can be held; else its answer ends after one message."""
        is_plain = scope["method"] == "GET" and scope["http_version"] != "1.0"
        if self._leaving or not is_plain or "at_end" not in scope.get("state", {}):
            return False
        address = scope["client"][0] if scope.get("client") else ""
        if len(self) >= self.most:
            return False
        return speaks_for_many(address, self.proxies) or all(
            self._networks[network] < self.an_address * times
            for network, times in networks_of(address)
        )

    def hear(self, slug: str, message: bytes, is_over: bool) -> None:
        """Send a message to an event's listeners; can be called from any thread."""
        if self._loop is not None and slug in self.by_slug:
            self._loop.call_soon_threadsafe(self._tell, slug, message, is_over)

    def every_second(self) -> None:
        """Send a line on quiet streams, and keep their events in memory."""
        now = time.monotonic()
        for slug, listeners in list(self.by_slug.items()):
            cached = page_cache.cached.get(slug)
            if cached is not None:
                cached.used = now
            for listener in listeners:
                if cached is None:
                    # Deleted, renamed, or evicted for lack of memory: clients reconnect.
                    listener.end()
                elif now - listener.sent_at > QUIET_SECONDS:
                    listener.tell(listener.waiting or QUIET, now)

    def end(self) -> None:
        """End every stream because this process stops."""
        if not self._leaving:
            self._leaving = True
            for listeners in self.by_slug.values():
                for listener in listeners:
                    listener.end()

    def _tell(self, slug: str, message: bytes, is_over: bool) -> None:
        now = time.monotonic()
        for listener in self.by_slug.get(slug, ()):
            if listener.sent != message:
                listener.sent = message
                listener.tell(message, now)
            if is_over:
                listener.end()

    def _catch_up(self, listener: Listener) -> None:
        """Send changes made between the first message and the joining."""
        cached = page_cache.cached.get(listener.slug)
        if cached is not None and cached.news not in (b"", listener.sent):
            listener.sent = cached.news
            listener.tell(cached.news, time.monotonic())

    def _remove(self, listener: Listener) -> None:
        listeners = self.by_slug[listener.slug]
        del listeners[listener]
        if not listeners:
            del self.by_slug[listener.slug]
        self._count -= 1
        for network, _times in networks_of(listener.address):
            self._networks[network] -= 1
            if not self._networks[network]:
                del self._networks[network]


def is_stream(status: int, headers: list[tuple[bytes, bytes]]) -> bool:
    """Return whether an answer of Django starts a stream."""
    return status == 200 and (b"content-type", STREAM.encode()) in [
        (name.lower(), text) for name, text in headers
    ]


streams = EventStreams()
