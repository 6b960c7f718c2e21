"""Load the pages of queues in a fixed number of queries."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from events.core.players.shown_names import first_and_initial, numbered
from events.models import (
    Enrollment,
    Event,
    Organisation,
    Player,
    PublicNames,
    Queue,
    QueueEntry,
    QueuePod,
)
from events.on_demand.pod_records import Record, records_of
from events.on_demand.waiting import minutes_to_go

State = QueueEntry.State
MOST_PODS = 12
MOST_KNOWN = 8
_NEWEST = datetime.timedelta(hours=1)


@dataclass(slots=True)
class PodRow:
    """A pod on the board with its players."""

    pod: QueuePod
    entries: list[QueueEntry] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        """Whether its event is finished or deleted."""
        return self.pod.event is None or self.pod.event.is_finished


@dataclass(slots=True)
class QueueRow:
    """A queue with its line and its newest pods."""

    queue: Queue
    now: datetime.datetime
    waiting: list[QueueEntry] = field(default_factory=list)
    pods: list[PodRow] = field(default_factory=list)
    arrivals: list[datetime.datetime] = field(default_factory=list)

    @property
    def missing(self) -> int:
        """How many players the next pod needs."""
        return max(self.queue.size - len(self.waiting), 0)

    @property
    def longest_minutes(self) -> int:
        """How many minutes the first person has waited."""
        if not self.waiting:
            return 0
        return max(int((self.now - self.waiting[0].joined_at).total_seconds() // 60), 0)

    @property
    def is_due(self) -> bool:
        """Whether the smaller pod can be called."""
        least = self.queue.least
        enough = least is not None and len(self.waiting) >= least
        return enough and self.longest_minutes >= self.queue.wait_minutes

    @property
    def called(self) -> list[PodRow]:
        """The pods whose players are called, earliest first."""
        return [row for row in reversed(self.pods) if not row.pod.is_posted and not row.is_over]

    @property
    def playing(self) -> list[PodRow]:
        """The pods that are being played, and the newest that are over."""
        return [row for row in self.pods if row.pod.is_posted or row.is_over]

    def minutes_for(self, place: int) -> int | None:
        """Return the estimated minutes until a place in the line is called; None: unknown."""
        return minutes_to_go(
            place,
            [entry.joined_at for entry in self.waiting],
            self.arrivals,
            size=self.queue.size,
            least=self.queue.least,
            wait=datetime.timedelta(minutes=self.queue.wait_minutes),
            now=self.now,
        )

    @property
    def minutes_for_next(self) -> int | None:
        """Return the estimated wait in minutes of a person who joins now."""
        place = len(self.waiting) + 1
        return self.minutes_for(place)

    def shown(self, entry: QueueEntry) -> str:
        """Return a person's public name, by the rules of the queue's events."""
        how = self.queue.public_names
        if how == PublicNames.FULL:
            return entry.name
        return (
            first_and_initial(entry.name) if how == PublicNames.INITIAL else numbered(entry.number)
        )


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """An entry of the requesting phone: its place in the line, and the wait in minutes."""

    entry: QueueEntry
    place: int
    minutes: int | None


@dataclass(frozen=True, slots=True)
class TicketRow:
    """A player of a pod with record, and the tickets that it earns."""

    entry: QueueEntry
    record: Record
    tickets: int

    @property
    def differs(self) -> bool:
        """Whether the tickets handed out differ from those earned now."""
        return self.entry.tickets is not None and self.entry.tickets != self.tickets


def queue_rows(
    queues: Iterable[Queue], now: datetime.datetime | None = None, most: int = MOST_PODS
) -> list[QueueRow]:
    """Return queues with their lines and newest pods. Four queries."""
    moment = now or timezone.now()
    rows = {queue.pk: QueueRow(queue, moment) for queue in queues}
    for entry in QueueEntry.objects.filter(queue__in=rows, state=State.WAITING).order_by("number"):
        rows[entry.queue_id].waiting.append(entry)
    newest = QueueEntry.objects.filter(queue__in=rows, joined_at__gte=moment - _NEWEST)
    for key, joined in newest.order_by("joined_at").values_list("queue", "joined_at"):
        rows[key].arrivals.append(joined)
    pods: dict[int, PodRow] = {}
    recent = QueuePod.objects.filter(queue__in=rows).select_related("event", "judge")
    counts: dict[int, int] = defaultdict(int)
    for pod in recent.order_by("-pk"):
        row = PodRow(pod)
        counts[pod.queue_id] += 1
        if counts[pod.queue_id] <= most or not row.is_over:
            pods[pod.pk] = row
            rows[pod.queue_id].pods.append(row)
    for entry in QueueEntry.objects.filter(pod__in=pods).order_by("number"):
        pods[entry.pod_id or 0].entries.append(entry)
    return list(rows.values())


def open_queues(organisation: Organisation) -> QuerySet[Queue]:
    """Return the queues that are not closed, by number."""
    queues = organisation.queues.exclude(state=Queue.State.CLOSED)
    return queues.select_related("like").order_by("number")


def closed_queues(organisation: Organisation, most: int = 30) -> list[Queue]:
    """Return the newest closed queues."""
    return list(organisation.queues.filter(state=Queue.State.CLOSED).order_by("-number")[:most])


def stamp_of(organisation: Organisation) -> str:
    """Return a text that changes with every queue of an organisation. One query."""
    rows = open_queues(organisation).values_list("number", "revision")
    return "-".join(f"{number}.{revision}" for number, revision in rows)


def entries_of_phone(
    marks: Collection[tuple[int, str]], organisation: Organisation
) -> list[QueueEntry]:
    """Return the entries marked in a phone's cookie, newest first. One query, or none."""
    if not marks:
        return []
    nonces = dict(marks)
    rows = QueueEntry.objects.filter(organisation=organisation, pk__in=nonces)
    entries = rows.select_related("queue", "pod__event", "enrollment__event").order_by("-pk")
    return [entry for entry in entries if entry.nonce == nonces[entry.pk]]


