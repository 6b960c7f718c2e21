"""When a round is likely to end, and when the next one can begin: learned from the rounds before.

Every figure is in seconds after the start of the round that it belongs to. What is said is a
span: as early and as late as the rounds before would have it, and the middle of them. It is a range
of what was seen, no promise: of n rounds alike, n - 2 at least lie in the range of the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

MINUTE = 60.0
# Until this many rounds are known, what is usual is looked at as well: five additional turns after
# time is called (MTR 2.5), and the minutes that pairing, posting and sitting down take.
ENOUGH = 3
USUAL_OVER = (0.0, 5 * MINUTE, 10 * MINUTE)
USUAL_BREAK = (5 * MINUTE, 10 * MINUTE, 20 * MINUTE)
# A longer one was a meal or a night, of which the next says nothing.
LONGEST_BREAK = 60 * MINUTE


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round that is over.

    `limit`: when time was called, extensions included; None without a time limit. `finishes`: when
    each table's first result came in, ascending, not empty. `pause`: from the last of them to the
    start of the next round; None when that is not known.
    """

    limit: float | None
    finishes: tuple[float, ...]
    pause: float | None = None

    def after_all_but(self, left: int) -> float | None:
        """Return how long the last `left` tables took once all the others were in.

        None where the round had no more tables than that.
        """
        before = len(self.finishes) - left
        return None if before < 1 else self.finishes[-1] - self.finishes[before - 1]


@dataclass(frozen=True, slots=True)
class Progress:
    """A round that is being played, `elapsed` after its start.

    `limit` as above, of the tables that play. `left` of its tables are outstanding. `last`: when
    the newest result came in; None before there is one.
    """

    elapsed: float
    limit: float | None
    left: int
    last: float | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """From the earliest to the latest moment, and the likely one.

    `overdue`: every round before had ended by now, so that nothing is known of this one's end.
    """

    earliest: float
    likely: float
    latest: float
    overdue: bool = False


def predict_end(past: Sequence[PastRound], now: Progress) -> Span | None:
    """Return when the last result of a round is likely to be in; None where nothing says so.

    By the clock: how long after time was called the rounds before ended. By the tables told so
    far: how long the rounds before took for as many tables as are still outstanding.
    """
    if not now.left and now.last is not None:
        return Span(now.last, now.last, now.last)
    ends = [*_by_the_clock(past, now), *_by_the_tables(past, now)]
    if not ends:
        return None
    ahead = [max(now.elapsed, end) for end in ends]
    return Span(min(ahead), median(ahead), max(ahead), overdue=max(ends) < now.elapsed)


def predict_next(past: Sequence[PastRound], end: Span) -> Span:
    """Return when the next round is likely to begin, for a round that is likely to end then."""
    breaks = [one.pause for one in past if one.pause is not None and one.pause <= LONGEST_BREAK]
    pool = _with_usual(breaks, USUAL_BREAK)
    return Span(
        end.earliest + min(pool), end.likely + median(pool), end.latest + max(pool), end.overdue
    )


def _by_the_clock(past: Sequence[PastRound], now: Progress) -> list[float]:
    if now.limit is None:
        return [one.finishes[-1] for one in past]
    over = [one.finishes[-1] - one.limit for one in past if one.limit is not None]
    return [now.limit + more for more in _with_usual(over, USUAL_OVER)]


def _by_the_tables(past: Sequence[PastRound], now: Progress) -> list[float]:
    if now.last is None:
        return []
    taken = (one.after_all_but(now.left) for one in past)
    return [now.last + more for more in taken if more is not None]


def _with_usual(known: list[float], usual: tuple[float, ...]) -> list[float]:
    return known if len(known) >= ENOUGH else [*known, *usual]
