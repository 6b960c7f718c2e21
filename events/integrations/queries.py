"""Load the programs of an event with their last answers."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from events.integrations.words import answer_words, host_of, kind_words
from events.models import HookDelivery, HookEndpoint

MOST_SHOWN = 50
# Messages whose last attempt failed, whether or not another one follows.
FAILED = Q(state=HookDelivery.State.GAVE_UP) | Q(state=HookDelivery.State.WAITING, attempts__gt=0)


@dataclass(frozen=True, slots=True)
class Program:
    """A program with its numbers of waiting and given-up messages, and the last one tried.

    `has_failed`: whether a failed message can be sent again.
    """

    endpoint: HookEndpoint
    host: str
    waiting: int
    gave_up: int
    has_failed: bool
    last: HookDelivery | None
    last_words: str


@dataclass(frozen=True, slots=True)
class Sent:
    """One message to a program, with its last answer in words."""

    delivery: HookDelivery
    kind: str
    words: str


def programs_of(endpoints: QuerySet[HookEndpoint]) -> list[Program]:
    """Return these programs with their last answers, in two queries."""
    newest = HookDelivery.objects.filter(endpoint=OuterRef("pk"), tried_at__isnull=False)
    counted = endpoints.annotate(
        waiting=Count("deliveries", filter=Q(deliveries__state=HookDelivery.State.WAITING)),
        gave_up=Count("deliveries", filter=Q(deliveries__state=HookDelivery.State.GAVE_UP)),
        has_failed=Exists(HookDelivery.objects.filter(FAILED, endpoint=OuterRef("pk"))),
        last=Subquery(newest.order_by("-tried_at").values("pk")[:1]),
    )
    listed = list(counted.order_by("pk"))
    last = HookDelivery.objects.in_bulk([each.last for each in listed if each.last])
    return [
        Program(
            endpoint,
            host_of(endpoint.address),
            endpoint.waiting,
            endpoint.gave_up,
            endpoint.has_failed,
            last.get(endpoint.last),
            answer_words(last[endpoint.last]) if endpoint.last in last else "",
        )
        for endpoint in listed
    ]


def sent_to(endpoint: HookEndpoint) -> list[Sent]:
    """Return the newest messages to a program. One query."""
    newest = endpoint.deliveries.select_related("message__event").order_by("-pk")[:MOST_SHOWN]
    return [
        Sent(delivery, kind_words(delivery.message.kind), answer_words(delivery))
        for delivery in newest
    ]