def own_entries(entries: Sequence[QueueEntry], rows: Iterable[QueueRow]) -> list[OwnEntry]:
    """Return a phone's current entries with place and wait."""
    lines = {row.queue.pk: row for row in rows}
    own = []
    for entry in entries:
        line = lines.get(entry.queue_id)
        places = [waiting.pk for waiting in line.waiting] if line else []
        if line is not None and entry.pk in places:
            place = places.index(entry.pk) + 1
            own.append(OwnEntry(entry, place, line.minutes_for(place)))
        elif entry.state in (State.CALLED, State.PLAYING, State.NO_SHOW):
            own.append(OwnEntry(entry, 0, None))
    return own


def known_players(organisation: Organisation, words: str) -> list[Player]:
    """Return the organisation's players whose names contain these words, by name. One query.

    `newest_event` distinguishes namesakes: the name of a player's latest event.
    """
    if len(words) < 2:
        return []
    newest = Enrollment.objects.filter(player=OuterRef("pk")).order_by("-event__date", "-pk")
    players = Player.objects.filter(organisation=organisation, name__icontains=words).annotate(
        newest_event=Subquery(newest.values("event__name")[:1])
    )
    return list(players.order_by("name", "pk")[:MOST_KNOWN])


def ticket_rows(pod: QueuePod) -> list[TicketRow]:
    """Return a pod's players with records and tickets, most wins first. Two queries."""
    entries = list(pod.entries.select_related("enrollment", "tickets_by"))
    keys = [entry.enrollment_id for entry in entries if entry.enrollment_id is not None]
    records = records_of(keys)
    rows = []
    for entry in entries:
        record = records.get(entry.enrollment_id or 0, Record())
        rows.append(TicketRow(entry, record, pod.queue.tickets.get(str(record), 0)))
    return sorted(rows, key=lambda row: (-row.record.wins, row.record.losses, row.entry.number))


def templates_of(organisation: Organisation, most: int = 60) -> QuerySet[Event]:
    """Return the newest events that a queue can copy: single players, and not a pod's."""
    events = Event.objects.filter(organisation=organisation, team_size=1, queue_pod=None)
    keys = events.order_by("-date", "-pk").values_list("pk", flat=True)[:most]
    return Event.objects.filter(pk__in=list(keys)).order_by("-date", "-pk")
