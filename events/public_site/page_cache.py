"""Public pages in a web process's memory, and how the process learns of newer ones.

Everything public of an event is cached from the first request for it. While a server runs, `Uptake`
asks the database a few times a second for changes. Without a server (another WSGI host, a test) the
cache is trusted for `settings.PUBLIC_SECONDS`.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue

from django.conf import settings
from django.db import DatabaseError, InterfaceError, transaction
from django.http import Http404
from django.utils import translation

from events.core.metrics import BUILDING
from events.core.read_snapshot import one_snapshot
from events.models import Event
from events.public_site import store
from events.public_site.build import Build, addresses, build, edition
from events.public_site.page import Page
from events.public_site.reads import events as selectors
from events.public_site.reads.events import PublicEvent, Stamp

MOST_EVENTS = 24
# Old rounds and explanations that somebody asked for; when there are more, all are forgotten.
MOST_RARE_BYTES = 16 * 1024 * 1024
# The process that posted is about to build. If no build appears in this time, another process
# builds.
GRACE_SECONDS = 1.0
# Pages say how old they are when the database was not heard of for so long.
SAID_AFTER_SECONDS = 5

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Held:
    """One event as it is served: its build, and rare pages of the same revision."""

    build: Build
    stamp: Stamp
    checked: float
    used: float
    shown: PublicEvent | None = None
    rare: dict[tuple[str, str], Page] = field(default_factory=dict)
    rare_bytes: int = 0
    making: threading.RLock = field(default_factory=threading.RLock)
    stale_since: float | None = None

    def event(self) -> PublicEvent:
        """Return what is public of the event, read when somebody needs it."""
        with self.making:
            if self.shown is None:
                self.shown = selectors.read_event(self.build.event_id)
            return self.shown


# The page behind an address of an event: a page of all, a player's page, or a player's card.
Entry = tuple[str, str, int]
OWN, CARD = "own page", "card"


class Shelf:
    """All events that this process holds."""

    def __init__(self) -> None:
        self.held: dict[str, Held] = {}
        self.entries: dict[str, Entry] = {}
        self.rare: dict[str, Held] = {}
        self.front: dict[tuple[str, str], Page] = {}
        self.watched = False
        # Events to be built, for the thread that builds; without one they are built at once.
        self.wanted: SimpleQueue[int | None] | None = None
        # Set when something here waits to be kept, or somebody told of news.
        self.news = threading.Event()
        self.confirmed = time.monotonic()
        self._unsaved: dict[int, Build] = {}
        self._changing = threading.RLock()

    # The door calls these, in its own thread, for every request: nothing here may wait.

    def find(self, path: str, language: str) -> Page | None:
        """Return the page under an address if it is held."""
        entry = self.entries.get(path)
        if entry is None:
            held = self.rare.get(path)
            if held is not None:
                return held.rare.get((path, language))
            return self.front.get((path, language))
        slug, name, number = entry
        held = self.held.get(slug)
        if held is None:
            return None
        held.used = time.monotonic()
        if name is OWN:
            return held.build.own_page(language, number)
        if name is CARD:
            return held.build.card(number)
        return held.build.pages.get((name, language))

    def age(self) -> int:
        """Return for how many seconds the database has not been heard of; 0 while all is well."""
        seconds = int(time.monotonic() - self.confirmed) if self.watched else 0
        return seconds if seconds >= SAID_AFTER_SECONDS else 0

    # Django's views call these.

    def open(self, slug: str) -> Held:
        """Return an event, built or taken up if need be; Http404 when there is none."""
        held = self.held.get(slug)
        now = time.monotonic()
        if held is None or not (self.watched or now - held.checked < settings.PUBLIC_SECONDS):
            with self._changing:
                held = self._current(slug)
        held.used = now
        return held

    def _current(self, slug: str) -> Held:
        held = self.held.get(slug)
        now = time.monotonic()
        if held is not None and (self.watched or now - held.checked < settings.PUBLIC_SECONDS):
            return held
        try:
            # Read before the content: a change between the two is seen twice and never missed.
            stamp = selectors.event_stamp(slug)
        except (DatabaseError, InterfaceError):
            if held is None:
                raise
            log.exception("The database does not answer: public pages are served from memory.")
            return held
        if stamp is None:
            self._drop(slug)
            raise Http404
        if held is not None and held.stamp == stamp:
            held.checked = now
            return held
        return self._take(slug, stamp)

    def _take(self, slug: str, stamp: Stamp) -> Held:
        """Hold what is kept of an event, or what is built now."""
        before = self.held.get(slug)
        pk, _created, revision = stamp
        known = before.build if before and before.build.event_id == pk else None
        kept = store.load(pk, slug, known)
        if kept is not None and kept.revision >= revision:
            return self._hold(kept, stamp)
        return self._build(pk, known)

    def _build(self, event_id: int, before: Build | None) -> Held:
        with BUILDING.time(), one_snapshot():
            shown = selectors.read_event(event_id)
            made = build(shown, before, quickly=self.watched)
        event = shown.event
        self._unsaved[event_id] = made
        if self.watched:
            self.news.set()
        else:
            self.save()
        return self._hold(made, (event.pk, event.created_at, event.public_revision), shown)

    def _hold(self, made: Build, stamp: Stamp, shown: PublicEvent | None = None) -> Held:
        now = time.monotonic()
        held = Held(made, stamp, checked=now, used=now, shown=shown)
        with self._changing:
            for slug, other in list(self.held.items()):
                if slug != made.slug and other.build.event_id == made.event_id:
                    self._drop(slug)
            before = self.held.get(made.slug)
            if before is None or not _has_same_addresses(before.build, made):
                self.entries.update(_entries(made))
            # From here on everything of this event is of the new build: it is one assignment.
            self.held[made.slug] = held
            if before is not None:
                self._forget(before, but=held)
            while len(self.held) > MOST_EVENTS:
                self._drop(min(self.held, key=lambda slug: self.held[slug].used))
        return held

    def _drop(self, slug: str) -> None:
        with self._changing:
            gone = self.held.pop(slug, None)
            if gone is not None:
                self._forget(gone)

    def _forget(self, gone: Held, but: Held | None = None) -> None:
        """Forget the addresses of what is not held any more, except those that another one has."""
        for path, _language in gone.rare:
            self.rare.pop(path, None)
        if but is None or not _has_same_addresses(gone.build, but.build):
            stay = _entries(but.build) if but else {}
            for path in _entries(gone.build).keys() - stay.keys():
                self.entries.pop(path, None)

    def rare_page(self, held: Held, path: str, make: Callable[[], Page]) -> Page:
        """Return a page that few ask for, made once a revision and language."""
        key = path, translation.get_language() or ""
        page = held.rare.get(key)
        if page is None:
            with held.making:
                page = held.rare.get(key)
                if page is None:
                    with one_snapshot():
                        page = make()
                    self._keep_rare(held, key, page)
        return page

    def _keep_rare(self, held: Held, key: tuple[str, str], page: Page) -> None:
        with self._changing:
            if held.rare_bytes + page.weight > MOST_RARE_BYTES:
                for path, _language in held.rare:
                    self.rare.pop(path, None)
                held.rare, held.rare_bytes = {}, 0
            held.rare[key] = page
            held.rare_bytes += page.weight
            if self.held.get(held.build.slug) is held:
                self.rare[key[0]] = held

    # Learning what is new.

    def want(self, event_id: int) -> None:
        """Have an event built again, behind the answer to whoever changed it."""
        if self.wanted is None:
            self.renew(event_id)
        else:
            self.wanted.put(event_id)

    def renew(self, event_id: int) -> None:
        """Build an event again where it has changed."""
        with self._changing:
            before = next(
                (held for held in self.held.values() if held.build.event_id == event_id), None
            )
            stamps = Event.objects.filter(pk=event_id).values_list("created_at", "public_revision")
            current = stamps.first()
            if current is None or (before and before.stamp == (event_id, *current)):
                return
            self._build(event_id, before.build if before else None)

    def look(self) -> None:
        """Take up what has changed in the database since the last look."""
        known = {held.build.event_id: held for held in list(self.held.values())}
        rows = Event.objects.filter(pk__in=known).values_list(
            "pk",
            "slug",
            "created_at",
            "public_revision",
            "public_build__revision",
            "public_build__edition",
        )
        seen = set()
        for pk, slug, created_at, revision, kept, made_by in rows:
            seen.add(pk)
            held = known[pk]
            if held.stamp == (pk, created_at, revision) and held.build.slug == slug:
                continue
            since = held.stale_since = held.stale_since or time.monotonic()
            ready = kept is not None and kept >= revision and made_by == edition()
            if ready or time.monotonic() - since > GRACE_SECONDS:
                with self._changing:
                    # Another thread may just have taken it up.
                    if self.held.get(slug) not in (None, held):
                        continue
                    self._take(slug, (pk, created_at, revision))
        for pk in known.keys() - seen:
            self._drop(known[pk].build.slug)
        self.confirmed = time.monotonic()

    def save(self) -> None:
        """Keep in the database what was built here."""
        while self._unsaved:
            event_id, made = self._unsaved.popitem()
            made.make_small()
            try:
                store.save(made)
            except DatabaseError:
                # A full or read-only disk must not take the pages away; others build their own.
                log.exception("The public pages of event %s could not be kept.", event_id)

    def forget(self) -> None:
        """Forget everything."""
        with self._changing:
            for slug in list(self.held):
                self._drop(slug)
            self._unsaved.clear()


def _entries(made: Build) -> dict[str, Entry]:
    pages, own, card = addresses(made.slug)
    entries: dict[str, Entry] = {
        pages[name]: (made.slug, name, 0) for name in {name for name, _language in made.pages}
    }
    entries.update({own % number: (made.slug, OWN, number) for number in made.cards})
    entries.update({card % number: (made.slug, CARD, number) for number in made.cards})
    return entries


def _has_same_addresses(before: Build, other: Build) -> bool:
    return before.pages.keys() == other.pages.keys() and before.cards.keys() == other.cards.keys()


shelf = Shelf()


def built_after_commit(event_id: int) -> None:
    """Have the event's public pages built as soon as the caller's transaction is written.

    In a process that serves nobody nothing is built: the web processes notice the change.
    """
    if shelf.watched:
        transaction.on_commit(partial(shelf.want, event_id), robust=True)
