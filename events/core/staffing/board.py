"""The staff board of an organisation's day: lanes, the next ends of rounds, what needs a person."""

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils import timezone

from domain.staff_board import (
    FREE,
    LOOKS_AHEAD,
    Place,
    PlaceKind,
    Stay,
    collision,
    next_for,
)
from events.core.staffing.place_words import place_words
from events.core.staffing.round_ends import EventEnd, event_ends, known_ends
from events.core.staffing.staff_places import (
    day_start,
    events_today,
    moves_since,
    stays_of,
    zone_of,
)
from events.models import Event, Organisation, StaffMember, StaffMove

# So many moves can be undone on the page; older ones are in the organisation's journal.
LATEST = 5
LONGEST_DAY = datetime.timedelta(hours=25)


@dataclass(frozen=True, slots=True)
class Person:
    """A person of today's staff: where they are, and the events on whose staff they are.

    `late`: minutes by which a break is over. `is_due`: a break is due within ten minutes.
    """

    user: User
    stay: Stay
    late: int
    is_due: bool
    events: tuple[int, ...]

    @property
    def is_stranger(self) -> bool:
        """Whether the person is at an event on whose staff they are not: its pages refuse them."""
        place = self.stay.place
        return place.kind is PlaceKind.EVENT and place.event not in self.events


@dataclass(frozen=True, slots=True)
class Lane:
    """A place with the people there; `end`: of an event, the expected end of its round."""

    place: Place
    title: str
    people: tuple[Person, ...]
    event: Event | None = None
    end: EventEnd | None = None

    @property
    def is_short(self) -> bool:
        """Whether a round ends here soon, and nobody is here."""
        return self.end is not None and not self.people


@dataclass(frozen=True, slots=True)
class Need:
    """A need of a person: the code of its sentence, about whom, and the move that settles it.

    `code`: "late", "collides", "due", "empty". `to`: where the person goes.
    """

    code: str
    person: Person | None
    to: Place
    event: Event | None = None
    at: datetime.datetime | None = None


@dataclass(frozen=True, slots=True)
class Latest:
    """One of the newest moves; `can_be_undone`: it is the newest of its person."""

    move: StaffMove
    words: str
    can_be_undone: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The staff of a day by place; `home`: those who left."""

    organisation: Organisation
    zone: str
    now: datetime.datetime
    events: tuple[Event, ...]
    areas: tuple[str, ...]
    lanes: tuple[Lane, ...]
    home: tuple[Person, ...]
    ends: tuple[EventEnd, ...]
    needs: tuple[Need, ...]
    latest: tuple[Latest, ...]

    @property
    def at_work(self) -> int:
        """How many people are at work."""
        return sum(len(lane.people) for lane in self.lanes if lane.place.kind != PlaceKind.BREAK)

    @property
    def on_break(self) -> int:
        """How many people are on a break."""
        return sum(len(lane.people) for lane in self.lanes if lane.place.kind == PlaceKind.BREAK)


def staff_board(organisation: Organisation, now: datetime.datetime | None = None) -> Board:
    """Return the board of today. Nine queries at most, for one event and for many."""
    moment = now or timezone.now()
    events = events_today(organisation, moment)
    zone = zone_of(events, organisation)
    since = moves_since(organisation, day_start(zone, moment))
    moves = list(since.select_related("user", "by", "event"))
    people = _people(events, moves, moment)
    ends = event_ends(events, moment)
    lanes = _lanes(events, moves, people, ends)
    return Board(
        organisation=organisation,
        zone=zone,
        now=moment,
        events=tuple(events),
        areas=_areas(moves),
        lanes=lanes,
        home=tuple(each for each in people if each.stay.place.kind is PlaceKind.HOME),
        ends=tuple(ends),
        needs=_needs(people, ends, {event.pk: event for event in events}, moment),
        latest=_latest(moves),
    )


def _people(
    events: Sequence[Event], moves: Sequence[StaffMove], now: datetime.datetime
) -> list[Person]:
    """Return the staff of today's events and everybody who was moved, by name. One query."""
    on: dict[int, list[int]] = defaultdict(list)
    users = {move.user_id: move.user for move in moves}
    for member in StaffMember.objects.filter(event__in=events).select_related("user"):
        on[member.user_id].append(member.event_id)
        users.setdefault(member.user_id, member.user)
    stays = stays_of(moves, on, users)
    people = [
        Person(user, stays[key], stays[key].late(now), stays[key].is_due_soon(now), tuple(on[key]))
        for key, user in users.items()
    ]
    return sorted(people, key=lambda person: person.user.get_username().casefold())


