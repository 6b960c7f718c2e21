"""Parts of a write to a queue: call full or waiting pods, post them, and write the journal."""

import datetime
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, F, Min, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from events.core.event_write import queue_write, refusable_part
from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData, stored_data
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.refusals import RefusedError
from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.seats.allocator import tables_in_a_row
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.models import (
    Enrollment,
    Event,
    OrganisationEntry,
    Queue,
    QueueEntry,
    QueuePod,
    SignUpSettings,
    Stage,
)
from events.on_demand.members import creator_of, next_judge
from events.on_demand.waiting import pod_size

State = QueueEntry.State
_MOST_TROUBLE = 300


@dataclass(frozen=True, slots=True)
class QueueWrite:
    """A write to a queue in progress: the locked row, the acting account, the time."""

    queue: Queue
    actor: User | None
    now: datetime.datetime

    def journal(self, verb: OrganisationEntry.Verb, **data: object) -> None:
        """Append a line to the organisation's journal."""
        OrganisationEntry.objects.create(
            organisation_id=self.queue.organisation_id,
            actor=self.actor,
            verb=verb,
            data={"queue": self.queue.name, **data},
        )

    def move_on(self) -> None:
        """Save the queue with a new revision, for the pages that poll it."""
        self.queue.revision += 1
        self.queue.save(update_fields=["revision", "trouble", "last_number"])


def call_pods(write: QueueWrite, *, at_least: int | None = None) -> list[QueuePod]:
    """Call every full or due pod, inside a write, and save the queue's new revision.

    `at_least`: staff call one pod now with at least this many players. If a pod cannot be created,
    its players stay in the line, and the queue shows the reason.
    """
    called = _call_full(write, at_least)
    write.move_on()
    return called


def call_due_pods(write: QueueWrite) -> list[QueuePod]:
    """Call every full or due pod; the queue's revision changes only if anything did.

    This is for periodic checks: phones need not ask again while nothing has changed.
    """
    trouble = write.queue.trouble
    called = _call_full(write, None)
    if called or write.queue.trouble != trouble:
        write.move_on()
    return called


def _call_full(write: QueueWrite, at_least: int | None) -> list[QueuePod]:
    called: list[QueuePod] = []
    queue = write.queue
    while not queue.is_closed:
        rows = queue.entries.filter(state=State.WAITING)
        waiting = list(rows.select_related("player").order_by("number")[: queue.size])
        count = pod_size(
            [entry.joined_at for entry in waiting],
            size=queue.size,
            least=queue.least,
            wait=datetime.timedelta(minutes=queue.wait_minutes),
            now=write.now,
        )
        if not count and at_least is not None and not called and len(waiting) >= at_least:
            count = len(waiting)
        if not count:
            queue.trouble = ""
            break
        try:
            with refusable_part():
                called.append(_call(write, waiting[:count]))
        except RefusedError as refused:
            queue.trouble = str(refused)[:_MOST_TROUBLE]
            break
    return called


def enroll_entries(pod: QueuePod, entries: list[QueueEntry], by: User) -> None:
    """Enroll people from the line in their pod's event, and call them."""
    if pod.event is None:
        raise RefusedError(_("The event of this pod was deleted."))
    rows = [NewEnrollment(entry.name, player=entry.player_id) for entry in entries]
    made = enroll(event_id=pod.event.pk, actor=by, entries=rows)
    for entry, enrollment in zip(entries, made, strict=True):
        entry.enrollment, entry.player = enrollment, enrollment.player
        entry.state, entry.pod = State.CALLED, pod
        entry.save(update_fields=["enrollment", "player", "state", "pod"])
    Enrollment.objects.filter(pk__in=[enrollment.pk for enrollment in made]).update(
        source=Enrollment.Source.SIGN_UP
    )


def _call(write: QueueWrite, entries: list[QueueEntry]) -> QueuePod:
    queue = write.queue
    creator = creator_of(queue)
    if creator is None:
        raise RefusedError(_("The organisation has no organizer who can own the event."))
    newest = queue.pods.order_by("-number").values_list("number", flat=True).first()
    number = (newest or 0) + 1
    event = _create(queue, creator, number)
    count = (len(entries) + 1) // 2
    tables = tables_in_a_row(event, queue.first_table, queue.last_table, count)
    event.first_table = tables[0]
    event.save(update_fields=["first_table"])
    pod = QueuePod.objects.create(
        queue=queue,
        number=number,
        event=event,
        judge=next_judge(queue),
        first_table=tables[0],
        last_table=tables[-1],
        called_at=write.now,
    )
    enroll_entries(pod, entries, creator)
    write.journal(
        OrganisationEntry.Verb.POD_CALLED,
        pod=number,
        players=len(entries),
        first=pod.first_table,
        last=pod.last_table,
    )
    return pod


