"""Find due messages, schedule their retries, and apply answers to an endpoint."""

import datetime
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from django.db.models import Q, QuerySet

from events.integrations.chats import chat_body, line_target
from events.integrations.payloads import payload
from events.integrations.sending import Answer
from events.models import HookDelivery, HookEndpoint, HookKind
from events.public_site.reads.events import PublicEvent, read_event

# Delays after each attempt, in seconds: 15 hours in total, after which the message is given up. Up
# to half as much is added at random, so that retries spread.
PAUSES = (5, 20, 60, 5 * 60, 15 * 60, 60 * 60, 3 * 3600, 5 * 3600, 6 * 3600)
MOST_ATTEMPTS = len(PAUSES) + 1
JITTER = 0.5
# The longest pause for an unreachable receiver, which grows up to this.
LONGEST_REST = 15 * 60
# After this many failed attempts in a row, nothing is sent until a person resumes.
MOST_FAILURES = 40
SECOND = datetime.timedelta(seconds=1)

Draw = Callable[[], float]


def take(
    delivery: HookDelivery,
    endpoint: HookEndpoint,
    answer: Answer,
    now: datetime.datetime,
    draw: Draw = random.random,
) -> None:
    """Apply the answer to one attempt to delivery and endpoint; the caller saves both."""
    delivery.attempts += 1
    delivery.tried_at = now
    delivery.status = answer.status
    delivery.problem = answer.problem.value if answer.problem else ""
    if answer.taken:
        delivery.state = HookDelivery.State.DELIVERED
        endpoint.failures, endpoint.rests_until = 0, None
        if answer.rest is not None:
            endpoint.rests_until = now + answer.rest * SECOND
        return
    if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
        # The receiver is healthy and asks for time, so this counts neither as a failure nor as an
        # attempt.
        delivery.attempts -= 1
        delivery.next_at = endpoint.rests_until = now + (answer.rest or PAUSES[0]) * SECOND
        return
    endpoint.failures += 1
    if delivery.attempts >= MOST_ATTEMPTS:
        delivery.state = HookDelivery.State.GAVE_UP
    else:
        pause = PAUSES[delivery.attempts - 1] * (1 + JITTER * draw())
        delivery.next_at = now + max(pause, answer.rest or 0) * SECOND
    if answer.problem is not None or answer.rest is not None:
        # The receiver is unreachable or asks for a pause, so other messages wait too.
        rest = min(LONGEST_REST, PAUSES[min(endpoint.failures, len(PAUSES)) - 1])
        endpoint.rests_until = now + max(rest * (1 + JITTER * draw()), answer.rest or 0) * SECOND
    if endpoint.failures >= MOST_FAILURES or answer.status == HTTPStatus.GONE:
        endpoint.paused = True


# Messages of an endpoint sent in one batch.
A_BATCH = 20
# A time further ahead than MOST_PAUSE was written while the clock was wrong. The clocks of several
# nodes differ by less than CLOCKS.
CLOCKS = datetime.timedelta(hours=1)
MOST_PAUSE = datetime.timedelta(seconds=max(PAUSES) * (1 + JITTER)) + CLOCKS


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One message with its body; `body` None: it has no public content, so it is not sent."""

    delivery: HookDelivery
    key: str
    body: bytes | None


def due_of(deliveries: QuerySet[HookDelivery], now: datetime.datetime) -> QuerySet[HookDelivery]:
    """Return the waiting deliveries that are due, including any postponed beyond MOST_PAUSE.

    Such a time results from a wrong clock.
    """
    due = Q(next_at__lte=now) | Q(next_at__gt=now + MOST_PAUSE)
    return deliveries.filter(due, state=HookDelivery.State.WAITING)


def messages_due(
    endpoint: HookEndpoint, now: datetime.datetime, shown: dict[int, PublicEvent]
) -> list[Outgoing]:
    """Return an endpoint's next messages with their bodies, oldest first.

    When a round is posted, players look for their tables: everything up to that message is sent
    first, except results, which follow afterwards.
    """
    waiting = due_of(endpoint.deliveries.all(), now).order_by("pk").select_related("message__entry")
    posted = waiting.filter(message__kind=HookKind.ROUND_POSTED).last()
    first: list[HookDelivery] = []
    if posted is not None:
        urgent = waiting.filter(pk__lte=posted.pk)
        first = list(urgent.exclude(message__kind=HookKind.RESULT_RECORDED)[:A_BATCH])
    rest = waiting.exclude(pk__in=[delivery.pk for delivery in first])
    outgoing = []
    for delivery in [*first, *rest[: A_BATCH - len(first)]]:
        event_id = delivery.message.event_id
        if event_id not in shown:
            shown[event_id] = read_event(event_id)
        outgoing.append(_outgoing(delivery, endpoint, shown[event_id]))
    return outgoing


def _outgoing(delivery: HookDelivery, endpoint: HookEndpoint, shown: PublicEvent) -> Outgoing:
    values = payload(delivery.message, shown)
    if values is not None and endpoint.is_chat:
        to = line_target(endpoint.address)[1]
        values = chat_body(values, endpoint.style, endpoint.language, to)
    body = None if values is None else json.dumps(values, ensure_ascii=False).encode()
    return Outgoing(delivery, delivery.message.key, body)
