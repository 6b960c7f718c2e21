"""The first page, as this process holds it, and the pages of older events and of a search."""

import datetime
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from django.conf import settings
from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from events.models import Organisation, Queue
from events.public_site.page import STAMP_PLACE, Page, pack
from events.public_site.page_cache import ANY_LANGUAGE, page_cache
from events.public_site.reads import listed_events as reads
from events.public_site.reads.listed_events import FirstPage, Place

# The list is less urgent than pairings, and a poll costs six small queries.
LOOK_EVERY = 1.0
PLACE = re.compile(r"(\d{4}-\d\d-\d\d)\.(\d{1,18})", re.ASCII)


@dataclass(slots=True)
class _Known:
    """The list of the first page, when it was read, and the page made of it by language."""

    listed: FirstPage
    checked: float
    pages: dict[str, Page] = field(default_factory=dict)


class EventList:
    """The first page as this process holds it."""

    def __init__(self) -> None:
        self._known: _Known | None = None
        # Other lists rebuilt at every poll, by address; each is the same in all languages.
        self._kept: dict[str, tuple[Callable[[], Page], Page]] = {}
        self._looked = 0.0
        self._changing = threading.Lock()

    def kept(self, address: str, make: Callable[[], Page]) -> Page:
        """Return the cached page of an address; `make` builds it the first time."""
        if not page_cache.watched:
            return make()
        with self._changing:
            if address not in self._kept:
                self._keep(address, make)
            return self._kept[address][1]

    def _keep(self, address: str, make: Callable[[], Page]) -> None:
        self._kept[address] = make, make()
        page_cache.event_list[address, ANY_LANGUAGE] = self._kept[address][1]

    def first_page(self) -> Page | None:
        """Return the first page; None before the first account or event."""
        with self._changing:
            known = self._current()
            if not known.listed.has_accounts and known.listed.is_empty:
                self._known = None
                return None
            return self._page(known)

    def look(self) -> None:
        """Build the first page and the other cached pages again where their content has changed."""
        with self._changing:
            if self._known and time.monotonic() - self._known.checked >= LOOK_EVERY:
                self._read()
            if self._kept and time.monotonic() - self._looked >= LOOK_EVERY:
                self._looked = time.monotonic()
                for address, (make, _page) in list(self._kept.items()):
                    self._keep(address, make)

    def forget(self) -> None:
        """Forget everything."""
        with self._changing:
            self._known = None
            self._kept = {}
            page_cache.event_list = {}

    def _current(self) -> _Known:
        known = self._known
        if known is not None:
            age = time.monotonic() - known.checked
            if page_cache.watched or age < settings.PUBLIC_SECONDS:
                return known
        return self._read()

    def _read(self) -> _Known:
        listed, now = reads.first_page(), time.monotonic()
        if self._known is not None and self._known.listed == listed:
            self._known.checked = now
            return self._known
        fresh = _Known(listed, now)
        if settings.PUBLIC_SECONDS > 0:
            self._known = fresh
            self._show(fresh)
        return fresh

    def _show(self, known: _Known) -> None:
        """Put the first page where it is served without Django, in the languages requested so far.

        A new list alone builds no page: a process without visitors would otherwise build one for
        each event that begins.
        """
        shown = {(address, ANY_LANGUAGE): page for address, (_make, page) in self._kept.items()}
        if not known.listed.is_empty:
            address = reverse("public:events")
            shown.update(((address, code), page) for code, page in known.pages.items())
        page_cache.event_list = shown

    def _page(self, known: _Known) -> Page:
        language = translation.get_language() or ""
        if language not in known.pages:
            context = {"listed": known.listed, **_around(None)}
            text = render_to_string("public_site/pages/events.html", context)
            known.pages[language] = pack(text)
            if known is self._known:
                self._show(known)
        return known.pages[language]


def older_page(place: str, words: str, of: Organisation | None = None) -> str:
    """Return a page of all events below a place ("": the newest), or of those with these words.

    `of`: only events of this organisation. Http404 for an invalid place.
    """
    before = _place(place) if place else None
    older = reads.search_events(words, before, of) if words else reads.older_events(before, of)
    following = "{:%Y-%m-%d}.{}".format(*older.next) if older.next else ""
    context = {"older": older, "next": following, "search": words, "place": place}
    return render_to_string("public_site/pages/all_events.html", {**context, **_around(of)})


def organisation_page(of: Organisation) -> str:
    """Return the page of an organisation: its running, coming and past events."""
    queues = of.queues.filter(state=Queue.State.OPEN, by_phone=True).order_by("date", "number")
    context = {"listed": reads.first_page(of), "queues": queues, **_around(of)}
    return render_to_string("public_site/pages/events.html", context)


def _around(of: Organisation | None) -> dict[str, object]:
    path = reverse("public:organisation", args=[of.slug]) if of else reverse("public:events")
    return {"organisation": of, "path": path, "stamp": STAMP_PLACE}


def _place(text: str) -> Place:
    match = PLACE.fullmatch(text)
    if match is None:
        raise Http404
    try:
        return datetime.date.fromisoformat(match[1]), int(match[2])
    except ValueError as error:
        raise Http404 from error


event_list = EventList()
