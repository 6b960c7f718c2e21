"""Public pages are rendered once a revision and worker; thousands of phones then get the bytes.

A worker trusts what it knows of an event for `settings.PUBLIC_SECONDS`, then asks the database
for its revision again. With 0 seconds nothing is remembered.
"""

import gzip
import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.utils.translation import get_language

MOST_BYTES = 48 * 1024 * 1024
MOST_WATCHED = 16
LOCKS = 16
# The page itself holds the name of its content, so that it can ask for changes by it.
STAMP_PLACE = "@@content-stamp@@"

Stamp = tuple[Any, ...]
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page as it goes over the wire: compressed, with the name of its content."""

    packed: bytes
    etag: str


@dataclass(slots=True)
class _Known(Generic[Value]):
    stamp: Stamp
    value: Value
    checked: float


class Watch(Generic[Key, Value]):
    """Values that are loaded again when their stamp in the database has changed.

    Holds at most `most` of them, the most recently used ones. One thread at a time asks.
    """

    def __init__(self, most: int = MOST_WATCHED) -> None:
        self._most = most
        self._known: OrderedDict[Key, _Known[Value]] = OrderedDict()
        self._asking = threading.Lock()

    def get(
        self, key: Key, stamp_of: Callable[[], Stamp | None], load: Callable[[], Value]
    ) -> tuple[Stamp, Value]:
        """Return (stamp, value); Http404 where `stamp_of` returns None: there is no such thing."""
        trust = settings.PUBLIC_SECONDS
        known = self._known.get(key)
        if known is None or time.monotonic() - known.checked >= trust:
            with self._asking:
                known = self._known.get(key)
                if known is None or time.monotonic() - known.checked >= trust:
                    known = self._ask(key, known, stamp_of, load)
        return known.stamp, known.value

    def _ask(
        self,
        key: Key,
        known: _Known[Value] | None,
        stamp_of: Callable[[], Stamp | None],
        load: Callable[[], Value],
    ) -> _Known[Value]:
        # The stamp is read before the value: a change between the two is then loaded twice
        # and never missed.
        stamp = stamp_of()
        if stamp is None:
            self._known.pop(key, None)
            raise Http404
        if known is None or known.stamp != stamp or settings.PUBLIC_SECONDS <= 0:
            known = _Known(stamp, load(), 0.0)
        known.checked = time.monotonic()
        if settings.PUBLIC_SECONDS > 0:
            self._known[key] = known
            self._known.move_to_end(key)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return known

    def clear(self) -> None:
        """Forget everything."""
        with self._asking:
            self._known.clear()


class RenderedPages:
    """Rendered pages, at most `most_bytes` of them, the most recently used ones."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._pages: OrderedDict[Hashable, tuple[Stamp, Rendered]] = OrderedDict()
        self._bytes = 0
        self._most_bytes = most_bytes
        self._guard = threading.Lock()
        self._rendering = [threading.Lock() for _ in range(LOCKS)]

    def get(self, key: Hashable, stamp: Stamp, render: Callable[[], str]) -> Rendered:
        """Return the page of that key as of that stamp; one thread renders it."""
        if settings.PUBLIC_SECONDS <= 0:
            return pack(render())
        page = self._find(key, stamp)
        if page is None:
            with self._rendering[hash(key) % LOCKS]:
                page = self._find(key, stamp)
                if page is None:
                    page = pack(render())
                    self._keep(key, stamp, page)
        return page

    def _find(self, key: Hashable, stamp: Stamp) -> Rendered | None:
        with self._guard:
            held = self._pages.get(key)
            if held is None or held[0] != stamp:
                return None
            self._pages.move_to_end(key)
            return held[1]

    def _keep(self, key: Hashable, stamp: Stamp, page: Rendered) -> None:
        with self._guard:
            replaced = self._pages.pop(key, None)
            if replaced is not None:
                self._bytes -= len(replaced[1].packed)
            self._pages[key] = stamp, page
            self._bytes += len(page.packed)
            while self._bytes > self._most_bytes:
                _old, (_stamp, dropped) = self._pages.popitem(last=False)
                self._bytes -= len(dropped.packed)

    @property
    def held_bytes(self) -> int:
        """How many bytes are held now."""
        return self._bytes

    def clear(self) -> None:
        """Forget everything."""
        with self._guard:
            self._pages.clear()
            self._bytes = 0


def pack(text: str) -> Rendered:
    """Compress a page and name its content, also where the page has the place for the name."""
    name = hashlib.blake2b(text.encode(), digest_size=9).hexdigest()
    body = text.replace(STAMP_PLACE, name, 1).encode()
    return Rendered(gzip.compress(body, compresslevel=6, mtime=0), f'W/"{name}"')


def respond(request: HttpRequest, page: Rendered) -> HttpResponseBase:
    """Answer with the page, or with 304 when the phone has it already; sets no cookie."""
    plain = "gzip" not in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(gzip.decompress(page.packed) if plain else page.packed)
    if not plain:
        response["Content-Encoding"] = "gzip"
    response["Content-Length"] = str(len(response.content))
    response["Content-Language"] = get_language() or "en"
    response["ETag"] = page.etag
    response["Cache-Control"] = "no-cache"
    response["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    # Phones set their round clocks by it.
    response["Date"] = http_date()
    return get_conditional_response(request, etag=page.etag, response=response) or response
