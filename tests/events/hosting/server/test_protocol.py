"""One connection: bytes on the wire, as browsers, proxies and strangers send them."""

import re
import time
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest

from events.hosting.server import connection_limits
from events.hosting.server import protocol as protocol_module
from events.hosting.server.connection_limits import Limits
from tests.events.hosting.server.conftest import Site, until_end, until_quiet
from tests.faults.waiting import wait_for

HOST = b"Host: localhost\r\nAccept-Encoding: gzip\r\n"
CLOSE = b"Connection: close\r\n\r\n"
PAGE = b"GET / HTTP/1.1\r\n" + HOST + b"\r\n"


def statuses(answer: bytes) -> list[int]:
    return [int(found) for found in re.findall(rb"HTTP/1\.1 (\d+)", answer)]


def body_of(answer: bytes) -> bytes:
    return answer.partition(b"\r\n\r\n")[2]


def etag_of(answer: bytes) -> bytes:
    found = re.search(rb"ETag: (\S+)", answer)
    assert found
    return found[1]


def test_pages_of_the_shelf_are_answered_and_the_rest_is_handed_on(site: Site) -> None:
    page = site.ask(b"GET / HTTP/1.1\r\n" + HOST + CLOSE)
    assert statuses(page) == [200]
    assert b"Content-Encoding: gzip" in page
    assert b"Connection: close" in page
    other = site.ask(b"GET /other?a=b HTTP/1.1\r\nCookie: c=1\r\n" + HOST + CLOSE)
    assert body_of(other) == b"GET|/other|a=b|c=1|0"


@pytest.mark.parametrize(
    "request_line",
    [
        *(b"GET /?x HTTP/1.1", b"POST / HTTP/1.1", b"GET /%65 HTTP/1.1", b"GET // HTTP/1.1"),
        *(b"OPTIONS / HTTP/1.1", b"GET http://localhost/?y HTTP/1.1"),
    ],
)
def test_what_is_not_a_plain_question_is_handed_on(site: Site, request_line: bytes) -> None:
    answer = site.ask(request_line + b"\r\n" + HOST + CLOSE)
    assert statuses(answer) == [200]
    assert b"|" in body_of(answer)


@pytest.mark.parametrize(
    "header",
    [
        *(b"If-Match: *", b"If-Unmodified-Since: now", b"Content-Length: 0", b"Host: twice"),
        *(b"Accept-Encoding: identity", b"Expect: 100-continue"),
    ],
)
def test_headers_that_are_not_plain_are_handed_on(site: Site, header: bytes) -> None:
    plain = b"Host: localhost\r\n" if b"Enc" in header else HOST
    answer = site.ask(b"GET / HTTP/1.1\r\n" + plain + header + b"\r\n" + CLOSE)
    assert b"GET|/|" in answer


def test_a_path_is_percent_decoded_for_django(site: Site) -> None:
    answer = site.ask(b"GET /%E6%97%A5%2Fa HTTP/1.1\r\n" + HOST + CLOSE)
    assert body_of(answer).decode().startswith("GET|/日/a|")


def test_head_is_the_same_without_a_body(site: Site) -> None:
    full = site.ask(b"GET / HTTP/1.1\r\n" + HOST + CLOSE)
    head = site.ask(b"HEAD / HTTP/1.1\r\n" + HOST + CLOSE)
    assert body_of(head) == b""
    undated = [re.sub(rb"Date: [^\r]*", b"", one.partition(b"\r\n\r\n")[0]) for one in (full, head)]
    assert undated[0] == undated[1]
    handed_on = site.ask(b"HEAD /other HTTP/1.1\r\n" + HOST + CLOSE)
    assert body_of(handed_on) == b""
    assert int(re.search(rb"content-length: (\d+)", handed_on.lower())[1]) > 0  # type: ignore[index]


def test_a_kept_connection_answers_again_and_again(site: Site) -> None:
    with site.connect() as line:
        first = b""
        for _ in range(5):
            line.sendall(PAGE)
            first = first or until_quiet(line, 300)
        known = b"If-None-Match: " + etag_of(first) + b"\r\n"
        line.sendall(b"GET / HTTP/1.1\r\n" + HOST + known + CLOSE)
        assert statuses(until_end(line))[-1] == 304


@pytest.mark.parametrize("request_line", [b"GET / HTTP/1.1", b"GET /other HTTP/1.1"])
def test_who_is_there_when_the_server_stops_is_answered_once_more(
    site: Site, request_line: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol_module, "LINGER", 10.0)
    with site.connect() as new, site.connect() as kept:
        kept.sendall(PAGE)
        until_quiet(kept, 100)
        site.server.should_exit = True
        # The listeners are closed; a request arriving now was sent before.
        while site.listening.fileno() != -1:
            time.sleep(0.01)
        for line in (new, kept):
            line.sendall(request_line + b"\r\n" + HOST + b"\r\n")
            answer = until_end(line)
            assert statuses(answer)[-1] == 200
            assert b"connection: close" in answer.lower()


