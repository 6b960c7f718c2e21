"""One seeded scheduler: the time, the order of everything that happens, and the network."""

import heapq
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field

LOG_LINES = 400


class Killed(BaseException):
    """The process was killed here, in the middle of what it did."""


class BrokenPromiseError(AssertionError):
    """Something that must always hold does not."""


@dataclass
class Scheduler:
    """Runs what is due in the order of time; a seed decides everything else."""

    seed: int
    now: float = 0.0
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self._order = itertools.count()
        self._due: list[tuple[float, int, Callable[[], None]]] = []

    def after(self, seconds: float, work: Callable[[], None]) -> None:
        """Do something so many seconds from now."""
        heapq.heappush(self._due, (self.now + seconds, next(self._order), work))

    def every(self, seconds: float, work: Callable[[], None]) -> None:
        """Do something again and again, never quite in step."""

        def again() -> None:
            work()
            self.after(seconds * self.random.uniform(0.8, 1.2), again)

        self.after(seconds * self.random.random(), again)

    def run_until(self, moment: float) -> None:
        """Run everything that is due until a moment."""
        while self._due and self._due[0][0] <= moment:
            at, _order, work = heapq.heappop(self._due)
            # A slow message may already have advanced the clock.
            self.now = max(self.now, at)
            work()
        self.now = max(self.now, moment)

    def note(self, words: str) -> None:
        """Add a line to the log, of which the end is shown for a seed that fails."""
        self.log.append(f"{self.now:8.2f} {words}")
        del self.log[:-LOG_LINES]

    def chance(self, share: float) -> bool:
        """Return whether something happens that happens so often."""
        return self.random.random() < share


@dataclass
class Network:
    """The lines between machines: cut, slow, and full of messages that come twice or late."""

    time: Scheduler
    cut: set[frozenset[str]] = field(default_factory=set)
    # The share of faulty messages; 0 once every fault is repaired.
    trouble: float = 0.25

    def is_cut(self, one: str, other: str) -> bool:
        """Whether nothing gets through between two machines."""
        return frozenset((one, other)) in self.cut

    def loses(self) -> bool:
        """Whether this message never arrives."""
        return self.time.chance(self.trouble * 0.3)

    def doubles(self) -> bool:
        """Whether this message arrives twice."""
        return self.time.chance(self.trouble * 0.5)

    def delay(self) -> float:
        """Return for how many seconds a message is on its way: mostly short, now and then not."""
        slow = self.time.chance(self.trouble * 0.4)
        return self.time.random.uniform(0.5, 12.0) if slow else self.time.random.uniform(0.0, 0.05)
