"""Send the messages of the outbox, as a part of the watch next to the server.

A message is sent at least once. It is in the outbox from the write's own transaction on, and it
leaves `waiting` only after an answer: if a process is killed in between, it is sent again under the
same ID. One endpoint is sent to by one thread at a time, in the order of its messages; a receiver
that hangs blocks only that thread.
"""

import datetime
import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from queue import SimpleQueue

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.db.models import Q
from django.utils import timezone

from events.core.database_news import DatabaseNews
from events.core.event_write import slice_write
from events.integrations.chats import line_target
from events.integrations.schedule import CLOCKS, Outgoing, due_of, messages_due, take
from events.integrations.sending import LONGEST_REST, Answer, Network, Problem, post
from events.integrations.signing import signed_headers
from events.models import Event, FeatureMatch, HookDelivery, HookEndpoint, HookKind, HookMessage
from events.public_site.reads.events import PublicEvent

# Seconds between two polls. While nothing is written, the end of a pause is noticed WAITING_EVERY
# seconds late at most.
LOOK_EVERY, WAITING_EVERY = 1.0, 5.0
AFTER_A_FAILURE = 5.0
# A batch is sent for at most this long, and the lease of its endpoint lasts until the last message
# has timed out.
BATCH_SECONDS = 12.0
LEASE = datetime.timedelta(seconds=30)
MOST_ENDPOINTS = 16
# A time further ahead than these was written while the clock was wrong.
MOST_LEASE = LEASE + CLOCKS
MOST_REST = datetime.timedelta(seconds=LONGEST_REST) + CLOCKS
SPREAD_AT_ONCE = 500
# While no receiver can take them, new messages wait this long to be stored by a write of their own.
UNSPREAD = datetime.timedelta(seconds=5)
# Messages and their answers are deleted after this time.
KEPT = datetime.timedelta(days=14)
FORGET_EVERY = 3600.0
LINE_REST = 300

log = logging.getLogger("matchslip.hooks")


@dataclass(frozen=True, slots=True)
class Batch:
    """The messages of one thread to one endpoint, and the answers so far."""

    endpoint: HookEndpoint
    messages: Sequence[Outgoing]
    answers: list[tuple[Outgoing, Answer, datetime.datetime]]


Send = Callable[[str, bytes, Mapping[str, str], Sequence[Network]], Answer]
Start = Callable[[Callable[[], None]], None]


def _in_a_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="hook", daemon=True).start()


class Courier:
    """Sends due messages, with a thread for each endpoint that has some."""

    def __init__(self, start: Start = _in_a_thread, send: Send = post) -> None:
        """Send batches by `start`, each message by `send`."""
        self._start, self._post = start, send
        self._done: SimpleQueue[Batch] = SimpleQueue()
        self._sending: set[int] = set()
        self._forgot = float("-inf")
        self._begun = False
        # DatabaseNews does not report this sender's own writes, and more may be due after them.
        self._worked = False
        self._news = DatabaseNews(WAITING_EVERY)

    def look(self) -> float:
        """Record new answers, send due messages; return how many seconds to wait."""
        try:
            if self._worked or self._sending or self._news.may_be():
                self.send_due()
        except DatabaseError as error:
            log.warning("Messages to programs wait, trying again: %s", error)
            return AFTER_A_FAILURE
        finally:
            close_old_connections()
        return LOOK_EVERY

    def wait(self, seconds: float = 30.0) -> None:
        """Wait until all threads are done, and record the answers: for tests."""
        until = time.monotonic() + seconds
        while self._sending and time.monotonic() < until:
            self.send_due()
            time.sleep(0.01)

    def send_due(self) -> None:
        """Record new answers, spread new messages, send due ones.

        One short write at most, prepared before it begins, because desks wait for the same lock.
        """
        done = self._finished()
        now = timezone.now()
        spread = _spreading(self._sending, now)
        due = _endpoints_due(now, self._sending, first=not self._begun)
        ready = {endpoint.pk: endpoint for endpoint in (*due, *spread.ready)}
        self._worked = bool(done or spread.messages or ready)
        if not self._worked:
            self._forget()
            return
        with slice_write():
            for batch in done:
                _note(batch)
            spread.save()
            free = MOST_ENDPOINTS - len(self._sending)
            some = list(ready.values())[: max(0, free)]
            claimed = [endpoint for endpoint in some if _claim(endpoint, now)]
        self._begun = True
        shown: dict[int, PublicEvent] = {}
        for endpoint in claimed:
            self._send(endpoint, messages_due(endpoint, timezone.now(), shown))

    def _finished(self) -> list[Batch]:
        done = []
        while not self._done.empty():
            batch = self._done.get()
            self._sending.discard(batch.endpoint.pk)
            done.append(batch)
        return done

    def _send(self, endpoint: HookEndpoint, messages: Sequence[Outgoing]) -> None:
        self._sending.add(endpoint.pk)
        batch = Batch(endpoint, messages, [])

        def work() -> None:
            try:
                send_batch(batch, self._post)
            finally:
                self._done.put(batch)

        self._start(work)

    def _forget(self) -> None:
        if time.monotonic() - self._forgot < FORGET_EVERY:
            return
        self._forgot = time.monotonic()
        # Waiting messages are never deleted, whatever the clock shows.
        waiting = HookDelivery.objects.filter(state=HookDelivery.State.WAITING)
        old = HookMessage.objects.filter(at__lt=timezone.now() - KEPT, spread=True)
        old = old.exclude(deliveries__in=waiting)
        if old.exists():
            with slice_write():
                old.delete()