def test_who_asks_nothing_does_not_keep_a_server_from_stopping(site: Site) -> None:
    with site.connect() as line:
        site.server.should_exit = True
        assert until_end(line) == b""


def test_a_304_says_nothing_of_the_content(site: Site) -> None:
    etag = etag_of(site.ask(b"GET / HTTP/1.1\r\n" + HOST + CLOSE))
    for told in (etag, b'"other", ' + etag, etag.removeprefix(b"W/"), b"*"):
        answer = site.ask(b"GET / HTTP/1.1\r\nIf-None-Match: " + told + b"\r\n" + HOST + CLOSE)
        assert statuses(answer) == [304], told
        assert b"Content-" not in answer.replace(b"Content-Language", b"").replace(
            b"Content-Security", b""
        ).replace(b"X-Content-Type", b"")
    other = site.ask(b'GET / HTTP/1.1\r\nIf-None-Match: W/"no"\r\n' + HOST + CLOSE)
    assert statuses(other) == [200]


def test_language_by_cookie_before_header(site: Site) -> None:
    japanese = b"Accept-Language: ja\r\n"
    by_header = site.ask(b"GET / HTTP/1.1\r\n" + japanese + HOST + CLOSE)
    assert b"Content-Language: ja" in by_header
    by_cookie = site.ask(
        b"GET / HTTP/1.1\r\nCookie: a=b; django_language=en\r\n" + japanese + HOST + CLOSE
    )
    assert b"Content-Language: en" in by_cookie
    large = b"Cookie: " + b"; ".join(b"c%d=%s" % (n, b"v" * 200) for n in range(150))
    answer = site.ask(b"GET / HTTP/1.1\r\n" + large + b"\r\n" + japanese + HOST + CLOSE)
    assert b"Content-Language: ja" in answer


def test_pipelined_requests_are_answered_in_their_order(site: Site) -> None:
    slow = b"GET /slow HTTP/1.1\r\n" + HOST + b"\r\n"
    last = b"GET /last HTTP/1.1\r\n" + HOST + CLOSE
    answer = site.ask(PAGE + slow + PAGE.replace(b"GET /", b"GET /?z") + last)
    assert statuses(answer) == [200] * 4
    order = [answer.index(mark) for mark in (b"ETag", b"GET|/slow", b"GET|/|z", b"GET|/last")]
    assert order == sorted(order)


def test_nobody_asks_for_hundreds_of_pages_ahead(site: Site) -> None:
    slow = b"GET /slow HTTP/1.1\r\n" + HOST + b"\r\n"
    assert len(statuses(site.ask(slow * 500))) < 500


def test_a_request_in_pieces_is_one_request(site: Site) -> None:
    request = b"GET / HTTP/1.1\r\n" + HOST + CLOSE
    answer = site.ask(request[:9], request[9:40], request[40:])
    assert statuses(answer) == [200]
    with site.connect() as line:
        line.sendall(PAGE)
        until_quiet(line, 300)
        line.sendall(PAGE + PAGE[:5])
        time.sleep(0.05)
        line.sendall(PAGE[5:-2] + CLOSE)
        assert statuses(until_end(line)) == [200, 200]


def test_http_1_0_is_answered_and_closed(site: Site) -> None:
    for keep in (b"", b"Connection: keep-alive\r\n"):
        answer = site.ask(b"GET / HTTP/1.0\r\n" + keep + HOST + b"\r\n")
        assert statuses(answer) == [200]
        assert b"Connection: close" in answer
    assert b"|" in body_of(site.ask(b"GET / HTTP/1.0\r\n\r\n")), "without a host Django answers"


def test_chunked_bodies_arrive_whole(site: Site) -> None:
    head = b"POST /form HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + HOST + CLOSE
    answer = site.ask(head, b"5\r\nhello\r\n", b"6\r\n world\r\n0\r\n\r\n")
    assert body_of(answer) == b"POST|/form|||11"


def test_expect_100_continue(site: Site) -> None:
    head = b"POST /form HTTP/1.1\r\nContent-Length: 5\r\nExpect: 100-continue\r\n" + HOST + CLOSE
    with site.connect() as line:
        line.sendall(head)
        assert statuses(until_quiet(line, 10)) == [100]
        line.sendall(b"hello")
        assert body_of(until_end(line)) == b"POST|/form|||5"


@pytest.mark.parametrize(
    "rubbish",
    [
        *(b"\x16\x03\x01 hello tls\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"),
        b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    ],
)
def test_rubbish_is_refused(site: Site, rubbish: bytes) -> None:
    assert statuses(site.ask(rubbish)) == [400]


