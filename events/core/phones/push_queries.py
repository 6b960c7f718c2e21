"""Find the push notices that are due: one for each phone, with its table."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from events.models import Match, PushSubscription, Round, TableSeat

# After this time players are already at their tables, so no notification is sent.
WORTH_TELLING = timedelta(minutes=10)
# An event that was finished by mistake and reopened within this time still notifies its phones.
KEPT_AFTER_FINISH = timedelta(hours=1)
MOST_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class PushDue:
    """One message: its recipient, its round, and the table; None for a bye."""

    subscription: PushSubscription
    slug: str
    event: str
    round: Round
    table: int | None
    posted_at: datetime | None


def pushes_due() -> list[PushDue]:
    """Return the due notices to players of rounds that were just posted.

    One query while nothing is due, two more for each round that was posted in the last minutes.
    """
    since = timezone.now() - WORTH_TELLING
    posted = Round.objects.filter(state=Round.State.POSTED, posted_at__gte=since)
    return [due for round in posted.select_related("event") for due in _due_of(round)]


def _due_of(round: Round) -> list[PushDue]:
    waiting = subscriptions_of(round.event_id).exclude(told=round.posted_at)
    waiting = waiting.select_related("enrollment")
    about = {subscription.enrollment_id for subscription in waiting}
    if not about:
        return []
    of_them = Q(first__in=about) | Q(second__in=about)
    tables: dict[int, int | None] = {}
    if round.event.at_tables:
        seats = TableSeat.objects.filter(match__round=round, enrollment__in=about)
        tables.update(seats.values_list("enrollment", "match__table"))
        of_them &= ~Q(kind=Match.Kind.TABLE)
    # A late player's assigned loss and a match that a drop decided call nobody to a table.
    called = Q(kind=Match.Kind.BYE) | Q(table__isnull=False)
    matches = Match.objects.filter(of_them, called, round=round)
    for first, second, table in matches.values_list("first", "second", "table"):
        tables |= dict.fromkeys(filter(None, (first, second)), table)
    return [
        PushDue(
            subscription=subscription,
            slug=round.event.slug,
            event=round.event.name,
            round=round,
            table=tables[subscription.enrollment_id],
            posted_at=round.posted_at,
        )
        for subscription in waiting
        if subscription.enrollment_id in tables
    ]


def subscriptions_over() -> dict[int, list[int]]:
    """Return the subscriptions of events that have been over for an hour, by event. One query."""
    since = timezone.now() - KEPT_AFTER_FINISH
    over = PushSubscription.objects.filter(enrollment__event__finished_at__lt=since)
    by_event: dict[int, list[int]] = {}
    for key, event in over.order_by("pk").values_list("pk", "enrollment__event")[:MOST_AT_ONCE]:
        by_event.setdefault(event, []).append(key)
    return by_event


def subscriptions_of(event_id: int) -> QuerySet[PushSubscription]:
    """Return the phones that get notices of the rounds of an event."""
    return PushSubscription.objects.filter(enrollment__event_id=event_id)
