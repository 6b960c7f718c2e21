"""Streams that the server holds open: who hears what, and when a stream ends."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from events.hosting.server import event_streams as module
from events.hosting.server import protocol, wsgi_bridge
from events.hosting.server.event_streams import QUIET, EventStreams, is_stream
from events.public_site.page_cache import CachedEvent, page_cache
from tests.events.hosting.server.conftest import Site, until_end
from tests.faults.waiting import wait_for

ASK = b"GET /streams/cup/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"
FIRST, SECOND, LAST = b"data: first\n\n", b"data: second\n\n", b"data: last\n\n"
END = b"0\r\n\r\n"


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> Iterator[EventStreams]:
    """Streams of one test, of an event that is held in memory."""
    made = EventStreams(most=3, an_address=2)
    for place in (module, protocol, wsgi_bridge):
        monkeypatch.setattr(place, "streams", made)
    held = SimpleNamespace(news=FIRST, used=0.0, stale_since=None)
    page_cache.cached["cup"] = cast(CachedEvent, held)
    yield made
    page_cache.cached.pop("cup", None)


@pytest.fixture
def here(streams: EventStreams, site: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A site whose look of every second is done by the test."""
    monkeypatch.setattr(module, "speaks_for_many", lambda *_asked: True)
    return site


def heard(line: socket.socket, what: bytes) -> bytes:
    """Everything that comes until `what` does."""
    line.settimeout(60)
    came = b""
    while what not in came:
        piece = line.recv(65536)
        assert piece, came
        came += piece
    return came


def in_loop(streams: EventStreams, act: Callable[[], None]) -> None:
    """Do something in the thread of the server, and wait for it."""
    assert streams._loop is not None
    done = threading.Event()
    streams._loop.call_soon_threadsafe(act)
    streams._loop.call_soon_threadsafe(done.set)
    assert done.wait(60)


@contextlib.contextmanager
def listening(site: Site, request: bytes = ASK) -> Iterator[socket.socket]:
    with site.connect() as line:
        line.sendall(request)
        heard(line, FIRST)
        yield line


def test_a_listener_hears_each_change_and_the_end(streams: EventStreams, here: Site) -> None:
    with listening(here) as line, listening(here) as other:
        assert len(streams) == 2
        streams.hear("cup", SECOND, False)
        for each in (line, other):
            heard(each, SECOND)
        streams.hear("cup", SECOND, False)
        streams.hear("another", LAST, True)
        streams.hear("cup", LAST, True)
        for each in (line, other):
            came = heard(each, END)
            assert LAST in came
            assert SECOND not in came, "the same news is told once"
    assert wait_for(lambda: len(streams) == 0 and not streams.by_slug)


def test_the_head_says_that_it_goes_on(streams: EventStreams, here: Site) -> None:
    with here.connect() as line:
        line.sendall(ASK)
        head = heard(line, FIRST).lower()
    assert b"content-type: text/event-stream" in head
    assert b"transfer-encoding: chunked" in head
    assert b"content-length" not in head


def test_what_changed_before_it_joined_is_told(streams: EventStreams, here: Site) -> None:
    page_cache.cached["cup"].news = SECOND
    with here.connect() as line:
        line.sendall(ASK)
        assert FIRST in heard(line, SECOND)


def test_who_left_is_forgotten_and_silence_is_broken(
    streams: EventStreams, here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening(here) as line:
        with listening(here):
            assert len(streams) == 2
        assert wait_for(lambda: len(streams) == 1)
        in_loop(streams, streams.every_second)
        assert page_cache.cached["cup"].used > 0, "its pages stay in memory"
        monkeypatch.setattr(module, "QUIET_SECONDS", 0.0)
        in_loop(streams, streams.every_second)
        heard(line, QUIET)
        page_cache.cached.pop("cup")
        in_loop(streams, streams.every_second)
        heard(line, END)


def test_a_slow_reader_gets_the_newest_message(streams: EventStreams, here: Site) -> None:
    with listening(here) as line:
        [listener] = streams.by_slug["cup"]

        def twice() -> None:
            listener.tell(SECOND, 0)
            listener.tell(LAST, 0)

        in_loop(streams, twice)
        assert SECOND not in heard(line, LAST)


def test_beyond_the_limits_an_answer_ends_with_its_first_message(
    streams: EventStreams, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "speaks_for_many", lambda *_asked: False)
    close = ASK.replace(b"Host", b"Connection: close\r\nHost")
    with listening(site), listening(site):
        assert site.ask(close).endswith(FIRST), "two from an address"
        monkeypatch.setattr(module, "speaks_for_many", lambda *_asked: True)
        with listening(site):
            assert site.ask(close).endswith(FIRST), "three altogether"
    old = ASK.replace(b"HTTP/1.1", b"HTTP/1.0")
    assert site.ask(old).endswith(FIRST)
    assert b"\r\n\r\n" in site.ask(close.replace(b"GET", b"HEAD"))
    assert is_stream(404, [(b"Content-Type", b"text/event-stream")]) is False


def test_a_server_that_stops_ends_every_stream(streams: EventStreams, here: Site) -> None:
    with listening(here) as line:
        began = time.monotonic()
        here.server.should_exit = True
        assert until_end(line).endswith(END)
        assert time.monotonic() - began < 30
    state: dict[str, Any] = {"at_end": list.append}
    asked = {"method": "GET", "http_version": "1.1", "state": state, "client": ("1.2.3.4", 1)}
    assert not streams.has_room(asked)


def test_a_network_of_ipv6_listens_as_one(streams: EventStreams) -> None:
    state: dict[str, Any] = {"at_end": list.append}

    def has_room(address: str) -> bool:
        asked = {"method": "GET", "http_version": "1.1", "state": state, "client": (address, 1)}
        return streams.has_room(asked)

    streams._networks.update({"2001:db8::/64": 2, "2001:db8::/56": 2, "2001:db8::/48": 2})
    assert not has_room("2001:db8::1")
    assert not has_room("2001:db8::ffff")
    assert has_room("2001:db8:0:1::1")
    streams._networks.update({"2001:db8::/56": 6})
    assert not has_room("2001:db8:0:1::1"), "four times as much for a /56"
    assert has_room("2001:db8:0:100::1")
