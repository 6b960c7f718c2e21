"""The clock of a draft or of deck construction, which runs before a round."""

import datetime
from dataclasses import dataclass

from events.models import Event


@dataclass(frozen=True, slots=True)
class Preparation:
    """Preparation of players before the next round, with its clock, a `Timed` object."""

    kind: Event.Preparation
    minutes: int
    started_at: datetime.datetime | None
    paused_at: datetime.datetime | None
    added_seconds: int

    @property
    def is_draft(self) -> bool:
        """True while boosters are drafted, False while decks are built."""
        return self.kind == Event.Preparation.DRAFT


def preparation_of(event: Event) -> Preparation | None:
    """Return the draft or the deck construction whose clock is set; None without one."""
    if not event.preparation:
        return None
    return Preparation(
        kind=Event.Preparation(event.preparation),
        minutes=event.preparation_minutes,
        started_at=event.preparation_started_at,
        paused_at=event.preparation_paused_at,
        added_seconds=event.preparation_added_seconds,
    )
