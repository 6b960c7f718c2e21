"""Today's on-demand queues: people who wait, and called pods."""

import datetime
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db.models import Count, Min, Q
from django.utils import timezone

from events.core.events.today import around, date_in
from events.models import Queue, QueueEntry, QueuePod


@dataclass(slots=True)
class QueueToday:
    """A queue that is not closed; `minutes`: how long the first person has waited."""

    queue: Queue
    waiting: int
    minutes: int
    called: list[QueuePod] = field(default_factory=list)


def queues_today(user: User, now: datetime.datetime | None = None) -> list[QueueToday]:
    """Return today's queues in a person's organisations. Two queries at most.

    A queue belongs to the date in its own time zone. Called pods that are not posted yet are
    included.
    """
    moment = now or timezone.now()
    waits = Q(entries__state=QueueEntry.State.WAITING)
    queues = (
        Queue.objects.filter(around(moment), organisation__members__user=user)
        .exclude(state=Queue.State.CLOSED)
        .select_related("organisation")
        .annotate(
            waiting=Count("entries", filter=waits), since=Min("entries__joined_at", filter=waits)
        )
    )
    rows = {
        queue.pk: _row(queue, moment)
        for queue in queues
        if queue.date == date_in(queue.time_zone, moment)
    }
    if rows:
        called = QueuePod.objects.filter(
            queue__in=rows, posted_at=None, entries__state=QueueEntry.State.CALLED
        )
        for pod in called.distinct().order_by("number"):
            rows[pod.queue_id].called.append(pod)
    return list(rows.values())


def _row(queue: Queue, moment: datetime.datetime) -> QueueToday:
    # Both are annotations of the query.
    waiting: int = vars(queue)["waiting"]
    since: datetime.datetime | None = vars(queue)["since"]
    minutes = int((moment - since).total_seconds() // 60) if since else 0
    return QueueToday(queue, waiting, max(minutes, 0))