def plans_of(queue: Queue) -> list[StagePlan]:
    """Return the stages of a pod's event."""
    if queue.play == Queue.Play.DRAFT:
        return [StagePlan(rounds=queue.rounds, pods=True)]
    if queue.play == Queue.Play.SWISS:
        return [StagePlan(rounds=queue.rounds)]
    drawn = queue.play == Queue.Play.DRAFT_ELIMINATION
    seating = Stage.Seating.DRAFT if drawn else Stage.Seating.RANK
    return [StagePlan(kind=Stage.Kind.SINGLE_ELIMINATION, seating=seating)]


def _create(queue: Queue, creator: User, number: int) -> Event:
    """Create the event of a pod, like the queue's template if there is one."""
    plans = plans_of(queue)
    own: dict[str, Any] = {
        "name": f"{queue.name} {number}",
        "date": queue.date,
        "rounds": plans[0].rounds,
        "round_minutes": queue.round_minutes,
    }
    if queue.like is not None:
        data = replace(stored_data(queue.like, None), **own)
        if queue.game_format:
            data = replace(data, game_format=queue.game_format)
    else:
        data = EventData(
            **own, time_zone=queue.time_zone, game_format=queue.game_format, staff_may_play=True
        )
    event = create_event(
        actor=creator,
        data=data,
        plans=plans,
        like=queue.like,
        organisation=queue.organisation.slug,
    )
    # The queue determines the players, and the tables of the template's room are not its own.
    SignUpSettings.objects.filter(event=event).update(is_open=False)
    event.public_names = queue.public_names
    # Neither are those of its venue: players are called to the tables of the queue.
    event.mapped_venue = None
    event.room, event.private_pages = "", True
    event.save(update_fields=["public_names", "room", "private_pages", "mapped_venue"])
    return event


def post(pod: QueuePod, actor: User, now: datetime.datetime) -> None:
    """Draw and post the seats of a draft, or pair and post round 1; update pod and entries.

    RefusedError with fewer than two players.
    """
    event = pod.event
    if event is None:
        raise RefusedError(_("The event of this pod was deleted."))
    here = event.enrollments.count()
    if here < 2:
        raise RefusedError(_("A pod needs at least two players."))
    if event.stages.filter(number=1, pods=True).exists():
        draw_stage_pods(event_id=event.pk, actor=actor, stage=1, sizes=[here])
        post_pods(event_id=event.pk, actor=actor, stage=1)
    else:
        pair_next_round(event_id=event.pk, actor=actor, number=1)
        post_round(event_id=event.pk, actor=actor, number=1)
    pod.posted_at = now
    pod.save(update_fields=["posted_at"])


_WAITING = Q(entries__state=QueueEntry.State.WAITING)


def call_due(now: datetime.datetime | None = None) -> int:
    """Call the due pods of all queues; return how many. One query if none is due."""
    return sum(_call_due(queue, now or timezone.now()) for queue in _that_may_call())


def look() -> bool:
    """Call due pods; return whether one may become due by time alone."""
    call_due()
    return _that_may_call().exists()


def _that_may_call() -> QuerySet[Any]:
    """Return the open queues with enough entries for a pod, with `waiting` and `since`."""
    queues = Queue.objects.exclude(state=Queue.State.CLOSED).annotate(
        waiting=Count("entries", filter=_WAITING), since=Min("entries__joined_at", filter=_WAITING)
    )
    return queues.filter(Q(waiting__gte=F("size")) | Q(waiting__gte=F("least")))


def _call_due(queue: Any, now: datetime.datetime) -> int:
    wait = datetime.timedelta(minutes=queue.wait_minutes)
    if queue.waiting < queue.size and now - queue.since < wait:
        return 0
    with queue_write(queue.pk, queue.organisation_id) as row:
        return len(call_due_pods(QueueWrite(row, None, now)))
