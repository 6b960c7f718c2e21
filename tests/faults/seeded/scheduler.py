"""One seeded scheduler: the time, the order of all actions, and the network."""

import heapq
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field

LOG_LINES = 400


class Killed(BaseException):
    """The process was killed here, in the middle of its work."""


class BrokenPromiseError(AssertionError):
    """A condition that must always hold does not hold."""


@dataclass
class Scheduler:
    """Runs due actions in order of time; a seed makes all other decisions."""

    seed: int
    now: float = 0.0
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self._order = itertools.count()
        self._due: list[tuple[float, int, Callable[[], None]]] = []

    def after(self, seconds: float, work: Callable[[], None]) -> None:
        """Run an action so many seconds from now."""
        heapq.heappush(self._due, (self.now + seconds, next(self._order), work))

    def every(self, seconds: float, work: Callable[[], None]) -> None:
        """Run an action repeatedly, never quite in step."""

        def again() -> None:
            work()
            self.after(seconds * self.random.uniform(0.8, 1.2), again)

        self.after(seconds * self.random.random(), again)

    def run_until(self, moment: float) -> None:
        """Run all actions that are due until a moment."""
        while self._due and self._due[0][0] <= moment:
            at, _order, work = heapq.heappop(self._due)
            # A slow message may already have advanced the clock.
            self.now = max(self.now, at)
            work()
        self.now = max(self.now, moment)

    def note(self, words: str) -> None:
        """Add a line to the log, whose end is shown for a failing seed."""
        self.log.append(f"{self.now:8.2f} {words}")
        del self.log[:-LOG_LINES]

    def chance(self, share: float) -> bool:
        """Return whether an event with this probability happens."""
        return self.random.random() < share


@dataclass
class Network:
    """The lines between machines: cut or slow, with messages that arrive twice or late."""

    time: Scheduler
    cut: set[frozenset[str]] = field(default_factory=set)
    # The share of faulty messages; 0 once every fault is repaired.
    trouble: float = 0.25

    def is_cut(self, one: str, other: str) -> bool:
        """Return whether the line between two machines is cut."""
        return frozenset((one, other)) in self.cut

    def loses(self) -> bool:
        """Return whether this message never arrives."""
        return self.time.chance(self.trouble * 0.3)

    def doubles(self) -> bool:
        """Return whether this message arrives twice."""
        return self.time.chance(self.trouble * 0.5)

    def delay(self) -> float:
        """Return how many seconds a message is in transit: usually few, sometimes many."""
        slow = self.time.chance(self.trouble * 0.4)
        return self.time.random.uniform(0.5, 12.0) if slow else self.time.random.uniform(0.0, 0.05)
