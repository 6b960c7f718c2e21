"""The share of decks that an event must check, by its rules enforcement level."""

from dataclasses import dataclass

from events.decks.plan_queries import CheckPage
from events.models import Event

# At Competitive and Professional, one deck of ten over the tournament (MTR 2.8).
_OF = 10


@dataclass(frozen=True, slots=True)
class CheckShare:
    """The number of an event's `players` whose decks were checked or are being checked."""

    checked: int
    players: int

    @property
    def required(self) -> int:
        """How many decks must be checked by the end."""
        return -(-self.players // _OF)

    @property
    def is_reached(self) -> bool:
        """Whether enough decks were checked."""
        return self.checked >= self.required


def required_share(event: Event, page: CheckPage) -> CheckShare | None:
    """Return the required share of a Competitive or Professional event; else None. One query."""
    if not event.is_strict:
        return None
    checks = (*page.running, *page.done)
    checked = {player.pk for check in checks for player in check.match.players}
    return CheckShare(len(checked), event.enrollments.took_part().count())