def send_batch(batch: Batch, send: Send = post) -> None:
    """Send the messages in order; if the receiver does not answer, the rest waits."""
    began = time.monotonic()
    for outgoing in batch.messages:
        answer = Answer(problem=Problem.NO_BODY)
        if outgoing.body is not None:
            answer = _sent(batch.endpoint, outgoing.key, outgoing.body, send)
        batch.answers.append((outgoing, answer, timezone.now()))
        is_over = time.monotonic() - began > BATCH_SECONDS
        is_gone = answer.problem not in (None, Problem.NO_BODY) or answer.rest is not None
        if is_over or is_gone:
            return


def _sent(endpoint: HookEndpoint, key: str, body: bytes, send: Send) -> Answer:
    headers = {"Content-Type": "application/json", "User-Agent": f"Matchslip/{settings.VERSION}"}
    if endpoint.style == HookEndpoint.Style.LINE:
        return _to_line(endpoint, key, body, headers, send)
    if not endpoint.is_chat:
        now = timezone.now()
        secrets = endpoint.secrets_at(now)
        headers |= signed_headers(secrets, key, int(now.timestamp()), body)
    return send(endpoint.address, body, headers, settings.HOOK_NETWORKS)


def _to_line(
    endpoint: HookEndpoint, key: str, body: bytes, headers: dict[str, str], send: Send
) -> Answer:
    """Send to LINE, which accepts a key once: status 409 means it already has the message."""
    headers |= {
        "Authorization": f"Bearer {endpoint.secret}",
        "X-Line-Retry-Key": str(uuid.uuid5(uuid.NAMESPACE_OID, f"{key}-{endpoint.pk}")),
    }
    address, _to = line_target(endpoint.address)
    answer = send(address, body, headers, settings.HOOK_NETWORKS)
    if answer.status == HTTPStatus.CONFLICT:
        return Answer(status=HTTPStatus.OK)
    if answer.status == HTTPStatus.TOO_MANY_REQUESTS and answer.rest is None:
        # Includes the monthly quota: LINE does not report when it ends.
        return replace(answer, rest=LINE_REST)
    return answer


def _endpoints_due(
    now: datetime.datetime, sending: Iterable[int], *, first: bool
) -> list[HookEndpoint]:
    """Return the endpoints with a due message that no thread or process is sending to.

    On SQLite one process sends: a lease found at its start belongs to a killed process.
    """
    free = Q(leased_until=None) | Q(leased_until__lte=now) | Q(leased_until__gt=now + MOST_LEASE)
    if first and connection.vendor == "sqlite":
        free = Q()
    rested = Q(rests_until=None) | Q(rests_until__lte=now) | Q(rests_until__gt=now + MOST_REST)
    # A single condition, so that both parts concern the same delivery.
    waiting = Q(deliveries__in=due_of(HookDelivery.objects.all(), now))
    taken = set(sending)
    ready = HookEndpoint.objects.filter(free, rested, waiting, paused=False).exclude(pk__in=taken)
    return list(ready.distinct()[: max(0, MOST_ENDPOINTS - len(taken))])


def _claim(endpoint: HookEndpoint, now: datetime.datetime) -> bool:
    """Lease an endpoint for this process; return False if another process got it."""
    before = HookEndpoint.objects.filter(pk=endpoint.pk, leased_until=endpoint.leased_until)
    if endpoint.leased_until is None:
        before = HookEndpoint.objects.filter(pk=endpoint.pk, leased_until__isnull=True)
    return bool(before.update(leased_until=now + LEASE))


