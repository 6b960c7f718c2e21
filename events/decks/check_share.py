"""The share of decks that are checked over an event, as the level of its rules requires it."""

from dataclasses import dataclass

from events.decks.plan_queries import CheckPage
from events.models import Enrollment, Event

# At Competitive and Professional, one deck of ten over the tournament (MTR 2.8).
_OF = 10


@dataclass(frozen=True, slots=True)
class CheckShare:
    """How many of an event's `players` had their deck checked, or have it checked now."""

    checked: int
    players: int

    @property
    def required(self) -> int:
        """How many decks have to be checked by the end."""
        return -(-self.players // _OF)

    @property
    def is_reached(self) -> bool:
        """Whether enough are checked."""
        return self.checked >= self.required


def required_share(event: Event, page: CheckPage) -> CheckShare | None:
    """Return the share of a Competitive or Professional event; None for others. One query."""
    if not event.is_strict:
        return None
    checks = (*page.running, *page.done)
    checked = {player.pk for check in checks for player in check.match.players}
    # A player who dropped or was disqualified before round 1 did not take part.
    playing = event.enrollments.exclude(
        state__in=(Enrollment.State.DROPPED, Enrollment.State.DISQUALIFIED), dropped_after=0
    )
    return CheckShare(len(checked), playing.count())
