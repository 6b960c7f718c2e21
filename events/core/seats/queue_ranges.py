"""Tables that open queues reserve for the pods that they will call."""

import datetime

from events.models import Event, GivenTable, Match, Queue


def queues_of_day(organisation_id: int | None, date: datetime.date) -> list[Queue]:
    """Return the queues of a day that are not closed, by table. One query, or none."""
    if organisation_id is None:
        return []
    queues = Queue.objects.filter(organisation=organisation_id, date=date)
    return list(queues.exclude(state=Queue.State.CLOSED).order_by("first_table", "pk"))


def reserving_queues(event: Event) -> list[Queue]:
    """Return the queues that reserve tables on the day of an event. One query, or none.

    An event that is played only on a platform needs no table.
    """
    if event.is_digital and not event.venue:
        return []
    return queues_of_day(event.organisation_id, event.date)


def reserved_tables(event: Event, queues: list[Queue]) -> frozenset[int]:
    """Return the queues' tables that a round of an event must leave free.

    An event keeps the tables that it has: those of its last round, of its venue, and of the queue
    that created it. Three queries if a queue is open, else none.
    """
    if not queues:
        return frozenset()
    reserved = {
        table for queue in queues for table in range(queue.first_table, queue.last_table + 1)
    }
    matches = Match.objects.filter(round__event=event, table__isnull=False)
    last = matches.order_by("-round__number").values("round")[:1]
    own = matches.filter(round=last).values_list("table", flat=True)
    given = GivenTable.objects.filter(event=event).values_list("table", flat=True)
    for mine in Queue.objects.filter(pods__event=event):
        reserved.difference_update(range(mine.first_table, mine.last_table + 1))
    return frozenset(reserved.difference(own.order_by(), given))
