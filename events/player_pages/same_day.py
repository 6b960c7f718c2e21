"""The player's other events of the day: one page leads to all of them."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from events.models import Enrollment, Event, PublicNames

# Two-day events end on the next day, and those in other time zones begin on it.
_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class OtherEvent:
    """Another event of the same day in which the same person plays; `number` is theirs there."""

    slug: str
    name: str
    number: int
    is_running: bool


@dataclass(frozen=True, slots=True)
class SameDay:
    """A person's other events of the day that are not over."""

    events: tuple[OtherEvent, ...]
    is_played: bool

    @property
    def at_once(self) -> tuple[OtherEvent, ...]:
        """Events that are played while this one is played."""
        return tuple(other for other in self.events if self.is_played and other.is_running)


def same_day(enrollment: Enrollment) -> SameDay:
    """Return the person's other events of the day, by date and name. One query.

    The person is the organisation's player: no event of another organisation is among them. Left
    out is an event that shows no full names, or the person under an alias.
    """
    event = enrollment.event
    others: Iterable[Enrollment] = (
        Enrollment.objects.filter(
            player=enrollment.player_id,
            state=Enrollment.State.ACTIVE,
            event__date__range=(event.date - _DAY, event.date + _DAY),
            event__public_names=PublicNames.FULL,
            alias="",
        )
        .exclude(event=event)
        .exclude(event__state=Event.State.FINISHED)
        .select_related("event")
        .only("number", "event__slug", "event__name", "event__state")
        .order_by("event__date", "event__name", "event_id")
    )
    return SameDay(
        tuple(
            OtherEvent(
                other.event.slug,
                other.event.name,
                other.number,
                other.event.is_running,
            )
            for other in others
        ),
        enrollment.is_active and event.is_running,
    )
