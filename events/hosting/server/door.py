"""Public pages and static files, answered from memory before a request is anything to Django.

The shelf says which addresses it holds; whatever is not found there, or is asked for in a way that
is not plain, is Django's, which answers the same (tests/events/hosting/server/test_door.py).
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.http.request import split_domain_port, validate_host
from django.urls import reverse
from django.utils import translation
from django.utils.http import http_date, parse_etags

from events.hosting.server.files import Answer, files
from events.public_site.page import Page, accepted_encoding
from events.public_site.page_cache import shelf
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
METHODS = (b"GET", b"HEAD")
UNCHANGED = b"HTTP/1.1 304"
MICRO_CACHE_SENT = MICRO_CACHE.lower().encode()
# With one of these a request is not a plain question for a page.
NOT_PLAIN = frozenset(
    (b"content-length", b"transfer-encoding", b"expect", b"if-match", b"if-unmodified-since")
)
# So many heads of answers are kept: the own pages of two large events.
MOST_HEADS = 8192
# Requests that are remembered, and the length in bytes of those that are not.
MOST_ASKED, LONG = 8192, 1024
# Enough for what players send; a staff member's cookies are not worth remembering.
SHORT = 512


@dataclass(frozen=True, slots=True)
class Question:
    """A plain question for a page: all that the answer depends on."""

    path: str
    language: str
    # As `accepted_encoding` says, and what If-None-Match said.
    accepted: str
    known: str | None
    head_only: bool
    # A static file: head and body are the same for whoever asks so again.
    file: tuple[bytes, bytes] | None = None
    # Whether a cache asks that wants to know until when it may keep the answer.
    micro_cache: bool = False


class Door:
    """Answers for public pages; one a process, used by the thread that listens."""

    def __init__(self) -> None:
        # Requests as they came, byte by byte: a phone asks the same again and again, and so do
        # others of its make.
        self.asked: dict[bytes, Question] = {}
        self._heads: dict[tuple[str, str, str, int], tuple[bytes, bytes]] = {}
        self._second = 0
        self._date = self._age = self._until = b""
        # Answers since somebody counted last: whole pages, and "you have it already".
        self.whole = self.unchanged = 0

    def understand(self, method: bytes, url: bytes, headers: Headers) -> Question | None:
        """Return what is asked, or None where it is not plain and Django is to answer.

        `headers` with their names in small letters, as they came.
        """
        if method not in METHODS:
            return None
        asked = dict(headers)
        # Django joins headers that were sent twice.
        if len(asked) != len(headers) or not NOT_PLAIN.isdisjoint(asked):
            return None
        if not (_is_host(asked.get(b"host", b"")) and _came_securely(asked)):
            return None
        path = url.decode("latin-1")
        file = files.answer(path, asked)
        if file is not None:
            return _for_a_file(path, file, method == b"HEAD")
        known = asked.get(b"if-none-match")
        return Question(
            path=path,
            language=language_of(asked.get(b"cookie", b""), asked.get(b"accept-language", b"")),
            accepted=_accepted(asked.get(b"accept-encoding", b"")),
            known=None if known is None else known.decode("latin-1"),
            head_only=method == b"HEAD",
            micro_cache=MICRO_CACHE_SENT in asked,
        )

    def answer(self, question: Question) -> tuple[bytes, bytes] | None:
        """Return head (open at its end) and body, or None where Django is to answer."""
        if question.file is not None:
            head, body = question.file
            if head.startswith(UNCHANGED):
                self.unchanged += 1
            else:
                self.whole += 1
            return head + self._dated(), body
        page = shelf.find(question.path, question.language)
        if page is None:
            return self._time(question) if question.path == _now() else None
        encoding = page.encoding(question.accepted)
        if not (encoding or page.plain):
            # Clients without compression are rare, and unpacking takes longer than all the rest.
            return None
        known = question.known
        if known is not None and _is_known(known, page):
            self.unchanged += 1
            return self._head(page, encoding, question, 1), b""
        head = self._head(page, encoding, question, 0)
        self.whole += 1
        return head, b"" if question.head_only else page.body(encoding)

    def remember(self, request: bytes, question: Question) -> None:
        """Remember what a request asks that came in one piece."""
        if len(request) <= LONG:
            if len(self.asked) >= MOST_ASKED:
                self.asked.clear()
            self.asked[request] = question

    def forget(self) -> None:
        """Forget what was remembered of settings and pages."""
        self.asked.clear()
        self._heads.clear()
        self._second = 0
        for remembered in (security_headers, added_headers, _is_host, _language, _accepted):
            remembered.cache_clear()

    def _head(self, page: Page, encoding: str, question: Question, unchanged: int) -> bytes:
        # The same content is packed smaller a moment after it was built.
        key = page.stamp, encoding, question.language, len(page.body(encoding))
        heads = self._heads.get(key)
        if heads is None:
            if len(self._heads) >= MOST_HEADS:
                self._heads.clear()
            heads = self._heads[key] = _heads(page, encoding, question.language)
        head = heads[unchanged] + self._dated() + self._age
        return head + self._until if question.micro_cache else head

    def _time(self, question: Question) -> tuple[bytes, bytes]:
        """Answer with the server's time: ten thousand clocks ask for it when a round goes up."""
        headers = {**now_headers(question.language), **security_headers()}
        body = b"" if question.head_only else now_told().encode()
        return _written("200 OK", headers) + self._dated(), body

    def _dated(self) -> bytes:
        now = int(time.time())
        if now != self._second:
            age = shelf.age()
            self._date = http_date(now).encode()
            self._age = b"\r\nAge: %d" % age if age else b""
            self._until = b"\r\n%b: @%d" % (KEPT_UNTIL.encode(), now)
            self._second = now
        return self._date


def _for_a_file(path: str, answer: Answer, head_only: bool) -> Question:
    status, headers, body = answer
    head = _written(f"{status} {HTTPStatus(status).phrase}", headers)
    return Question(path, "", "", None, head_only, (head, b"" if head_only else body))


def language_of(cookie: bytes, accepted: bytes) -> str:
    """Return the language of an answer, as Django chooses it."""
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


def _heads(page: Page, encoding: str, language: str) -> tuple[bytes, bytes]:
    """Return the heads of a full answer and of a 304; what is left to add is the date."""
    headers = {
        **headers_of(page, encoding, language, len(page.body(encoding))),
        **security_headers(),
    }
    unchanged = {name: value for name, value in headers.items() if name not in OF_THE_CONTENT}
    return _written("200 OK", headers), _written("304 Not Modified", unchanged)


def _written(status: str, headers: dict[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "Date: "]).encode("latin-1")


door = Door()
