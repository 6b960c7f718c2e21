"""Public pages follow each write of an event: events/apps.py subscribes this."""

from functools import partial

from django.db import transaction


def built_after_commit(event_id: int) -> None:
    """Build the event's public pages as soon as the caller's transaction is committed.

    A process that serves no pages builds nothing: the web processes notice the change.
    """
    # Pages make up half of a process's imports, so processes that write nothing avoid them.
    from events.public_site.page_cache import page_cache

    if page_cache.watched:
        transaction.on_commit(partial(page_cache.want, event_id), robust=True)
