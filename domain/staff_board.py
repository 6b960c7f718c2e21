"""Places of the staff on a day, breaks that are due, and breaks that collide with a round's end."""

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

MINUTE = datetime.timedelta(minutes=1)
BREAK_DUE_AFTER = datetime.timedelta(hours=3)
"""A person works for so long without a break."""
DUE_SOON = datetime.timedelta(minutes=10)
AROUND_END = datetime.timedelta(minutes=5)
"""A round that is likely to end at a moment needs its staff from so long before until after."""
SHORTEST_BREAK = datetime.timedelta(minutes=10)
"""A shorter break is no break: it is never proposed."""
LOOKS_AHEAD = datetime.timedelta(minutes=30)
"""A round's end without staff is a warning from so long before."""


class PlaceKind(StrEnum):
    """The kinds of places for a staff member."""

    EVENT = "event"
    AREA = "area"
    BREAK = "break"
    FREE = "free"
    HOME = "home"


AT_WORK = frozenset({PlaceKind.EVENT, PlaceKind.AREA, PlaceKind.FREE})


@dataclass(frozen=True, slots=True)
class Place:
    """A place: an event by its key, an area by its name ("Desk"), a break, free, or gone home."""

    kind: PlaceKind
    event: int | None = None
    area: str = ""

    @property
    def code(self) -> str:
        """The form value of the place: "event-12", "area-Desk", "break", "free", "home"."""
        value = str(self.event) if self.kind is PlaceKind.EVENT else self.area
        return f"{self.kind.value}-{value}" if value else self.kind.value


FREE = Place(PlaceKind.FREE)


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a person to a place; `until`: when a break ends."""

    at: datetime.datetime
    place: Place
    until: datetime.datetime | None = None


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The expected end of an event's round: three moments in order."""

    event: int
    earliest: datetime.datetime
    likely: datetime.datetime
    latest: datetime.datetime

    @property
    def start(self) -> datetime.datetime:
        """The moment from which the event needs its staff."""
        return max(self.earliest, self.likely - AROUND_END)

    @property
    def over(self) -> datetime.datetime:
        """The moment until which the event needs its staff."""
        return min(self.latest, self.likely + AROUND_END)

    def overlaps(self, start: datetime.datetime, until: datetime.datetime) -> bool:
        """Return whether a break from `start` to `until` overlaps the end of the round."""
        return start < self.over and self.start < until


@dataclass(frozen=True, slots=True)
class Stay:
    """Where a person is: `since` (None: never moved today), `until` of a break.

    `before`: the last place of work before a break. `break_due`: None on a break, free of work, or
    if the start of work is unknown.
    """

    place: Place
    since: datetime.datetime | None = None
    until: datetime.datetime | None = None
    before: Place = FREE
    break_due: datetime.datetime | None = None

    @property
    def is_free(self) -> bool:
        """Whether the person is free."""
        return self.place.kind is PlaceKind.FREE

    @property
    def is_home(self) -> bool:
        """Whether the person has left for the day."""
        return self.place.kind is PlaceKind.HOME

    @property
    def is_at_work(self) -> bool:
        """Whether the person is available for work."""
        return self.place.kind in AT_WORK

    def late(self, now: datetime.datetime) -> int:
        """Return by how many whole minutes a break is overdue; 0 while it lasts."""
        if self.place.kind is not PlaceKind.BREAK or self.until is None or now <= self.until:
            return 0
        return int((now - self.until) / MINUTE)

    def is_due_soon(self, now: datetime.datetime) -> bool:
        """Return whether a break is due, or will be in ten minutes."""
        return self.break_due is not None and self.break_due - DUE_SOON <= now


def stay_of(moves: Sequence[Move], start: Place = FREE) -> Stay:
    """Return a person's place after the moves of a day, the oldest first.

    `start`: the place of a person without a move.
    """
    if not moves:
        return Stay(start)
    since = works_since = None
    before = place = start
    for move in moves:
        if since is None or move.place != place:
            since = move.at
        place = move.place
        if place.kind in AT_WORK:
            before, works_since = place, works_since or move.at
        else:
            works_since = None
    due = None if works_since is None else works_since + BREAK_DUE_AFTER
    return Stay(place, since, moves[-1].until, before, due)


@dataclass(frozen=True, slots=True)
class Collision:
    """A break that overlaps the end of a round.

    `shorter`: the end of a shorter break before the round's end; None if that is too short.
    `from_then`: the earliest start of a break after the end of the round.
    """

    end: RoundEnd
    shorter: datetime.datetime | None
    from_then: datetime.datetime


def covered(people: Iterable[tuple[Stay, Collection[int]]]) -> Counter[int]:
    """Count the staff of each event: the people there, and its own staff members who are free.

    `people`: each person's place, and the events whose staff the person belongs to.
    """
    events: Counter[int] = Counter()
    for stay, own in people:
        if stay.is_free:
            events.update(own)
        elif stay.place.event is not None:
            events[stay.place.event] += 1
    return events


def relying(
    place: Place, planned: Iterable[Move], own: Iterable[int], here: Mapping[int, int]
) -> frozenset[int]:
    """Return the events that depend on a person during a break.

    These are the event of the last place of work, the events of planned moves, and each of the
    person's own events without other staff. `own`: the events whose staff the person belongs to;
    `here`: how many other people each event has.
    """
    after = [move.place.event for move in planned]
    alone = [event for event in own if not here.get(event)]
    return frozenset(event for event in (place.event, *after, *alone) if event is not None)


def collision(
    events: Collection[int],
    start: datetime.datetime,
    until: datetime.datetime,
    ends: Iterable[RoundEnd],
) -> Collision | None:
    """Return the first round's end that a break overlaps, of the events that rely on the person."""
    hit = sorted(
        (end for end in ends if end.event in events and end.overlaps(start, until)),
        key=lambda end: end.start,
    )
    if not hit:
        return None
    first = hit[0]
    # Whole minutes: people read them from a wall clock.
    whole = first.start.replace(second=0, microsecond=0)
    shorter = whole if whole - start >= SHORTEST_BREAK else None
    return Collision(first, shorter, first.over)


def next_for(
    event: int,
    stays: Sequence[Stay],
    ends: Iterable[RoundEnd],
    wanted: Mapping[int, int] = MappingProxyType({}),
) -> int | None:
    """Return the index in `stays` of the person to send to an event; None if nobody is available.

    Free people are chosen first, then people of events with more staff than wanted, the latest
    round's end first. Nobody is called from an area or a break. `wanted`: staff by event, else 1.
    """
    by_event = {end.event: end.likely for end in ends}
    here = [stay.place.event for stay in stays if stay.place.kind is PlaceKind.EVENT]
    choices = []
    for position, stay in enumerate(stays):
        if stay.place.kind is PlaceKind.FREE:
            choices.append((0, 0.0, position))
        elif stay.place.kind is PlaceKind.EVENT and stay.place.event != event:
            own = by_event.get(stay.place.event or 0)
            needed = wanted.get(stay.place.event or 0, 1)
            if here.count(stay.place.event) > max(needed, 1) and own is not None:
                choices.append((1, -own.timestamp(), position))
    return min(choices)[2] if choices else None
