"""A simulated afternoon at the stand of on-demand queues, with the clock passed in."""

import datetime
import random
import time
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.utils import timezone

from events.core.event_write import turns
from events.core.events.finishing_actions import finish_event
from events.core.organisations.ownership import create_organisation
from events.core.refusals import RefusedError
from events.models import Queue, QueueEntry, QueuePod
from events.on_demand.actions import join, leave, replace_no_show
from events.on_demand.pod_actions import open_queue, post_pod

# Seconds per tap at the desk.
TAP_SECONDS = 3.0
SHARE_LEAVING, SHARE_ABSENT = 0.03, 0.02
POD_MINUTES = 25


@dataclass(slots=True)
class Afternoon:
    """Measurements: seconds of joins and of posting, and from the last player to posted."""

    joins: list[float] = field(default_factory=list)
    posted_after: list[float] = field(default_factory=list)
    taps: list[int] = field(default_factory=list)
    pods: int = 0
    refusals: int = 0
    twice: int = 0


def open_stand(owner: User, date: datetime.date) -> list[Queue]:
    """Open three queues of an organisation: two drafts, and a bracket of four."""
    organisation = create_organisation("Stand", "stand", owner)
    plans: list[dict[str, object]] = [
        {"name": "Draft A", "size": 8, "least": 6, "first_table": 1, "last_table": 200},
        {"name": "Draft B", "size": 8, "first_table": 201, "last_table": 400},
        {"name": "Bracket", "size": 4, "play": "elimination", "first_table": 401},
    ]
    return [
        open_queue(
            organisation=organisation,
            actor=owner,
            values={"last_table": 600, **plan, "date": date},
        )
        for plan in plans
    ]


def play_afternoon(owner: User, *, arrivals: int, minutes: float, seed: int) -> Afternoon:
    """Let so many people join in so many minutes; staff post each pod, and replace no-shows.

    Only the times of arrival are simulated: each write runs as it would, and is measured.
    """
    draw = random.Random(seed)
    began = timezone.now()
    queues = open_stand(owner, began.date())
    measured = Afternoon()
    offsets = sorted(draw.uniform(0, minutes * 60) for _number in range(arrivals))
    for number, offset in enumerate(offsets, 1):
        now = began + datetime.timedelta(seconds=offset)
        queue = draw.choices(queues, weights=(3, 2, 2))[0]
        start = time.perf_counter()
        try:
            entry = join(queue=queue, name=f"Walk-in {number:04}", now=now)
        except RefusedError:
            measured.refusals += 1
            continue
        joined = time.perf_counter() - start
        measured.joins.append(joined)
        if draw.random() < SHARE_LEAVING and entry.is_waiting:
            leave(entry=entry)
        for pod in QueuePod.objects.filter(queue=queue, posted_at=None).select_related("queue"):
            _post(pod, owner, now, joined, draw, measured)
        _finish_pods(owner, now)
        turns.give()
    active = QueueEntry.objects.filter(
        queue__in=queues, state__in=QueueEntry.ACTIVE, enrollment__isnull=False
    )
    players = list(active.values_list("player", flat=True))
    measured.twice = len(players) - len(set(players))
    return measured


def _post(
    pod: QueuePod,
    owner: User,
    now: datetime.datetime,
    joined: float,
    draw: random.Random,
    measured: Afternoon,
) -> None:
    """Replace each no-show with one tap, and post the pod with one more."""
    taps = 0
    start = time.perf_counter()
    for entry in list(pod.entries.all()):
        if draw.random() < SHARE_ABSENT:
            replace_no_show(entry=entry, actor=owner)
            taps += 1
    post_pod(pod=pod, actor=owner, now=now)
    taps += 1
    spent = time.perf_counter() - start
    measured.pods += 1
    measured.taps.append(taps)
    measured.posted_after.append(joined + spent + TAP_SECONDS * taps)


def _finish_pods(owner: User, now: datetime.datetime) -> None:
    """Free the tables of pods that have played for long enough."""
    over = now - datetime.timedelta(minutes=POD_MINUTES)
    for pod in QueuePod.objects.filter(posted_at__lt=over).select_related("event"):
        if pod.event is not None and not pod.event.is_finished:
            try:
                finish_event(event_id=pod.event.pk, actor=owner, early=True)
            except RefusedError:
                continue
