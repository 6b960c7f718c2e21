"""Strangers who hold on to what others need: bodies that do not come, and threads."""

import select
import threading
from collections.abc import Callable

from events.hosting.server.bodies import Limits as BodyLimits
from events.hosting.server.bridge import FOR_STAFF
from tests.events.hosting.server.conftest import THREADS, Site, held, until_end
from tests.events.hosting.server.test_protocol import CLOSE, HOST, body_of, statuses


def test_stalled_bodies_hold_no_thread(make_site: Callable[..., Site]) -> None:
    site = make_site(bodies=BodyLimits(seconds=4, awaited=20))
    stalled = [site.connect() for _ in range(40)]
    for line in stalled:
        line.sendall(b"POST /login/ HTTP/1.1\r\nContent-Length: 1000\r\n" + HOST + b"\r\nab")
    assert statuses(site.ask(b"GET /other HTTP/1.1\r\n" + HOST + CLOSE)) == [200]
    sent_away = select.select(stalled, (), (), 0)[0]
    assert len(sent_away) < len(stalled), "while some of them still stall"
    for line in stalled:
        assert statuses(until_end(line)) == [408]
        line.close()


def test_large_bodies_are_for_people_with_a_login(make_site: Callable[..., Site]) -> None:
    site = make_site(bodies=BodyLimits(of_anybody=1000))
    fits = b"POST /f HTTP/1.1\r\nContent-Length: 1000\r\n" + HOST + CLOSE + b"x" * 1000
    assert body_of(site.ask(fits)) == b"POST|/f|||1000"
    announced = b"POST /f HTTP/1.1\r\nContent-Length: 99999\r\n" + HOST + b"\r\n" + b"x" * 99999
    assert statuses(site.ask(announced)) == [413]
    chunk = b"800\r\n" + b"x" * 2048 + b"\r\n"
    chunked = b"POST /f HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + HOST + b"\r\n" + chunk
    assert statuses(site.ask(chunked + b"0\r\n\r\n")) == [413]
    expecting = b"POST /f HTTP/1.1\r\nContent-Length: 99999\r\nExpect: 100-continue\r\n" + HOST
    assert statuses(site.ask(expecting + b"\r\n")) == [413], "not even asked for"


def test_desks_have_threads_of_their_own(site: Site) -> None:
    ask = b"GET /held HTTP/1.1\r\n" + HOST + CLOSE
    crowd = [threading.Thread(target=site.ask, args=(ask,)) for _ in range(THREADS + 3)]
    for stranger in crowd:
        stranger.start()
    for _ in range(THREADS - FOR_STAFF):
        assert held.arrived.acquire(timeout=10)
    assert not held.arrived.acquire(timeout=0.2), "the others are kept free"
    desk = site.ask(b"GET /desk HTTP/1.1\r\nCookie: sessionid=s\r\n" + HOST + CLOSE)
    assert statuses(desk) == [200]
    assert all(stranger.is_alive() for stranger in crowd), "while theirs are held"
    held.let_go.set()
    for stranger in crowd:
        stranger.join()
