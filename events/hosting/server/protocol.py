"""Handle one connection: Uvicorn's protocol with limits, and public pages from memory."""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from events.hosting.server.connection_limits import ConnectionLimiter, limiter
from events.hosting.server.event_streams import streams
from events.hosting.server.public_answers import public_answers

# Apache accepts 8 KB per line and 100 lines, nginx 32 KB in all; no client sends more.
MOST_HEAD = 64 * 1024
# Browsers do not pipeline, and proxies rarely do.
MOST_AHEAD = 32
# Grace period for requests already on their way when the server stops.
LINGER = 0.5
END, END_AND_CLOSE = b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"


class PageProtocol(HttpToolsProtocol):
    """Limits each connection and answers public pages from memory; other requests become tasks.

    As a task of Uvicorn's a page takes 65 µs of processor, here 16 (304: 52, and 13), nginx 12 and
    10 (`tests.bench serving` on two busy cores). With tasks, the server reaches 0.25 and 0.33 of
    nginx's answers per second; the goal is 0.5.
    """

    limiter: ConnectionLimiter = limiter

    def connection_made(self, transport: Any) -> None:
        """Admit a connection, or close it if there is no room."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.reading_since: float | None = self.limiter.now
        self.answered_at = self.limiter.now
        self.unsent, self.unsent_since = 0, 0.0
        self.head_size = 0
        # Called when the connection is lost, which is the only event that streams await.
        self.ends: list[Callable[[], None]] = []
        # Whether the server is stopping, so that the next answer closes this connection.
        self.leaving = False
        if not self.limiter.admit(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove a connection, and end the work that depends on it."""
        self.limiter.release(self)
        for end in self.ends:
            end()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """On shutdown, answer requests already received or still on their way."""
        self.leaving = True
        streams.end()
        if self._in_turn():
            self.loop.call_later(LINGER, self._close_unless_asked)
        else:
            super().shutdown()

    def _close_unless_asked(self) -> None:
        if self._in_turn():
            self.transport.close()

    def is_idle(self) -> bool:
        """Return whether no request is being answered."""
        return self._in_turn() and not self.transport.get_write_buffer_size()

    def data_received(self, data: bytes) -> None:
        """Accept received data, unless the head of a request grows too long."""
        super().data_received(data)
        if self.reading_since is not None and not self.transport.is_closing():
            self.head_size += len(data)
            if self.head_size > MOST_HEAD:
                self.transport.write(b"HTTP/1.1 431 Request Header Fields Too Large\r\n")
                self.transport.write(b"Content-Length: 0" + END_AND_CLOSE)
                self.transport.close()

    def on_message_begin(self) -> None:
        """Start reading a request."""
        super().on_message_begin()
        self.reading_since = self.limiter.now
        self.head_size = 0

    def on_headers_complete(self) -> None:
        """Answer from memory, or pass the request to Django."""
        self.reading_since = None
        self.answered_at = self.limiter.now
        if self.transport.is_closing():
            return
        # A client that does not read gets no further data.
        if self._in_turn() and not self.flow.write_paused:
            answer = public_answers.answer(self.parser.get_method(), self.url, self.headers)
            if answer is not None:
                self._send(*answer)
                return
        if len(self.pipeline) >= MOST_AHEAD:
            self.transport.abort()
            return
        super().on_headers_complete()
        cycle = self.cycle
        if self.leaving:
            cycle.keep_alive = False
        # For Bridge: a client that disconnected needs no answer.
        self.scope["state"]["gone"] = lambda: cycle.disconnected
        self.scope["state"]["at_end"] = self.ends.append

    def on_body(self, body: bytes) -> None:
        """Accept a part of an awaited body."""
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Record the end of a request; one answered from memory has no cycle."""
        if self.cycle is not None:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """Record the end of Django's answer, from which the connection is idle."""
        self.answered_at = self.limiter.now
        super().on_response_complete()

    def _in_turn(self) -> bool:
        """Return whether all earlier requests are answered."""
        return (self.cycle is None or self.cycle.response_complete) and not self.pipeline

    def _send(self, head: bytes, body: bytes) -> None:
        stays = self.parser.should_keep_alive() and self.parser.get_http_version() != "1.0"
        if stays and not self.leaving:
            self.transport.writelines((head + END, body))
        else:
            self.transport.writelines((head + END_AND_CLOSE, body))
            self.transport.close()
