"""One account has two threads of a worker; what waits behind them is answered in words."""

import threading
from collections.abc import Callable

import pytest

from events.hosting.server import shares, wsgi_bridge
from events.web.heavy import FILES
from tests.events.hosting.server.conftest import Site, held
from tests.events.hosting.server.test_protocol import CLOSE, HOST, body_of, statuses

ANNA, BO = b"Cookie: sessionid=anna\r\n", b"Cookie: sessionid=bo\r\n"
HELD, PAGE = b"GET /held HTTP/1.1\r\n", b"GET /page HTTP/1.1\r\n"


class Asking:
    """Requests that are held, each in a thread of its own."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.threads: list[threading.Thread] = []
        self.answers: list[bytes] = []

    def ask(self, head: bytes, times: int = 1) -> None:
        for _time in range(times):
            thread = threading.Thread(
                target=lambda: self.answers.append(self.site.ask(head + HOST + CLOSE))
            )
            thread.start()
            self.threads.append(thread)

    def end(self) -> list[int]:
        held.let_go.set()
        for thread in self.threads:
            thread.join(60)
        return sorted(status for answer in self.answers for status in statuses(answer))


def heavy_when_held(_method: str, path: str, _size: int) -> str | None:
    return FILES if path == "/held" else None


def at_work(times: int) -> None:
    for _time in range(times):
        assert held.arrived.acquire(timeout=60)
    assert not held.arrived.acquire(timeout=0.3), "one more than its share"


def test_an_account_has_two_threads_and_others_have_theirs(make_site: Callable[..., Site]) -> None:
    site = make_site(threads=8, patience=5)
    asking = Asking(site)
    asking.ask(HELD + ANNA, times=6)
    at_work(2)
    assert statuses(site.ask(PAGE + BO + HOST + CLOSE)) == [200]
    assert statuses(site.ask(PAGE + HOST + CLOSE)) == [200]
    assert asking.end() == [200] * 6, "the others follow"


def test_what_waits_too_long_hears_why(make_site: Callable[..., Site]) -> None:
    site = make_site(threads=8, patience=0.5)
    asking = Asking(site)
    asking.ask(HELD + BO, times=2)
    at_work(2)
    answer = site.ask(PAGE + BO + HOST + CLOSE)
    assert statuses(answer) == [503]
    assert body_of(answer) == b"late"
    asking.end()


def test_more_than_an_account_may_have_is_refused_at_once(
    make_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "MOST_WAITING", 1)
    site = make_site(threads=8, patience=5)
    asking = Asking(site)
    asking.ask(HELD + ANNA, times=3)
    at_work(2)
    answer = site.ask(PAGE + ANNA + HOST + CLOSE)
    assert body_of(answer) == b"late", "in words of the site, which gives it the status 429"
    assert asking.end() == [200] * 3


def test_heavy_requests_are_answered_one_after_the_other(
    make_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wsgi_bridge, "line_of", heavy_when_held)
    site = make_site(threads=8, patience=5)
    asking = Asking(site)
    asking.ask(HELD + ANNA, times=2)
    at_work(1)
    asking.ask(HELD + BO)
    asking.ask(HELD)
    at_work(0)
    for head in (PAGE + ANNA, PAGE + BO, PAGE):
        assert statuses(site.ask(head + HOST + CLOSE)) == [200], "nobody's pages wait"
    assert asking.end() == [200] * 4


def test_a_full_line_refuses(
    make_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wsgi_bridge, "line_of", heavy_when_held)
    monkeypatch.setattr(shares, "MOST_IN_LINE", 0)
    site = make_site(threads=8)
    asking = Asking(site)
    asking.ask(HELD + ANNA)
    at_work(1)
    assert statuses(site.ask(HELD + BO + HOST + CLOSE)) == [503]
    assert statuses(site.ask(HELD + HOST + CLOSE)) == [503]
    assert asking.end() == [200]


def test_heavy_requests_of_two_workers_follow_each_other(
    make_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wsgi_bridge, "line_of", heavy_when_held)
    monkeypatch.setattr(shares, "HEAVY_PATIENCE", 1.0)
    first, second = Asking(make_site(threads=8)), Asking(make_site(threads=8))
    first.ask(HELD + ANNA)
    at_work(1)
    second.ask(HELD + BO)
    at_work(0)
    assert statuses(second.site.ask(PAGE + BO + HOST + CLOSE)) == [200], "nobody's pages wait"
    assert statuses(second.site.ask(HELD + HOST + CLOSE)) == [503], "it waited long enough"
    assert first.end() == [200]
    assert statuses(second.site.ask(HELD + HOST + CLOSE)) == [200]
    second.end()


def test_a_program_is_counted_by_its_token(make_site: Callable[..., Site]) -> None:
    site = make_site(threads=8)
    asking = Asking(site)
    asking.ask(HELD + b"Authorization: Bearer one\r\n", times=4)
    at_work(2)
    assert asking.end() == [200] * 4