def test_a_head_without_an_end_is_refused(site: Site) -> None:
    answer = site.ask(
        b"GET / HTTP/1.1\r\n", *[b"X-Long: " + b"x" * 16000 + b"\r\n"] * 6, pause=0.01
    )
    assert statuses(answer) in ([431], []), "told so, unless the rest of it was still on its way"
    assert statuses(site.ask(b"GET / HTTP/1.1\r\n" + HOST + CLOSE)) == [200]


def test_only_a_proxy_sets_what_only_a_proxy_may(site: Site) -> None:
    forged = b"X_Forwarded_Proto: https\r\nX-Real: 1\r\n"
    assert body_of(site.ask(b"GET /x HTTP/1.1\r\n" + forged + HOST + CLOSE)).endswith(
        b"|HTTP_X_REAL"
    )


def test_an_upgrade_is_not_taken_up(site: Site) -> None:
    upgrade = b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
    with site.connect() as line:
        for path in (b"/", b"/other"):
            line.sendall(b"GET %b HTTP/1.1\r\n%b%b" % (path, HOST, upgrade))
            assert statuses(until_quiet(line, 100)) == [200]


def test_whoever_sends_no_head_is_sent_away(make_site: Callable[..., Site]) -> None:
    site = make_site(Limits(head_seconds=0.5))
    with site.connect() as silent, site.connect() as half:
        half.sendall(b"GET / HTTP/1.1\r\nHo")
        assert until_end(silent) == until_end(half) == b"", "before the test's own patience ends"


def test_nobody_is_sent_away_because_the_server_was_late(
    make_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = make_site(Limits(head_seconds=0.5))
    monkeypatch.setattr(connection_limits, "LATE", 0.0)
    with site.connect() as line:
        assert wait_for(lambda: site.limiter.connected)
        for _ in range(3):
            site.later(1)
        line.sendall(b"GET / HTTP/1.1\r\n" + HOST + CLOSE)
        assert statuses(until_end(line)) == [200], "every look was late"


def test_idle_connections_end_and_used_ones_stay(make_site: Callable[..., Site]) -> None:
    site = make_site(Limits(idle_seconds=30))
    ask = b"GET /x HTTP/1.1\r\n" + HOST + b"\r\n"
    with site.connect() as idle, site.connect() as used:
        idle.sendall(ask)
        until_quiet(idle, 50)
        for _ in range(9):
            used.sendall(ask)
            assert statuses(until_quiet(used, 50)) == [200]
            site.later(4)
        assert until_end(idle) == b""
        used.sendall(ask)
        assert statuses(until_quiet(used, 50)) == [200]


def test_a_reader_who_takes_nothing_is_sent_away(make_site: Callable[..., Site]) -> None:
    site = make_site(Limits(stalled_seconds=1))
    with site.connect() as line:
        for _ in range(4):
            line.sendall(b"GET /large HTTP/1.1\r\n" + HOST + b"\r\n")
        assert wait_for(lambda: any(line.unsent for line in site.limiter.connected))
        assert wait_for(lambda: not site.limiter.connected)


def test_a_slow_reader_gets_everything(site: Site) -> None:
    with site.connect() as line:
        line.sendall(b"GET /large HTTP/1.1\r\n" + HOST + CLOSE)
        assert wait_for(lambda: any(line.unsent for line in site.limiter.connected))
        for _ in range(4):
            site.later(4)
        assert len(body_of(until_end(line))) == 5_000_000


def test_an_address_holds_so_many_connections(
    make_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "speaks_for_many", lambda _address, _proxies: False)
    site = make_site(Limits(an_address=3))
    ask = b"GET /x HTTP/1.1\r\n" + HOST + b"\r\n"
    lines = [site.connect() for _ in range(5)]
    for line in lines[2:]:
        line.sendall(ask)
        assert statuses(until_quiet(line, 50)) == [200], "the newest are served"
    for line in lines[:2]:
        assert until_end(line) == b"", "the oldest idle ones make room"
    assert len(site.limiter.connected) == 3
    for line in lines:
        line.close()


def test_a_network_of_ipv6_holds_as_many_connections_as_an_address() -> None:
    limits = connection_limits.ConnectionLimiter(Limits(an_address=2))

    def connect(address: str) -> bool:
        busy: Any = Mock(address=address, is_idle=lambda: False)
        return limits.admit(busy)

    assert [connect(f"2001:db8::{host}") for host in range(3)] == [True, True, False]
    assert [connect(f"2001:db8:0:{net}::1") for net in range(1, 8)] == [True] * 6 + [False]
    for connection in list(limits.connected):
        limits.release(connection)
    assert not limits.by_network


@pytest.mark.parametrize(
    ("address", "many"),
    [
        *(("127.0.0.1", True), ("::1", True), ("10.1.2.3", True), ("192.0.2.7", True)),
        *(("192.0.2.8", False), ("2001:db8::1", False)),
    ],
)
def test_who_speaks_for_many(address: str, many: bool) -> None:
    assert connection_limits.speaks_for_many(address, ["10.0.0.0/8", "192.0.2.7"]) is many
