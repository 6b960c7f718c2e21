"""Strangers who hold connections open: nobody else has to wait."""

import resource
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.faults.running import Desk, Server, prepare, running

pytestmark = pytest.mark.slow

STALLED_BODIES, SLOW_READERS, HALF_HEADS = 60, 500, 500
# A client that waited behind the crowd would wait until the crowd is disconnected: 15 seconds and
# more.
SECONDS = 10
BODY = b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nab"
READER = b"GET /static/css/%b HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF = b"GET / HTTP/1.1\r\nHost: local"


@contextmanager
def crowd(server: Server, style: bytes) -> Iterator[None]:
    """Connect all strangers at once: each sends something and then stays silent."""
    sent = [BODY] * STALLED_BODIES + [READER % style] * SLOW_READERS + [HALF] * HALF_HEADS
    with ExitStack() as lines:
        for data in sent:
            line = lines.enter_context(socket.socket())
            # With a small buffer a client takes as little as possible before it counts as slow.
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.settimeout(30)
            line.connect(("127.0.0.1", server.port))
            line.sendall(data)
        yield


def seconds_for(ask: Callable[[], tuple[int, str]]) -> float:
    began = time.monotonic()
    status, page = ask()
    assert status == HTTPStatus.OK, page[:300]
    return time.monotonic() - began


def test_a_crowd_that_stalls_keeps_nobody_waiting(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    try:
        prepare(tmp_path)
        with running(tmp_path, MATCHSLIP_BACKUP_MINUTES="0") as server:
            desk = Desk(server)
            assert desk.log_in() == HTTPStatus.OK
            phone = Desk(server)
            _status, page = phone.get("/e/open/pairings/")
            style = page.split("/static/css/", 1)[1].split('"', 1)[0]
            desk.get("/staff/e/open/")

            def took() -> dict[str, float]:
                return {
                    "pairings": seconds_for(lambda: phone.get("/e/open/pairings/")),
                    "own page": seconds_for(lambda: phone.get("/e/open/players/3/")),
                    "desk": seconds_for(lambda: desk.get("/staff/e/open/")),
                    "entry": seconds_for(lambda: desk.enter("1 20")),
                    "login page": seconds_for(lambda: phone.get("/login/")),
                }

            alone = took()
            with crowd(server, style.encode()):
                beside = took()
            # A machine that is slow without any crowd may be just as slow with it.
            assert max(beside.values()) < max(SECONDS, 5 * max(alone.values())), (alone, beside)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_reload_turns_nobody_away(tmp_path: Path) -> None:
    prepare(tmp_path)
    with running(tmp_path, MATCHSLIP_BACKUP_MINUTES="0") as server:
        before = server.workers()
        phone = Desk(server)
        server.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 180
        while set(server.workers()) & set(before) and time.monotonic() < deadline:
            assert phone.get("/e/open/pairings/")[0] == HTTPStatus.OK
            assert phone.get("/login/")[0] == HTTPStatus.OK
        assert not set(server.workers()) & set(before)
        assert len(server.workers()) == len(before)
