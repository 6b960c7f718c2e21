"""Public pages follow each write of an event: events/apps.py subscribes this."""

from functools import partial

from django.db import transaction


def built_after_commit(event_id: int) -> None:
    """Have the event's public pages built as soon as the caller's transaction is written.

    In a process that serves nobody nothing is built: the web processes notice the change. Pages of
    a finished event that changed may not stay as files.
    """
    # Pages make up half of a process's imports, so processes that write nothing avoid them.
    from events.public_site import finished_pages
    from events.public_site.page_cache import page_cache

    if page_cache.watched:
        transaction.on_commit(partial(page_cache.want, event_id), robust=True)
    if finished_pages.has_files(event_id):
        transaction.on_commit(partial(finished_pages.remove, event_id), robust=True)
