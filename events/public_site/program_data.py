"""Data of an event for programs, made, cached and served as its pages are.

The room `api` registers the data; its addresses have no language.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from events.core.read_snapshot import one_snapshot
from events.public_site.page import JSON, Page, program_page
from events.public_site.page_cache import ANY_LANGUAGE, CachedEvent, page_cache
from events.public_site.reads.events import PublicEvent
from events.public_site.requests_of_pages import event_now, in_newest
from events.public_site.responses import respond

LINES = "application/x-ndjson"
AS_LINES = "?format=ndjson"

_encoder = msgspec.json.Encoder(decimal_format="string")


@dataclass(frozen=True, slots=True)
class Data:
    """The data at one address: a value; `lines` is its attribute that NDJSON goes through."""

    make: Callable[[PublicEvent], msgspec.Struct | None]
    lines: str = ""

    def page(self, shown: PublicEvent, *, as_lines: bool) -> Page:
        """Return the data as bytes; Http404 where there is none."""
        value = self.make(shown)
        if value is None:
            raise Http404
        return page_of(value, self.lines, as_lines=as_lines)


def page_of(value: msgspec.Struct, lines: str, *, as_lines: bool) -> Page:
    """Return a value as JSON, or as NDJSON with a line for each of its `lines`.

    A value of several pages has the address of the page that follows in `next`.
    """
    following = getattr(value, "next", None) or ""
    if not as_lines:
        return program_page(_encoder.encode(value), JSON, next=following)
    items = getattr(value, lines) if lines else [value]
    return program_page(_encoder.encode_lines(items), LINES, next=following)


# Rendered as soon as an event changes: the data that all programs request, by a function of the
# slug.
_ready: dict[Callable[[str], str], Data] = {}
# Called with an event whose data was just rendered.
_then: list[Callable[[CachedEvent], None]] = []


def make_when_changed(
    data: Mapping[Callable[[str], str], Data], then: Callable[[CachedEvent], None]
) -> None:
    """Register data, under these addresses, to be made when something of an event becomes public.

    `then` is called afterwards.
    """
    _ready.update(data)
    _then.append(then)


def make_ready(cached: CachedEvent) -> None:
    """Make the data of an event that has just changed."""
    slug = cached.build.slug
    for address, data in _ready.items():
        if page_cache.cached.get(slug) is not cached:
            return
        path = address(slug)
        try:
            kept_page(cached, path, data, as_lines=False)
        except Http404:
            continue
    for act in _then:
        act(cached)


def respond_with(request: HttpRequest, slug: str, data: Data, after: str = "") -> HttpResponseBase:
    """Answer with the data of an event, as JSON or in lines; `after` is a part of the address."""
    as_lines = wants_lines(request)
    if settings.PUBLIC_SECONDS <= 0:
        with one_snapshot():
            return respond(request, data.page(event_now(slug), as_lines=as_lines))
    path = f"{request.path}{after}"

    def kept() -> Page:
        return kept_page(page_cache.open(slug), path, data, as_lines=as_lines)

    return respond(request, in_newest(slug, kept))


def kept_page(cached: CachedEvent, path: str, data: Data, *, as_lines: bool) -> Page:
    """Return data of an event from the cache, made if needed; Http404 without data."""
    key = f"{path}{AS_LINES}" if as_lines else path
    return page_cache.rare_page(
        cached, key, lambda: data.page(cached.event(), as_lines=as_lines), ANY_LANGUAGE
    )


def wants_lines(request: HttpRequest) -> bool:
    """Whether a program asks for NDJSON, by `?format=` or else by its Accept header."""
    asked = request.GET.get("format")
    if asked is not None:
        return asked == "ndjson"
    return "ndjson" in request.headers.get("Accept", "")
