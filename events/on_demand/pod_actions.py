"""Post pods, hand out tickets, open and change queues, as staff."""

import datetime
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.event_write import named_write, queue_write
from events.core.refusals import RefusedError
from events.models import Organisation, OrganisationEntry, Queue, QueueEntry, QueuePod
from events.on_demand.line import QueueWrite, call_pods, post
from events.on_demand.pod_records import records_of

LEAST_PLAYERS = 2
MOST_QUEUES = 200
_Verb = OrganisationEntry.Verb
State = QueueEntry.State


def open_queue(*, organisation: Organisation, actor: User, values: Mapping[str, Any]) -> Queue:
    """Open a queue; `values` are its columns by name. RefusedError above 200 queues."""
    with named_write(f"queues/{organisation.pk}"):
        newest = organisation.queues.aggregate(last=Max("number"))["last"] or 0
        if organisation.queues.exclude(state=Queue.State.CLOSED).count() >= MOST_QUEUES:
            raise RefusedError(_("Too many queues are open. Close one first."))
        queue = Queue.objects.create(
            organisation=organisation, number=newest + 1, opened_by=actor, **values
        )
        QueueWrite(queue, actor, timezone.now()).journal(_Verb.QUEUE_OPENED)
    return queue


def change_queue(*, queue: Queue, actor: User, values: Mapping[str, Any]) -> Queue:
    """Change a queue's columns; pods full by the new size are called immediately."""
    with queue_write(queue.pk, queue.organisation_id) as row:
        write = QueueWrite(row, actor, timezone.now())
        changed = [name for name, value in values.items() if getattr(row, name) != value]
        for name in changed:
            setattr(row, name, values[name])
        row.save()
        if changed:
            write.journal(_Verb.QUEUE_CHANGED, fields=sorted(changed))
        call_pods(write)
    return row


def set_state(*, queue: Queue, actor: User, state: str) -> Queue:
    """Pause, reopen or close a queue; closing removes the people in its line."""
    if state not in Queue.State.values:
        raise RefusedError(_("Choose one of the options."))
    with queue_write(queue.pk, queue.organisation_id) as row:
        write = QueueWrite(row, actor, timezone.now())
        if row.state != state:
            row.state = state
            row.save(update_fields=["state"])
            if row.is_closed:
                row.entries.filter(state=State.WAITING).update(state=State.LEFT)
            write.journal(_Verb.QUEUE_CHANGED, fields=["state"], state=state)
        call_pods(write)
    return row


def call_now(*, queue: Queue, actor: User, now: datetime.datetime | None = None) -> list[QueuePod]:
    """Call a pod with the waiting players before it is full; RefusedError below two players."""
    with queue_write(queue.pk, queue.organisation_id) as row:
        write = QueueWrite(row, actor, now or timezone.now())
        called = call_pods(write, at_least=LEAST_PLAYERS)
        trouble = row.trouble
    if not called:
        raise RefusedError(trouble or _("A pod needs at least two players."))
    return called


def post_pod(*, pod: QueuePod, actor: User, now: datetime.datetime | None = None) -> QueuePod:
    """Post the draft seats or the pairings of a called pod; its players are playing from then on.

    RefusedError for a posted pod, and with fewer than two players.
    """
    queue = pod.queue
    with queue_write(queue.pk, queue.organisation_id) as row:
        write = QueueWrite(row, actor, now or timezone.now())
        pod = row.pods.select_related("event").get(pk=pod.pk)
        if pod.is_posted:
            raise RefusedError(_("Pod %(number)d is already posted.") % {"number": pod.number})
        post(pod, actor, write.now)
        pod.entries.filter(state=State.CALLED).update(state=State.PLAYING)
        write.journal(_Verb.POD_POSTED, pod=pod.number)
        call_pods(write)
    return pod


def hand_out(*, pod: QueuePod, actor: User, entries: Mapping[int, int]) -> int:
    """Record the tickets handed to players, by key of their entries; return how many players.

    `entries`: the tickets shown on the page for each. RefusedError if a record has changed since.
    Players who already have theirs are skipped.
    """
    with queue_write(pod.queue_id, pod.queue.organisation_id) as queue:
        write = QueueWrite(queue, actor, timezone.now())
        rows = list(pod.entries.filter(pk__in=entries, tickets=None).select_related("enrollment"))
        keys = [entry.enrollment_id for entry in rows if entry.enrollment_id is not None]
        records = records_of(keys)
        for entry in rows:
            record = records.get(entry.enrollment_id or 0)
            count = queue.tickets.get(str(record), 0)
            if count != entries[entry.pk]:
                words = _("The record of %(name)s has changed. Check the tickets again.")
                raise RefusedError(words % {"name": written_name(entry)})
            entry.tickets, entry.tickets_by, entry.tickets_at = count, actor, write.now
            entry.save(update_fields=["tickets", "tickets_by", "tickets_at"])
        if rows:
            total = sum(entry.tickets or 0 for entry in rows)
            write.journal(_Verb.TICKETS_GIVEN, pod=pod.number, players=len(rows), tickets=total)
        write.move_on()
    return len(rows)


def take_back_tickets(*, entry: QueueEntry, actor: User) -> None:
    """Undo the record of a player's tickets, for example after a mistaken tap."""
    with queue_write(entry.queue_id, entry.organisation_id) as queue:
        write = QueueWrite(queue, actor, timezone.now())
        row = queue.entries.get(pk=entry.pk)
        if row.tickets is not None:
            write.journal(_Verb.TICKETS_GIVEN, name=row.name, tickets=-row.tickets, taken_back=True)
            row.tickets, row.tickets_by, row.tickets_at = None, None, None
            row.save(update_fields=["tickets", "tickets_by", "tickets_at"])
        write.move_on()
