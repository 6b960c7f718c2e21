"""Look for newer data of an event before an address answers 404.

Another process, or the thread that builds, may be about to show what is requested: a program
asks for a round as soon as a message reports it. Processes look only a few times a second.
"""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import DatabaseError, InterfaceError
from django.http import Http404

from events.public_site.page_cache import CachedEvent, page_cache

# Requests for rounds that do not exist must not all read the database. Above this rate, an answer
# is as old as the newest reading.
MOST_READINGS, SECONDS = 5, 0.5

Answer = TypeVar("Answer")

log = logging.getLogger(__name__)


def in_newest(slug: str, answer: Callable[[], Answer]) -> Answer:
    """Return an answer about an event; where it is Http404, try again with newer data, once."""
    before = page_cache.cached.get(slug)
    try:
        return answer()
    except Http404:
        if before is None or not _has_newer(slug, before):
            raise
    return answer()


def _may_read(event: CachedEvent) -> bool:
    """Count a read of the database; False if the limit of recent reads is reached."""
    now, readings = time.monotonic(), event.readings
    if len(readings) >= MOST_READINGS and now - readings[0] < SECONDS:
        return False
    readings.append(now)
    while len(readings) > MOST_READINGS:
        readings.popleft()
    return True


def _has_newer(slug: str, before: CachedEvent) -> bool:
    if page_cache.cached.get(slug) is before and _may_read(before):
        try:
            page_cache.refresh(slug)
        except (DatabaseError, InterfaceError):
            log.exception("The database does not answer: a 404 is answered from memory.")
    return page_cache.cached.get(slug) is not before