def _areas(moves: Sequence[StaffMove]) -> tuple[str, ...]:
    """Return the areas that were used today, in the order of their first use."""
    return tuple(dict.fromkeys(move.area for move in moves if move.area))


def _lanes(
    events: Sequence[Event],
    moves: Sequence[StaffMove],
    people: Sequence[Person],
    ends: Sequence[EventEnd],
) -> tuple[Lane, ...]:
    """Return the lanes: events by the next end, then areas, those who are free, breaks."""
    here: dict[Place, list[Person]] = defaultdict(list)
    known = {event.pk for event in events}
    for person in people:
        place = person.stay.place
        gone = place.kind is PlaceKind.EVENT and place.event not in known
        here[FREE if gone else place].append(person)
    by_event = {each.event.pk: each for each in ends}
    order = {each.event.pk: number for number, each in enumerate(ends)}
    lanes = []
    for event in sorted(events, key=lambda event: order.get(event.pk, len(order))):
        place = Place(PlaceKind.EVENT, event.pk)
        lanes.append(Lane(place, event.name, tuple(here[place]), event, by_event.get(event.pk)))
    for area in _areas(moves):
        place = Place(PlaceKind.AREA, area=area)
        if here[place]:
            lanes.append(Lane(place, area, tuple(here[place])))
    for place in (FREE, Place(PlaceKind.BREAK)):
        if here[place]:
            lanes.append(Lane(place, place_words(place), tuple(here[place])))
    return tuple(lanes)


def _needs(
    people: Sequence[Person],
    ends: Sequence[EventEnd],
    events: Mapping[int, Event],
    now: datetime.datetime,
) -> tuple[Need, ...]:
    """Return what needs a person: late returns, colliding breaks, breaks due, empty rounds."""
    expected = known_ends(ends)
    needs = []
    for person in people:
        stay = person.stay
        if person.late:
            needs.append(Need("late", person, stay.before, at=stay.until))
        elif stay.place.kind is PlaceKind.BREAK and stay.until is not None:
            hit = collision(stay.before.event, now, stay.until, expected)
            if hit is not None and stay.before.event in events:
                event = events[hit.end.event]
                needs.append(Need("collides", person, stay.before, event, hit.end.likely))
        elif person.is_due:
            needs.append(Need("due", person, Place(PlaceKind.BREAK), at=stay.break_due))
    return (*needs, *_empty_rounds(people, ends, now))


def _empty_rounds(
    people: Sequence[Person], ends: Sequence[EventEnd], now: datetime.datetime
) -> list[Need]:
    """Return the events whose round ends soon with nobody there, and a person to send."""
    staffed = {person.stay.place.event for person in people}
    expected = known_ends(ends)
    needs = []
    for each in ends:
        key = each.event.pk
        if each.end is None or key in staffed or each.end.likely > now + LOOKS_AHEAD:
            continue
        own = [person for person in people if key in person.events]
        for group in (own, people):
            chosen = next_for(key, [person.stay for person in group], expected)
            if chosen is not None:
                break
        sent = None if chosen is None else group[chosen]
        place = Place(PlaceKind.EVENT, key)
        needs.append(Need("empty", sent, place, each.event, each.end.likely))
    return needs


def _latest(moves: Sequence[StaffMove]) -> tuple[Latest, ...]:
    newest = {move.user_id: move.pk for move in moves}
    return tuple(
        Latest(
            move,
            place_words(move.place, move.event.name if move.event else ""),
            newest[move.user_id] == move.pk,
        )
        for move in moves[: -LATEST - 1 : -1]
    )


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """The place of a person who was moved today, in one of their organisations."""

    organisation: Organisation
    words: str
    since: datetime.datetime
    until: datetime.datetime | None
    zone: str


def own_places(user: User) -> list[OwnPlace]:
    """Return where a person is in each organisation in which they were moved today.

    One query, and one more for each organisation whose last move was not to an event.
    """
    now = timezone.now()
    rows = StaffMove.objects.filter(user=user, undone_at=None, at__gt=now - LONGEST_DAY)
    rows = rows.select_related("organisation", "event").order_by("at", "pk")
    places = []
    for row in {row.organisation_id: row for row in rows}.values():
        zone = zone_of([row.event] if row.event else [], row.organisation)
        if row.at >= day_start(zone, now):
            words = place_words(row.place, row.event.name if row.event else "")
            places.append(OwnPlace(row.organisation, words, row.at, row.until, zone))
    return places
