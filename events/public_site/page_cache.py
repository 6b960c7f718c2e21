"""Public pages in a web process's memory, and how the process learns of newer ones.

Everything public of an event is cached from the first request for it. While a server runs,
`Refresher` asks the database a few times a second for changes. Without a server (another WSGI host,
a test) the cache is trusted for `settings.PUBLIC_SECONDS`.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import Http404
from django.utils import translation

from events.core.metrics import BUILDING
from events.core.read_snapshot import one_snapshot
from events.models import Event
from events.public_site import stored_builds
from events.public_site.build import CARD, OWN, Build, Entry, build, edition
from events.public_site.page import Page
from events.public_site.reads import events
from events.public_site.reads.events import PublicEvent, Stamp

# After this time without requests, a finished event leaves memory; its build is in the database.
FINISHED_SECONDS = 60.0
# Requested old rounds and explanations; beyond this, all are dropped.
MOST_RARE_BYTES = 16 * 1024 * 1024
# The process that posted is about to build. If no build appears in this time, another process
# builds.
GRACE_SECONDS = 1.0
# After this time without the database, pages show their age.
SAID_AFTER_SECONDS = 5

log = logging.getLogger(__name__)


@dataclass(slots=True)
class CachedEvent:
    """An event as it is served: its build, and rare pages of the same revision."""

    build: Build
    stamp: Stamp
    checked: float
    used: float
    shown: PublicEvent | None = None
    rare: dict[tuple[str, str], Page] = field(default_factory=dict)
    rare_bytes: int = 0
    build_bytes: int = 0
    making: threading.RLock = field(default_factory=threading.RLock)
    stale_since: float | None = None
    # The newest message for listening programs, once it is composed.
    news: bytes = b""
    # Times of the latest looks for newer data before a 404: program_data.py.
    readings: deque[float] = field(default_factory=deque)

    @property
    def weight(self) -> int:
        """How many bytes it takes in memory."""
        return self.build_bytes + self.rare_bytes

    def event(self) -> PublicEvent:
        """Return the public data of the event, read on first use."""
        with self.making:
            if self.shown is None:
                self.shown = events.read_event(self.build.event_id)
            return self.shown


# The language entry of a rare page that is equal in all languages.
ANY_LANGUAGE = ""


class PageCache:
    """All events that this process holds."""

    def __init__(self) -> None:
        self.cached: dict[str, CachedEvent] = {}
        self.entries: dict[str, Entry] = {}
        self.rare: dict[str, CachedEvent] = {}
        self.event_list: dict[tuple[str, str], Page] = {}
        self.watched = False
        # Events for the build thread; without a thread they are built at once.
        self.wanted: SimpleQueue[int | None] | None = None
        # Cached events that changed, whose data for programs is due.
        self.changed: SimpleQueue[CachedEvent | None] = SimpleQueue()
        # Set when a build must be stored, or a change arrived.
        self.news = threading.Event()
        self.confirmed = time.monotonic()
        self._unsaved: dict[int, Build] = {}
        self._changing = threading.RLock()

    # Called by the server's own thread for every request, so nothing here may block.

    def find(self, path: str, language: str) -> Page | None:
        """Return the page under an address if it is held."""
        entry = self.entries.get(path)
        if entry is None:
            cached = self.rare.get(path)
            if cached is not None:
                return cached.rare.get((path, language)) or cached.rare.get((path, ANY_LANGUAGE))
            listed = self.event_list
            return listed.get((path, language)) or listed.get((path, ANY_LANGUAGE))
        slug, name, number = entry
        cached = self.cached.get(slug)
        if cached is None:
            return None
        cached.used = time.monotonic()
        if name is OWN:
            return cached.build.own_page(language, number)
        if name is CARD:
            return cached.build.card(number)
        return cached.build.pages.get((name, language))

    def age(self) -> int:
        """Return the seconds since the database last answered; 0 below SAID_AFTER_SECONDS."""
        seconds = int(time.monotonic() - self.confirmed) if self.watched else 0
        return seconds if seconds >= SAID_AFTER_SECONDS else 0

    # Called by Django's views.

    def open(self, slug: str) -> CachedEvent:
        """Return a cached event, built or loaded if needed; Http404 for an unknown event."""
        cached = self.cached.get(slug)
        now = time.monotonic()
        if cached is None or not (self.watched or now - cached.checked < settings.PUBLIC_SECONDS):
            with self._changing:
                cached = self._current(slug)
        cached.used = now
        return cached

    def _current(self, slug: str) -> CachedEvent:
        cached = self.cached.get(slug)
        now = time.monotonic()
        if cached is not None and (self.watched or now - cached.checked < settings.PUBLIC_SECONDS):
            return cached
        try:
            # Read before the content: a change in between is delivered twice, never missed.
            stamp = events.event_stamp(slug)
        except (DatabaseError, InterfaceError):
            if cached is None:
                raise
            log.exception("The database does not answer: public pages are served from memory.")
            return cached
        if stamp is None:
            self._drop(slug)
            raise Http404
        if cached is not None and cached.stamp == stamp:
            cached.checked = now
            return cached
        return self._take(slug, stamp)

    def _take(self, slug: str, stamp: Stamp) -> CachedEvent:
        """Cache the stored build of an event if it is new enough, else build it now."""
        before = self.cached.get(slug)
        pk, _created, revision = stamp
        known = before.build if before and before.build.event_id == pk else None
        stored = stored_builds.load(pk, slug, known)
        if stored is not None and stored.revision >= revision:
            return self._cache(stored, stamp)
        return self._build(pk, known)

    def _build(self, event_id: int, before: Build | None) -> CachedEvent:
        with BUILDING.time(), one_snapshot():
            shown = events.read_event(event_id)
            built = build(shown, before, quickly=self.watched)
        event = shown.event
        self._unsaved[event_id] = built
        if self.watched:
            self.news.set()
        else:
            self.save()
        return self._cache(built, (event.pk, event.created_at, event.public_revision), shown)

    def _cache(self, built: Build, stamp: Stamp, shown: PublicEvent | None = None) -> CachedEvent:
        now = time.monotonic()
        cached = CachedEvent(built, stamp, now, now, shown, build_bytes=built.weight())
        with self._changing:
            for slug, other in list(self.cached.items()):
                if slug != built.slug and other.build.event_id == built.event_id:
                    self._drop(slug)
            before = self.cached.get(built.slug)
            if before is None or not built.has_addresses_of(before.build):
                self.entries.update(built.entries())
            # From here on the whole event is served from the new build, by a single assignment.
            self.cached[built.slug] = cached
            if before is not None:
                self._forget(before, but=cached)
            if self.watched and (before is not None or built.event_id in self._unsaved):
                self.changed.put(cached)
            self._make_room(but=built.slug)
        return cached

    def excess(self) -> int:
        """Return the bytes cached above the settings' limit; negative while memory is left."""
        return sum(cached.weight for cached in self.cached.values()) - settings.PAGE_BYTES

    def _make_room(self, but: str) -> None:
        """Drop the least recently requested events until the others fit."""
        excess = self.excess()
        if excess > 0:
            for slug in sorted(self.cached.keys() - {but}, key=lambda slug: self.cached[slug].used):
                excess -= self.cached[slug].weight
                self._drop(slug)
                if excess <= 0:
                    return

    def _drop(self, slug: str) -> None:
        with self._changing:
            dropped = self.cached.pop(slug, None)
            if dropped is not None:
                self._forget(dropped)

    def _forget(self, dropped: CachedEvent, but: CachedEvent | None = None) -> None:
        """Forget the addresses of a dropped event, except those that `but` has too."""
        for path, _language in dropped.rare:
            self.rare.pop(path, None)
        if but is None or not but.build.has_addresses_of(dropped.build):
            staying = but.build.entries() if but else {}
            for path in dropped.build.entries().keys() - staying.keys():
                self.entries.pop(path, None)

    def rare_page(
        self,
        cached: CachedEvent,
        path: str,
        make: Callable[[], Page],
        language: str | None = None,
    ) -> Page:
        """Return a rarely requested page, made once per revision and language."""
        key = path, (translation.get_language() or "") if language is None else language
        page = cached.rare.get(key)
        if page is None:
            with cached.making:
                page = cached.rare.get(key)
                if page is None:
                    with one_snapshot():
                        page = make()
                    self._cache_rare(cached, key, page)
        return page

    def _cache_rare(self, cached: CachedEvent, key: tuple[str, str], page: Page) -> None:
        with self._changing:
            if cached.rare_bytes + page.weight > MOST_RARE_BYTES:
                for path, _language in cached.rare:
                    self.rare.pop(path, None)
                cached.rare, cached.rare_bytes = {}, 0
            cached.rare[key] = page
            cached.rare_bytes += page.weight
            if self.cached.get(cached.build.slug) is cached:
                self.rare[key[0]] = cached
                self._make_room(but=cached.build.slug)

    # Polling for changes.

    def want(self, event_id: int) -> None:
        """Queue an event to be built again, after the answer to the change."""
        if self.wanted is None:
            self.renew(event_id)
        else:
            self.wanted.put(event_id)

    def renew(self, event_id: int) -> None:
        """Build an event again where it has changed."""
        with self._changing:
            before = next(
                (cached for cached in self.cached.values() if cached.build.event_id == event_id),
                None,
            )
            stamps = Event.objects.filter(pk=event_id).values_list("created_at", "public_revision")
            current = stamps.first()
            if current is None or (before and before.stamp == (event_id, *current)):
                return
            self._build(event_id, before.build if before else None)

    def refresh(self, slug: str) -> None:
        """Load newer data of a cached event; if a build is running, wait for it."""
        held = self.cached.get(slug)
        if held is None or events.event_stamp(slug) == held.stamp:
            return
        with self._changing:
            stamp, held = events.event_stamp(slug), self.cached.get(slug)
            if stamp is not None and held is not None and stamp != held.stamp:
                self._take(slug, stamp)

    def look(self) -> None:
        """Take up what has changed in the database since the last look."""
        known = {cached.build.event_id: cached for cached in list(self.cached.values())}
        rows = Event.objects.filter(pk__in=known).values_list(
            "pk",
            "slug",
            "created_at",
            "public_revision",
            "public_build__revision",
            "public_build__edition",
            "state",
        )
        seen = set()
        for pk, slug, created_at, revision, stored, made_by, state in rows:
            cached = known[pk]
            if state == Event.State.FINISHED and self._is_unasked(cached):
                continue
            seen.add(pk)
            if cached.stamp == (pk, created_at, revision) and cached.build.slug == slug:
                continue
            since = cached.stale_since = cached.stale_since or time.monotonic()
            ready = stored is not None and stored >= revision and made_by == edition()
            if ready or time.monotonic() - since > GRACE_SECONDS:
                with self._changing:
                    # Another thread may have loaded it in the meantime.
                    if self.cached.get(slug) not in (None, cached):
                        continue
                    self._take(slug, (pk, created_at, revision))
        for pk in known.keys() - seen:
            self._drop(known[pk].build.slug)
        self.confirmed = time.monotonic()

    def is_waiting(self) -> bool:
        """Return whether a build waits to be stored, or one of another process is waited for."""
        cached = list(self.cached.values())
        return bool(self._unsaved) or any(each.stale_since is not None for each in cached)

    def _is_unasked(self, cached: CachedEvent) -> bool:
        return self.watched and time.monotonic() - cached.used > FINISHED_SECONDS

    def save(self) -> None:
        """Store the builds of this process in the database."""
        while self._unsaved:
            event_id, built = self._unsaved.popitem()
            built.make_small()
            try:
                stored_builds.save(built)
            except DatabaseError:
                # A full or read-only disk must not break the pages; others build their own.
                log.exception("The public pages of event %s could not be kept.", event_id)

    def forget(self) -> None:
        """Forget everything."""
        with self._changing:
            for slug in list(self.cached):
                self._drop(slug)
            self._unsaved.clear()


page_cache = PageCache()
