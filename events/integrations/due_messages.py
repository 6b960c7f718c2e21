"""Return the due messages of a program with their bodies, in sending order."""

import datetime
import json
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from events.integrations.chats import chat_body, line_target
from events.integrations.payloads import payload
from events.integrations.schedule import JITTER, PAUSES
from events.models import HookDelivery, HookEndpoint, HookKind
from events.public_site.reads.events import PublicEvent, read_event

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
