"""What is asked before round 1 is paired, as no round is there yet to hold a gate."""

from dataclasses import dataclass

from events.models import Enrollment, Event
from events.selectors.digital import without_platform_id
from events.selectors.eligibility import fact_sheet_of

# The least time limit of a round at tables (MTR Appendix B).
LEAST_MINUTES = 40


@dataclass(frozen=True, slots=True)
class BeforeRound1:
    """What is open; `short_minutes`: a time limit below the least one, else 0."""

    without_id: tuple[Enrollment, ...]
    premier_draws: bool
    short_minutes: int

    @property
    def any(self) -> bool:
        """True when something is open."""
        return bool(self.without_id or self.asks_for_settings)

    @property
    def asks_for_settings(self) -> bool:
        """True when something of it is said in the settings."""
        return self.premier_draws or bool(self.short_minutes)


def before_round_1(event: Event) -> BeforeRound1:
    """Return what is open, in two queries.

    Who plays on a platform without an ID (rules, 2.3); draws in a premier event (2.4); less time
    than the least limit, where it is one: no limit is, and on a platform clocks decide.
    """
    short = not event.is_digital and 0 < event.round_minutes < LEAST_MINUTES
    return BeforeRound1(
        without_id=tuple(without_platform_id(event)),
        premier_draws=event.draws_allowed and fact_sheet_of(event).is_premier,
        short_minutes=event.round_minutes if short else 0,
    )
