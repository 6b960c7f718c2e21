"""Call pods by time: a smaller one after the wait, a full one once tables are free."""

import datetime

from django.db import close_old_connections
from django.db.models import Count, F, Min, Q
from django.utils import timezone

from events.core.event_write import queue_write
from events.models import Queue, QueueEntry
from events.on_demand.line import QueueWrite, call_due_pods

LOOK_EVERY = 5.0
_WAITING = Q(entries__state=QueueEntry.State.WAITING)


def call_due(now: datetime.datetime | None = None) -> int:
    """Call the due pods of all queues; return how many. One query if none is due."""
    now = now or timezone.now()
    queues = Queue.objects.exclude(state=Queue.State.CLOSED).annotate(
        waiting=Count("entries", filter=_WAITING), since=Min("entries__joined_at", filter=_WAITING)
    )
    likely = queues.filter(Q(waiting__gte=F("size")) | Q(waiting__gte=F("least")))
    called = 0
    for queue in likely:
        wait = datetime.timedelta(minutes=queue.wait_minutes)
        if queue.waiting >= queue.size or now - queue.since >= wait:
            with queue_write(queue.pk, queue.organisation_id) as row:
                called += len(call_due_pods(QueueWrite(row, None, now)))
    return called


def look() -> float:
    """Call due pods; return how many seconds to wait."""
    try:
        call_due()
    finally:
        close_old_connections()
    return LOOK_EVERY
