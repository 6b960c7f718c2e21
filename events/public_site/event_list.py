"""The first page, as this process holds it, and the pages of older events and of a search."""

import datetime
import re
import threading
import time
from dataclasses import dataclass, field

from django.conf import settings
from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from events.public_site.page import STAMP_PLACE, Page, pack
from events.public_site.page_cache import page_cache
from events.public_site.reads import event_list as reads
from events.public_site.reads.event_list import FirstPage, Place

# Nobody waits for the list as for pairings: a look costs five small queries.
LOOK_EVERY = 1.0
PLACE = re.compile(r"(\d{4}-\d\d-\d\d)\.(\d{1,18})", re.ASCII)


@dataclass(slots=True)
class _Known:
    """What the first page lists, when that was read, and the page made of it by language."""

    listed: FirstPage
    checked: float
    pages: dict[str, Page] = field(default_factory=dict)


class EventList:
    """The first page as this process holds it."""

    def __init__(self) -> None:
        self._known: _Known | None = None
        self._changing = threading.Lock()

    def first_page(self) -> Page | None:
        """Return the first page; None before there is any account or event."""
        with self._changing:
            known = self._current()
            if not known.listed.has_accounts and known.listed.is_empty:
                self._known = None
                return None
            return self._page(known)

    def look(self) -> None:
        """Make the first page again where something that it says has changed."""
        with self._changing:
            if self._known and time.monotonic() - self._known.checked >= LOOK_EVERY:
                self._read()

    def forget(self) -> None:
        """Forget everything."""
        with self._changing:
            self._known = None
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
        """Let the first page be found without Django, in every language."""
        shown: dict[tuple[str, str], Page] = {}
        if not known.listed.is_empty:
            for language, _name in settings.LANGUAGES:
                with translation.override(language):
                    shown[reverse("public:events"), language] = self._page(known)
        page_cache.event_list = shown

    def _page(self, known: _Known) -> Page:
        language = translation.get_language() or ""
        if language not in known.pages:
            context = {"listed": known.listed, "path": reverse("public:events")}
            text = render_to_string(
                "public_site/pages/events.html", {**context, "stamp": STAMP_PLACE}
            )
            known.pages[language] = pack(text)
        return known.pages[language]


def older_page(place: str, words: str) -> str:
    """Return a page of all events below a place ("": the newest), or of those with these words.

    Http404 for a place that is none.
    """
    before = _place(place) if place else None
    older = reads.search_events(words, before) if words else reads.older_events(before)
    following = "{:%Y-%m-%d}.{}".format(*older.next) if older.next else ""
    context = {"older": older, "next": following, "search": words, "place": place}
    return render_to_string(
        "public_site/pages/all_events.html",
        {**context, "path": reverse("public:events"), "stamp": STAMP_PLACE},
    )


def _place(text: str) -> Place:
    match = PLACE.fullmatch(text)
    if match is None:
        raise Http404
    try:
        return datetime.date.fromisoformat(match[1]), int(match[2])
    except ValueError as error:
        raise Http404 from error


event_list = EventList()
