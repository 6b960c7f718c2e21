"""Answer public pages and static files from memory before Django sees the request.

The page cache knows its addresses. Django answers requests for other addresses, and those with
unusual headers; its answers are the same (tests/events/hosting/server/test_public_answers.py
compares both).
"""

import time
from collections.abc import Sequence
from functools import lru_cache
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.http.request import split_domain_port, validate_host
from django.urls import reverse
from django.utils import translation
from django.utils.http import http_date, parse_etags

from events.hosting.server.static_files import files
from events.public_site.page import JSON, Page, accepted_encoding
from events.public_site.page_cache import page_cache
from events.public_site.responses import (
    KEPT_UNTIL,
    MICRO_CACHE,
    OF_THE_CONTENT,
    added_headers,
    headers_of,
    now_headers,
    now_told,
    security_headers,
)

Headers = Sequence[tuple[bytes, bytes]]
# An answer's head without its final empty line, and its body.
Answer = tuple[bytes, bytes]
METHODS = (b"GET", b"HEAD")
MICRO_CACHE_SENT = MICRO_CACHE.lower().encode()
# Clients that request lines (NDJSON) at the address of JSON.
LINES_SENT = b"ndjson"
# A request with one of these headers is not a simple page request.
NOT_PLAIN = frozenset(
    (b"content-length", b"transfer-encoding", b"expect", b"if-match", b"if-unmodified-since")
)
# Cached heads of answers: the own pages of two large events.
MOST_HEADS = 8192
# Long enough for players' cookies; those of staff are not cached.
SHORT = 512


class PublicAnswers:
    """Answers for public pages; one per process, used by the listening thread.

    An answer takes 4 µs. Without the caches below, its language would take another 26, its head 12,
    its host 11 and its encoding 6: less than half of nginx's answers a second (see `protocol`).
    """

    def __init__(self) -> None:
        # Answers since the last count: full pages and 304s.
        self.whole = self.unchanged = 0

    def answer(self, method: bytes, url: bytes, headers: Headers) -> Answer | None:
        """Return the answer to a simple request for a page; None to let Django answer.

        `headers` as received, with lower-case names.
        """
        asked = dict(headers)
        # Django joins repeated headers.
        if method not in METHODS or len(asked) != len(headers) or not NOT_PLAIN.isdisjoint(asked):
            return None
        if not (_is_host(asked.get(b"host", b"")) and _came_securely(asked)):
            return None
        path = url.decode("latin-1")
        language = language_of(asked.get(b"cookie", b""), asked.get(b"accept-language", b""))
        page = page_cache.find(path, language)
        if page is not None:
            answer = self._page(page, language, asked)
        elif path == _now():
            # Ten thousand clocks request the time when a round is posted.
            head = _undated("200 OK", {**now_headers(language), **security_headers()})
            answer = head + _date(int(time.time())), now_told().encode()
        else:
            answer = self._file(path, asked)
        if answer is None or method == b"GET":
            return answer
        return answer[0], b""

    def forget(self) -> None:
        """Clear the caches of settings and pages."""
        for cached in (security_headers, added_headers, _heads, _is_host, _language, _accepted):
            cached.cache_clear()

    def _page(self, page: Page, language: str, asked: dict[bytes, bytes]) -> Answer | None:
        if page.for_programs and page.kind == JSON and LINES_SENT in asked.get(b"accept", b""):
            return None
        encoding = page.encoding(_accepted(asked.get(b"accept-encoding", b"")))
        if not (encoding or page.plain):
            # Clients without compression are rare, and decompression takes most of the time.
            return None
        body = page.body(encoding)
        whole, unchanged = _heads(
            page.etag,
            page.kind,
            encoding,
            language,
            len(body),
            page.for_programs,
            framed=page.framed,
            next=page.next,
        )
        known = asked.get(b"if-none-match")
        if known is not None and _is_known(known.decode("latin-1"), page):
            self.unchanged += 1
            head, body = unchanged, b""
        else:
            self.whole += 1
            head = whole
        now = int(time.time())
        head += _date(now)
        if age := page_cache.age():
            head += b"\r\nAge: %d" % age
        if MICRO_CACHE_SENT in asked:
            head += b"\r\n%b: @%d" % (KEPT_UNTIL.encode(), now)
        return head, body

    def _file(self, path: str, asked: dict[bytes, bytes]) -> Answer | None:
        file = files.answer(path, asked)
        if file is None:
            return None
        status, headers, body = file
        if status == HTTPStatus.NOT_MODIFIED:
            self.unchanged += 1
        else:
            self.whole += 1
        head = _undated(f"{status} {HTTPStatus(status).phrase}", headers)
        return head + _date(int(time.time())), body


def language_of(cookie: bytes, accepted: bytes) -> str:
    """Return the language of an answer, chosen as Django does."""
    if len(cookie) + len(accepted) > SHORT:
        return _language.__wrapped__(cookie, accepted)
    return _language(cookie, accepted)


@lru_cache(4096)
def _language(cookie: bytes, accepted: bytes) -> str:
    request = HttpRequest()
    request.COOKIES = parse_cookie(cookie.decode("utf-8", "replace"))
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted.decode("latin-1")
    return translation.get_language_from_request(request)


@lru_cache(256)
def _is_host(host: bytes) -> bool:
    domain, _port = split_domain_port(host.decode("latin-1"))
    return bool(domain and validate_host(domain, settings.ALLOWED_HOSTS))


def _came_securely(asked: dict[bytes, bytes]) -> bool:
    return not settings.SECURE_PROXY_SSL_HEADER or asked.get(b"x-forwarded-proto") == b"https"


@lru_cache(256)
def _accepted(accepted: bytes) -> str:
    return accepted_encoding(accepted.decode("latin-1"))


@lru_cache(1)
def _now() -> str:
    return reverse("now")


def _is_known(known: str, page: Page) -> bool:
    if known == page.etag:
        return True
    tags = parse_etags(known)
    return tags == ["*"] or page.etag.strip("W/") in (tag.strip("W/") for tag in tags)


@lru_cache(MOST_HEADS)
def _heads(
    etag: str,
    kind: str,
    encoding: str,
    language: str,
    size: int,
    for_programs: bool,
    *,
    framed: bool = False,
    next: str = "",
) -> tuple[bytes, bytes]:
    """Return the heads of a full answer and of a 304, without the date."""
    own = headers_of(etag, kind, encoding, language, size, for_programs=for_programs, next=next)
    headers = {**own, **security_headers(framed=framed)}
    unchanged = {name: value for name, value in headers.items() if name not in OF_THE_CONTENT}
    return _undated("200 OK", headers), _undated("304 Not Modified", unchanged)


def _undated(status: str, headers: dict[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "Date: "]).encode("latin-1")


@lru_cache(1)
def _date(second: int) -> bytes:
    return http_date(second).encode()


public_answers = PublicAnswers()