@dataclass(frozen=True, slots=True)
class Spread:
    """New messages with their deliveries, and the endpoints ready to receive some."""

    messages: Sequence[HookMessage] = ()
    deliveries: Sequence[HookDelivery] = ()
    ready: Sequence[HookEndpoint] = ()

    def save(self) -> None:
        """Write the deliveries, inside a write."""
        if self.messages:
            HookDelivery.objects.bulk_create(self.deliveries, ignore_conflicts=True)
            keys = [message.pk for message in self.messages]
            HookMessage.objects.filter(pk__in=keys).update(spread=True)


def _spreading(sending: Iterable[int], now: datetime.datetime) -> Spread:
    """Give each new message a delivery for every endpoint that receives it.

    Nothing while every receiver hangs or waits after failures: a write each second would cost the
    desk more than the message gains.
    """
    unspread = HookMessage.objects.filter(spread=False).select_related("entry", "event")
    new = list(unspread[:SPREAD_AT_ONCE])
    if not new:
        return Spread()
    events = {message.event_id for message in new}
    of_many = {message.event.organisation_id for message in new} - {None}
    owned = Q(event__in=events) | Q(organisation__in=of_many)
    endpoints = list(HookEndpoint.objects.filter(owned))
    taken = set(sending)
    ready = [each for each in endpoints if each.pk not in taken and _is_free(each, now)]
    if endpoints and not ready and new[0].at > now - UNSPREAD:
        return Spread()
    on_camera = _on_camera(events) if any(endpoint.is_chat for endpoint in endpoints) else set()
    deliveries = [
        HookDelivery(message=message, endpoint=endpoint, next_at=now)
        for message in new
        for endpoint in endpoints
        if _hears_of(endpoint, message.event)
        and message.kind in endpoint.kinds
        and endpoint.hears_after < message.pk
        and not (endpoint.is_chat and _is_noise(message, on_camera))
    ]
    heard = {delivery.endpoint_id for delivery in deliveries}
    return Spread(new, deliveries, [each for each in ready if each.pk in heard])


def _hears_of(endpoint: HookEndpoint, event: Event) -> bool:
    """Whether a program belongs to this event, or to its organisation."""
    if endpoint.event_id is not None:
        return endpoint.event_id == event.pk
    return endpoint.organisation_id == event.organisation_id


def _is_free(endpoint: HookEndpoint, now: datetime.datetime) -> bool:
    """Whether a message can be sent to an endpoint now."""
    until = ((endpoint.rests_until, MOST_REST), (endpoint.leased_until, MOST_LEASE))
    return not endpoint.paused and all(
        moment is None or moment <= now or moment > now + most for moment, most in until
    )


def _on_camera(events: Iterable[int]) -> set[tuple[int, int, int | None]]:
    """Return event, round and table of each match that is or was on camera. One query."""
    featured = FeatureMatch.objects.filter(match__round__event__in=events)
    return set(featured.values_list("match__round__event", "match__round__number", "match__table"))


def _is_noise(message: HookMessage, on_camera: set[tuple[int, int, int | None]]) -> bool:
    """Whether a chat omits a message: the result of a match that is not on camera."""
    entry = message.entry
    if message.kind != HookKind.RESULT_RECORDED or entry is None:
        return False
    return (message.event_id, entry.round_number, entry.table) not in on_camera


def _note(batch: Batch) -> None:
    """Save the outcome of a batch and release the endpoint, inside a write."""
    endpoint = HookEndpoint.objects.filter(pk=batch.endpoint.pk).first()
    if endpoint is None:
        return
    for outgoing, answer, at in batch.answers:
        if answer.problem is Problem.NO_BODY:
            outgoing.delivery.state = HookDelivery.State.SKIPPED
        else:
            take(outgoing.delivery, endpoint, answer, at)
    endpoint.leased_until = None
    endpoint.save(update_fields=["failures", "rests_until", "paused", "leased_until"])
    HookDelivery.objects.bulk_update(
        [outgoing.delivery for outgoing, _answer, _at in batch.answers],
        ["state", "attempts", "next_at", "tried_at", "status", "problem"],
    )
    if endpoint.paused and batch.answers:
        log.warning("The program %s is paused after failures.", endpoint.pk)
