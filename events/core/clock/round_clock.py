"""Clock of a round: its state and its end, for a table with an extension too."""

import datetime
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from django.utils import timezone

MINUTE = 60


class Timed(Protocol):
    """An object with a clock: a round, or its public form."""

    @property
    def minutes(self) -> int:
        """The time limit; 0 for none."""

    @property
    def started_at(self) -> datetime.datetime | None:
        """When the clock was started."""

    @property
    def paused_at(self) -> datetime.datetime | None:
        """Start of the pause."""

    @property
    def added_seconds(self) -> int:
        """Seconds added to the time limit."""


class ClockState(StrEnum):
    """State of a clock."""

    NO_LIMIT = "no-limit"
    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock at the moment `now`.

    `minutes` 0: the round has no time limit. `added_seconds` holds the minutes that were added or
    taken away and every pause that is over.
    """

    minutes: int
    started_at: datetime.datetime | None
    paused_at: datetime.datetime | None
    added_seconds: int
    now: datetime.datetime

    @property
    def paused_for(self) -> datetime.timedelta:
        """Duration of the current pause; zero without one."""
        return self.now - self.paused_at if self.paused_at else datetime.timedelta()

    def end(self, extension: int = 0) -> datetime.datetime | None:
        """Return when time is called at a table with this extension in minutes.

        None without a limit and before the start. It moves on while the clock is paused.
        """
        if not self.minutes or self.started_at is None:
            return None
        seconds = (self.minutes + extension) * MINUTE + self.added_seconds
        return self.started_at + datetime.timedelta(seconds=seconds) + self.paused_for

    def remaining(self, extension: int = 0) -> int | None:
        """Return the whole seconds left, negative when time is over; None without an end."""
        end = self.end(extension)
        return None if end is None else int((end - self.now).total_seconds() // 1)

    @property
    def minutes_gone(self) -> int:
        """Return the minutes of the limit that are over, rounded up; 0 without a running limit."""
        left = self.remaining()
        return 0 if left is None else max(0, self.minutes - left // MINUTE)

    def state(self, extension: int = 0) -> ClockState:
        """Return its state for a table with an extension in minutes."""
        left = self.remaining(extension)
        if not self.minutes:
            return ClockState.NO_LIMIT
        if left is None:
            return ClockState.WAITING
        if self.paused_at is not None:
            return ClockState.PAUSED
        return ClockState.RUNNING if left > 0 else ClockState.OVER

    @property
    def token(self) -> str:
        """Return the version token of the clock, which each request to change it must send."""
        return "/".join(
            (
                self.started_at.isoformat() if self.started_at else "",
                self.paused_at.isoformat() if self.paused_at else "",
                str(self.added_seconds),
            )
        )


def clock_of(round: Timed, now: datetime.datetime | None = None) -> Clock:
    """Return the clock of a round at `now`, or at this moment."""
    return Clock(
        minutes=round.minutes,
        started_at=round.started_at,
        paused_at=round.paused_at,
        added_seconds=round.added_seconds,
        now=now or timezone.now(),
    )
