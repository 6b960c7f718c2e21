"""Strangers who hold on to what others need: bodies that do not come, and threads."""

import select
import threading
from collections.abc import Callable

import pytest
from django.core import signing

from events.hosting.server import wsgi_bridge
from events.hosting.server.request_bodies import Limits as BodyLimits
from events.hosting.server.wsgi_bridge import FOR_STAFF
from events.web.logins import DEVICE, DEVICE_SALT
from tests.events.hosting.server.conftest import THREADS, Held, Site, held, until_end
from tests.events.hosting.server.test_protocol import CLOSE, HOST, body_of, statuses
from tests.faults.waiting import wait_for


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


def test_one_account_leaves_large_bodies_to_others(
    make_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight files that trickled kept everyone from sending one, for two hours."""
    monkeypatch.setattr(wsgi_bridge, "logged_in_account", lambda cookie: cookie)
    site = make_site(bodies=BodyLimits(of_anybody=1000, most_seconds=6, seconds=5))
    head = b"POST /f HTTP/1.1\r\nContent-Length: 50000\r\n" + HOST
    anna, bo = (head + b"Cookie: sessionid=" + name + b"\r\n" for name in (b"anna", b"bo"))
    begun = [site.connect() for _ in range(2)]
    for line in begun:
        line.sendall(anna + b"\r\n" + b"x" * 20_000)
    assert wait_for(lambda: site.bodies._senders.total() == 2)
    assert statuses(site.ask(anna + b"\r\n" + b"x" * 20_000)) == [429]
    assert statuses(site.ask(bo + CLOSE + b"x" * 50_000)) == [200]
    for line in begun:
        assert statuses(until_end(line)) == [408], "whatever came, it has its time"
        line.close()
    assert statuses(site.ask(anna + CLOSE + b"x" * 50_000)) == [200]


def test_desks_have_threads_of_their_own(site: Site) -> None:
    ask = b"GET /held HTTP/1.1\r\n" + HOST + CLOSE
    crowd = [threading.Thread(target=site.ask, args=(ask,)) for _ in range(THREADS + 3)]
    for stranger in crowd:
        stranger.start()
    for _ in range(THREADS - FOR_STAFF):
        assert held.arrived.acquire(timeout=60)
    assert not held.arrived.acquire(timeout=0.2), "the others are kept free"
    desk = site.ask(b"GET /desk HTTP/1.1\r\nCookie: sessionid=s\r\n" + HOST + CLOSE)
    assert statuses(desk) == [200]
    assert all(stranger.is_alive() for stranger in crowd), "while theirs are held"
    held.let_go.set()
    for stranger in crowd:
        stranger.join()


def test_logins_wait_in_a_line_and_known_devices_in_another(site: Site, held_logins: Held) -> None:
    """A whole staff that logs in at once takes one thread, and no stranger holds it up."""
    login = b"POST /login/ HTTP/1.1\r\n" + HOST + CLOSE
    cookie = f"\r\nCookie: {DEVICE}={signing.dumps([1], salt=DEVICE_SALT)}\r\n"
    known = login.replace(b"\r\n", cookie.encode(), 1)
    answers: list[list[int]] = []
    crowd = [
        threading.Thread(target=lambda: answers.append(statuses(site.ask(login))))
        for _ in range(10)
    ]
    for stranger in crowd:
        stranger.start()
    assert held_logins.arrived.acquire(timeout=60)
    assert not held_logins.arrived.acquire(timeout=0.3), "one at a time"
    member = threading.Thread(target=lambda: answers.append(statuses(site.ask(known))))
    member.start()
    assert held_logins.arrived.acquire(timeout=60), "not behind the others"
    assert statuses(site.ask(b"GET /page HTTP/1.1\r\n" + HOST + CLOSE)) == [200]
    held_logins.let_go.set()
    for thread in (*crowd, member):
        thread.join(60)
    assert answers == [[200]] * 11


def test_more_logins_than_a_staff_are_turned_away(
    site: Site, held_logins: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wsgi_bridge, "MOST_LOGINS", 1)
    login = b"POST /login/ HTTP/1.1\r\n" + HOST + CLOSE
    first = threading.Thread(target=site.ask, args=(login,))
    first.start()
    assert held_logins.arrived.acquire(timeout=60)
    assert statuses(site.ask(login)) == [429]
    held_logins.let_go.set()
    first.join(60)


def enter(at: bytes) -> bytes:
    head = b"POST " + at + b"/enter/ HTTP/1.1\r\nContent-Length: 3\r\n"
    return head + b"Cookie: sessionid=s\r\n" + HOST


def test_an_entry_that_hangs_keeps_no_desk_of_its_line_waiting(
    make_site: Callable[..., Site],
) -> None:
    site = make_site(patience=0.5)
    answers: list[bytes] = []

    def ask() -> None:
        answers.append(site.ask(enter(b"/held") + CLOSE + b"a=1"))

    desks = [threading.Thread(target=ask) for _ in range(3)]
    for desk in desks:
        desk.start()
    for desk in desks:
        desk.join(60)
    assert [statuses(answer) for answer in answers] == [[503]] * 3, "while it hangs"
    assert all(b"late" in body_of(answer) for answer in answers)
    held.let_go.set()
    assert statuses(site.ask(enter(b"/held") + CLOSE + b"a=1")) == [200], "the line goes on"


def test_an_entry_that_hangs_lets_the_next_one_by(make_site: Callable[..., Site]) -> None:
    site = make_site(patience=0.5, threads=8)
    asked = threading.Thread(target=site.ask, args=(enter(b"/once") + CLOSE + b"a=1",))
    asked.start()
    assert held.arrived.acquire(timeout=60)
    asked.join(60)
    assert statuses(site.ask(enter(b"/once") + CLOSE + b"a=1")) == [200]
    held.let_go.set()
