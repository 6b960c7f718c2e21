"""One connection: Uvicorn's, which asks the door before anything else."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from events.hosting.server.door import Question, door
from events.hosting.server.guests import Guests, guests

# Apache takes 8 KB a line and 100 lines, nginx 32 KB altogether: nobody sends more.
MOST_HEAD = 64 * 1024
# Browsers never ask for the next page before they have the last one, and proxies hardly.
MOST_AHEAD = 32
# A shorter body is sent in one piece with its head.
SHORT = 4096
# Seconds in which a question that was on its way when the server was told to stop still arrives.
LINGER = 0.5
END, END_AND_CLOSE = b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"


class DoorProtocol(HttpToolsProtocol):
    """Answers public pages from memory; everything else becomes a task, as ever."""

    guests: Guests = guests

    def connection_made(self, transport: Any) -> None:
        """Let a connection in, or close it when there is no room for it."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.reading_since: float | None = self.guests.now
        self.answered_at = self.guests.now
        self.unsent, self.unsent_since = 0, 0.0
        self.head_size = 0
        # Whether the request that is being read was answered here.
        self.answered = False
        # Whether the parser stands between two requests, and how many the last piece of data had.
        self.between = True
        self.in_this_piece = 0
        self.question: Question | None = None
        # Whether the server stops: what is asked now is the last this connection is answered.
        self.leaving = False
        if not self.guests.arrive(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self.guests.leave(self)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Take leave: who is asking now is answered, and whose question is still on its way too."""
        self.leaving = True
        if self._in_turn():
            self.loop.call_later(LINGER, self._close_unless_asked)
        else:
            super().shutdown()

    def _close_unless_asked(self) -> None:
        if self._in_turn():
            self.transport.close()

    def is_idle(self) -> bool:
        """Return whether nothing is being answered."""
        return self._in_turn() and not self.transport.get_write_buffer_size()

    def data_received(self, data: bytes) -> None:
        """Take what came. A request that came before, byte by byte, is not read again."""
        begins = self.between
        if begins:
            asked = door.asked.get(data)
            if asked is not None and self._may_answer() and self._answer(asked, stays=True):
                self._unset_keepalive_if_required()
                return
        self.question = None
        self.in_this_piece = 0
        super().data_received(data)
        question = self._asked_in_one_piece() if begins else None
        if question is not None:
            door.remember(data, question)
        elif self.reading_since is not None and not self.transport.is_closing():
            self.head_size += len(data)
            if self.head_size > MOST_HEAD:
                self._refuse(b"431 Request Header Fields Too Large")

    def on_message_begin(self) -> None:
        """Start to read a request. Uvicorn's values for it are only made where Django answers."""
        self.url = b""
        self.headers = []
        self.expect_100_continue = False
        self.answered = self.between = False
        self.in_this_piece += 1
        self.reading_since = self.guests.now
        self.head_size = 0

    def on_headers_complete(self) -> None:
        """Answer from memory, or hand the request on."""
        self.reading_since = None
        self.answered_at = self.guests.now
        if self.transport.is_closing():
            self.answered = True
            return
        if self._may_answer():
            question = door.understand(self.parser.get_method(), self.url, self.headers)
            if question is not None:
                stays = self.parser.should_keep_alive() and self.parser.get_http_version() != "1.0"
                if self._answer(question, stays=stays):
                    self.answered = True
                    self.question = question if stays else None
                    return
        self._hand_on()

    def on_body(self, body: bytes) -> None:
        """Take a part of a body that somebody waits for."""
        if not self.answered:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Note the end of a request."""
        self.between = True
        if not self.answered:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """Note when Django's answer was done: from then on the connection is idle."""
        self.answered_at = self.guests.now
        super().on_response_complete()

    def _in_turn(self) -> bool:
        """Return whether everything that was asked before is answered."""
        return (self.cycle is None or self.cycle.response_complete) and not self.pipeline

    def _may_answer(self) -> bool:
        # A reader who takes nothing gets nothing more.
        return self._in_turn() and not self.flow.write_paused and not self.transport.is_closing()

    def _asked_in_one_piece(self) -> Question | None:
        """Return what the last piece of data asked, if it was one whole request and no more."""
        return self.question if self.between and self.in_this_piece == 1 else None

    def _answer(self, question: Question, *, stays: bool) -> bool:
        answer = door.answer(question)
        if answer is None:
            return False
        head, body = answer
        self.reading_since, self.answered_at = None, self.guests.now
        stays = stays and not self.leaving
        end = END if stays else END_AND_CLOSE
        if len(body) < SHORT:
            self.transport.write(head + end + body)
        else:
            self.transport.writelines((head + end, body))
        if not stays:
            self.transport.close()
        return True

    def _refuse(self, status: bytes) -> None:
        self.transport.write(b"HTTP/1.1 %b\r\nContent-Length: 0%b" % (status, END_AND_CLOSE))
        self.transport.close()

    def _hand_on(self) -> None:
        if len(self.pipeline) >= MOST_AHEAD:
            self.answered = True
            self.transport.abort()
            return
        url, headers, expects = self.url, self.headers, self.expect_100_continue
        super().on_message_begin()
        self.url, self.expect_100_continue = url, expects
        self.headers.extend(headers)
        super().on_headers_complete()
        cycle = self.cycle
        if self.leaving:
            cycle.keep_alive = False
        # For Bridge: who left meanwhile needs no answer, and a body that came is not awaited.
        self.scope["state"]["gone"] = lambda: cycle.disconnected
        self.scope["state"]["came"] = lambda: None if cycle.more_body else bytes(cycle.body)
