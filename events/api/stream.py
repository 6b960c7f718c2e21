"""Stream an event's changes to programs as server-sent events.

A message holds only ETags of public answers, so it reveals nothing that those do not.
"""

from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import cast

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from events.api.answer_values import News, State
from events.api.reading import reading
from events.public_site import requests_of_pages
from events.public_site.page_cache import CachedEvent, page_cache
from events.public_site.program_data import Data, kept_page
from events.public_site.reads.events import PublicEvent
from events.public_site.responses import CROSS_ORIGIN

STREAM = "text/event-stream"
# A client reconnects after this time when its stream ends.
RETRY_SECONDS = 10
MESSAGE = f"retry: {RETRY_SECONDS * 1000}\nevent: change\ndata: %b\n\n".encode()
# Called with the slug, the message, and whether it is the last one.
Hears = Callable[[str, bytes, bool], None]

_data: dict[str, Data] = {}
_hearers: list[Hears] = []


def subscribe(hears: Hears) -> None:
    """Call `hears` whenever an event's data has changed and can be read."""
    _hearers.append(hears)


def name_data(data: Mapping[str, Data]) -> None:
    """Register the data whose ETags are part of each message."""
    _data.update(data)


def tell(cached: CachedEvent) -> None:
    """Notify all listeners of an event whose data has just been prepared."""
    if not _hearers:
        return
    shown = cached.event()
    cached.news = _message(shown, partial(_kept_etag, cached))
    for hears in _hearers:
        hears(cached.build.slug, cached.news, _is_over(shown))


@reading
def stream(_request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the newest message; `manage.py serve` continues with those that follow.

    Behind another server the answer ends here, and clients ask again after RETRY_SECONDS.
    """
    message = _newest(slug)
    if message is None:
        # A browser does not reconnect after this answer.
        return _shared(HttpResponse(status=HTTPStatus.NO_CONTENT))
    return _shared(HttpResponse(message, content_type=STREAM))


def _newest(slug: str) -> bytes | None:
    """Return the newest message; None once the event is finished."""
    if settings.PUBLIC_SECONDS > 0:
        cached = page_cache.open(slug)
        shown, etag_of = cached.event(), partial(_kept_etag, cached)
    else:
        cached, shown = None, requests_of_pages.event_now(slug)
        etag_of = partial(_etag_now, shown)
    if _is_over(shown):
        return None
    if cached is None:
        return _message(shown, etag_of)
    cached.news = cached.news or _message(shown, etag_of)
    return cached.news


def _is_over(shown: PublicEvent) -> bool:
    return bool(shown.event.is_finished)


def _message(shown: PublicEvent, etag_of: Callable[[str], str]) -> bytes:
    newest = shown.round()
    news = News(
        event=shown.event.slug,
        state=cast(State, shown.event.state),
        round=newest.number if newest else None,
        results_through=shown.results_through or None,
        etags={name: _or_none(etag_of, name) for name in _data},
    )
    return MESSAGE % msgspec.json.encode(news)


def _or_none(etag_of: Callable[[str], str], name: str) -> str | None:
    try:
        return etag_of(name)
    except Http404:
        return None


def _etag_now(shown: PublicEvent, name: str) -> str:
    return _data[name].page(shown, as_lines=False).etag


def _kept_etag(cached: CachedEvent, name: str) -> str:
    path = reverse(f"public:api-{name}", args=[cached.build.slug])
    return kept_page(cached, path, _data[name], as_lines=False).etag


def _shared(answer: HttpResponse) -> HttpResponse:
    for name, value in CROSS_ORIGIN.items():
        answer[name] = value
    answer["Cache-Control"] = "no-store"
    # Disables nginx's buffering, so that each message is passed on at once.
    answer["X-Accel-Buffering"] = "no"
    return answer
