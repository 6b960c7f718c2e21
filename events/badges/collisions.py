"""Find events that need one player at the same time. Pure values, no queries."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations


class Kind(StrEnum):
    """How two events collide: both now, a next round with a current round, or two next rounds."""

    NOW = "now"
    NEXT = "next"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Busy:
    """When an event needs a player.

    `is_now`: it needs the player now, `until` about then; None: unknown. `start`: announced or
    estimated start of its next round, None if unknown; `end`: the end of that round.
    """

    is_now: bool = False
    until: datetime.datetime | None = None
    start: datetime.datetime | None = None
    end: datetime.datetime | None = None


@dataclass(frozen=True, slots=True)
class Collision:
    """Two colliding events, by index in the list; with NEXT, the first one is played now."""

    kind: Kind
    first: int
    second: int

    @property
    def is_now(self) -> bool:
        """Whether both events need the player now."""
        return self.kind is Kind.NOW

    @property
    def is_next(self) -> bool:
        """Whether the second event's next round starts during the first one's round."""
        return self.kind is Kind.NEXT


def collisions(busy: Sequence[Busy], now: datetime.datetime) -> list[Collision]:
    """Return the collisions of each pair of events, at most one a pair, the most urgent first."""
    pairs = []
    for (place, first), (other, second) in combinations(enumerate(busy), 2):
        if first.is_now and second.is_now:
            pairs.append(Collision(Kind.NOW, place, other))
        elif _runs_into(first, second, now):
            pairs.append(Collision(Kind.NEXT, place, other))
        elif _runs_into(second, first, now):
            pairs.append(Collision(Kind.NEXT, other, place))
        elif _overlap(first, second):
            pairs.append(Collision(Kind.LATER, place, other))
    order = list(Kind)
    return sorted(pairs, key=lambda collision: order.index(collision.kind))


def _runs_into(current: Busy, following: Busy, now: datetime.datetime) -> bool:
    """Whether one event's next round starts before the other's round is likely to end."""
    if not current.is_now or following.start is None:
        return False
    return following.start < (current.until or now)


def _overlap(first: Busy, second: Busy) -> bool:
    """Whether two next rounds are played at the same time."""
    if first.start is None or second.start is None or first.end is None or second.end is None:
        return False
    return first.start < second.end and second.start < first.end
