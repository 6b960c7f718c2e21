"""Threads that refresh a web process's public pages from the database.

One builds what was changed in this process, one stores builds and loads those of others: storing
may wait for a lock of the database, and no build waits for that. A third makes the data for
programs after the pages.
"""

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue

from django.db import DatabaseError, InterfaceError, close_old_connections, connection

from events.core.database_news import DatabaseNews
from events.models import Event
from events.public_site.estimates import estimate_what_changed
from events.public_site.event_list import event_list
from events.public_site.page_cache import page_cache
from events.public_site.program_data import make_ready
from events.public_site.stored_builds import NEWS

# The promised half second between processes. While nothing is written, a poll needs no query.
LOOK_EVERY = 0.2
LISTEN_AGAIN_EVERY = 2.0
# How long the first phone waits while running events are loaded into memory.
WARM_SECONDS = 10.0
# Estimates change with every result, and compete with phones and desks for processor time.
ESTIMATE_EVERY, REST = 2.0, 10
GONE = (DatabaseError, InterfaceError)

log = logging.getLogger(__name__)


class Refresher:
    """Refresh the cache a few times a second, and at once on a notification."""

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._warm = threading.Event()
        self._gone = False

    def begin(self) -> None:
        """Start the threads, and wait at most WARM_SECONDS until running events are cached."""
        page_cache.watched, page_cache.confirmed = True, time.monotonic()
        page_cache.wanted = SimpleQueue()
        threading.Thread(
            target=self.build_what_is_wanted, args=[page_cache.wanted], name="build", daemon=True
        ).start()
        threading.Thread(target=self._watch, name="refresher", daemon=True).start()
        threading.Thread(target=self._estimate, name="estimate", daemon=True).start()
        threading.Thread(target=self._make_data, name="program data", daemon=True).start()
        if connection.vendor == "postgresql":
            threading.Thread(target=self._listen, name="listen", daemon=True).start()
        self._warm.wait(WARM_SECONDS)

    def end(self) -> None:
        """Stop looking."""
        wanted, page_cache.wanted = page_cache.wanted, None
        page_cache.watched = False
        self._ended.set()
        page_cache.news.set()
        page_cache.changed.put(None)
        if wanted is not None:
            wanted.put(None)

    def build_what_is_wanted(self, wanted: "SimpleQueue[int | None]") -> None:
        """Build the events that were changed in this process, until the queue yields None."""
        while (event_id := wanted.get()) is not None:
            # Several changes in a row need only one build; the others find it done.
            self._try(partial(page_cache.renew, event_id))

    def _make_data(self) -> None:
        """Make the data for programs of each event that changes, behind its pages."""
        while (cached := page_cache.changed.get()) is not None:
            self._try(partial(make_ready, cached))

    def _watch(self) -> None:
        self._try(warm)
        self._warm.set()
        news = DatabaseNews()
        while not self._ended.is_set():
            page_cache.news.wait(LOOK_EVERY)
            page_cache.news.clear()
            self._try(partial(look_for, news))

    def _estimate(self) -> None:
        """Make estimates of chances, and rest at least REST times as long as that took."""
        news = DatabaseNews()
        while not self._ended.is_set():
            began = time.monotonic()
            self._try(partial(estimate_after, news))
            spent = time.monotonic() - began
            self._ended.wait(max(ESTIMATE_EVERY, REST * spent))

    def _try(self, what: Callable[[], None]) -> None:
        try:
            what()
        except GONE:
            # Pages are served from memory. One log line per outage, not five per second.
            if not self._gone:
                log.exception("The database does not answer: public pages come from memory.")
            self._gone = True
            connection.close()
        except Exception:
            # An error in one event must not stop updates of all others.
            log.exception("Public pages could not be brought up to date.")
        else:
            self._gone = False
        finally:
            close_old_connections()

    def _listen(self) -> None:
        from psycopg import Error  # only PostgreSQL sends notifications

        while not self._ended.is_set():
            try:
                with connection.cursor() as cursor:
                    cursor.execute(f"LISTEN {NEWS}")
                for _news in connection.connection.notifies():
                    page_cache.news.set()
            except (*GONE, Error):
                # The polling thread writes it to the log.
                connection.close()
            self._ended.wait(LISTEN_AGAIN_EVERY)


def estimate_after(news: DatabaseNews) -> None:
    """Make new estimates if the database has news since the last ones."""
    if news.may_be():
        estimate_what_changed()


def look_for(news: DatabaseNews) -> None:
    """Look for changes if the database has news, or if a build waits."""
    if news.may_be() or page_cache.is_waiting():
        look()
    else:
        page_cache.confirmed = time.monotonic()


def look() -> None:
    """Store this process's builds for the others, and load what the others built."""
    page_cache.save()
    page_cache.look()
    event_list.look()


def warm() -> None:
    """Cache the running events before the first phone requests them.

    It stops when the memory or WARM_SECONDS are used up; the rest is cached on request.
    """
    began = time.monotonic()
    playing = Event.objects.filter(state=Event.State.RUNNING)
    for slug in playing.values_list("slug", flat=True):
        if page_cache.excess() >= 0 or time.monotonic() - began > WARM_SECONDS:
            break
        page_cache.open(slug)
    event_list.first_page()
