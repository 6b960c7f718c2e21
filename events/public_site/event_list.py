"""The first page: every event, newest first."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.core.paginator import EmptyPage, Paginator
from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from events.models import Event
from events.public_site.page import STAMP_PLACE, Page, pack
from events.public_site.page_cache import page_cache
from events.public_site.reads import events as selectors
from events.public_site.reads.events import Stamp

EVENTS_A_PAGE = 60


@dataclass(slots=True)
class _List:
    """Every event as it was at a stamp, and the pages made of it by number and language."""

    stamp: Stamp
    has_accounts: bool
    events: Sequence[Event]
    checked: float
    pages: dict[tuple[int, str], Page] = field(default_factory=dict)


class EventList:
    """The list of events as this process holds it."""

    def __init__(self) -> None:
        self._list: _List | None = None
        self._changing = threading.Lock()

    def page(self, asked: str) -> Page | None:
        """Return a page of the list by its number; None before there is any account or event.

        Http404 for what is no number of a page.
        """
        with self._changing:
            listed = self._current()
            if not listed.has_accounts and not listed.events:
                self._list = None
                return None
            try:
                number = Paginator(listed.events, EVENTS_A_PAGE).page(int(asked)).number
            except (ValueError, EmptyPage) as error:
                raise Http404 from error
            return self._page(listed, number)

    def look(self) -> None:
        """Make the first page again where something in it has changed."""
        with self._changing:
            if self._list is not None and self._list.stamp != selectors.list_stamp():
                self._list = _read()
                self._show(self._list)

    def forget(self) -> None:
        """Forget everything."""
        with self._changing:
            self._list = None
            page_cache.event_list = {}

    def _current(self) -> _List:
        known, now = self._list, time.monotonic()
        if known is not None and (
            page_cache.watched or now - known.checked < settings.PUBLIC_SECONDS
        ):
            return known
        if known is not None and known.stamp == selectors.list_stamp():
            known.checked = now
            return known
        fresh = _read()
        if settings.PUBLIC_SECONDS > 0:
            self._list = fresh
            self._show(fresh)
        return fresh

    def _show(self, listed: _List) -> None:
        """Let the first page be found without Django, in every language."""
        shown: dict[tuple[str, str], Page] = {}
        if listed.events:
            for language, _name in settings.LANGUAGES:
                with translation.override(language):
                    shown[reverse("public:events"), language] = self._page(listed, 1)
        page_cache.event_list = shown

    def _page(self, listed: _List, number: int) -> Page:
        key = number, translation.get_language() or ""
        if key not in listed.pages:
            page = Paginator(listed.events, EVENTS_A_PAGE).page(number)
            address = reverse("public:events")
            path = address if number == 1 else f"{address}?page={number}"
            context = {"page": page, "has_accounts": listed.has_accounts}
            text = render_to_string(
                "public_site/pages/events.html", {**context, "path": path, "stamp": STAMP_PLACE}
            )
            listed.pages[key] = pack(text)
        return listed.pages[key]


def _read() -> _List:
    # The stamp first: a change between the two is seen twice and never missed.
    stamp = selectors.list_stamp()
    has_accounts, events = selectors.list_events()
    return _List(stamp, has_accounts, events, time.monotonic())


event_list = EventList()
