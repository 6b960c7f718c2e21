"""Staff board of an organisation's day: lanes, the next ends of rounds, needs for a person."""

import datetime
from collections import Counter, defaultdict
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
    covered,
    next_for,
    relying,
)
from events.core.staffing.place_words import move_words, place_words
from events.core.staffing.round_ends import (
    EventEnd,
    EventStart,
    event_ends,
    event_starts,
    in_order,
    known_ends,
)
from events.core.staffing.staff_places import (
    day_start,
    events_today,
    moves_since,
    stays_of,
    zone_of,
)
from events.models import Event, Organisation, StaffMember, StaffMove
from events.models.roles import role_words

# This many moves can be undone on the page; the organisation's journal has the older ones.
LATEST = 5


@dataclass(frozen=True, slots=True)
class Planned:
    """A move that is still to happen, and its place in words."""

    move: StaffMove
    words: str

    @property
    def at(self) -> datetime.datetime:
        """Time at which it takes effect."""
        return self.move.at


@dataclass(frozen=True, slots=True)
class Person:
    """A person of today's staff: their place, and the events on whose staff they are.

    `late`: minutes since the end of an overdue break. `is_due`: a break is due within ten minutes,
    and none is planned before. `planned`: moves that are still to happen, the next one first.
    `role`: in words, at the event where the person is.
    """

    user: User
    stay: Stay
    late: int
    is_due: bool
    events: tuple[int, ...]
    planned: tuple[Planned, ...] = ()
    role: str = ""

    @property
    def is_stranger(self) -> bool:
        """Whether the person is at an event without being on its staff: its pages refuse them."""
        place = self.stay.place
        return place.kind is PlaceKind.EVENT and place.event not in self.events


@dataclass(frozen=True, slots=True)
class Lane:
    """A place with the people there, and those with a planned move there, with its time.

    `end`, `start`: of an event, the expected end of its round, or its start. `wanted`: how many
    people it wants; 0 without a number.
    """

    place: Place
    title: str
    people: tuple[Person, ...]
    event: Event | None = None
    end: EventEnd | None = None
    start: EventStart | None = None
    wanted: int = 0
    coming: tuple[tuple[Person, Planned], ...] = ()

    @property
    def is_short(self) -> bool:
        """Whether the place has fewer people than it wants; without a number, a round wants one."""
        return len(self.people) < (self.wanted or int(self.end is not None))

    @property
    def can_want(self) -> bool:
        """Whether the place can want a number of people."""
        return self.place.kind in (PlaceKind.EVENT, PlaceKind.AREA)


@dataclass(frozen=True, slots=True)
class Need:
    """A need for a person: the code of its sentence, the subject, and the move that settles it.

    `code`: "late", "collides", "due", and of an event "empty", "short", or "starts" for one that
    begins soon. `to`: the place where the person goes. `here`, `wanted`: the people of an event.
    `is_late`: its round should have ended at `at`.
    """

    code: str
    person: Person | None
    to: Place
    event: Event | None = None
    at: datetime.datetime | None = None
    here: int = 0
    wanted: int = 0
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Latest:
    """One of the newest moves; `can_be_undone`: it is the newest move of its person."""

    move: StaffMove
    words: str
    can_be_undone: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The staff of a day by place; `home`: people who went home."""

    organisation: Organisation
    zone: str
    now: datetime.datetime
    events: tuple[Event, ...]
    areas: tuple[str, ...]
    lanes: tuple[Lane, ...]
    home: tuple[Person, ...]
    turns: tuple[EventEnd | EventStart, ...]
    needs: tuple[Need, ...]
    latest: tuple[Latest, ...]

    @property
    def at_work(self) -> int:
        """Number of people at work."""
        return sum(len(lane.people) for lane in self.lanes if lane.place.kind != PlaceKind.BREAK)

    @property
    def on_break(self) -> int:
        """Number of people on a break."""
        return sum(len(lane.people) for lane in self.lanes if lane.place.kind == PlaceKind.BREAK)


def staff_board(organisation: Organisation, now: datetime.datetime | None = None) -> Board:
    """Return the board of today. Twelve queries at most, for any number of events."""
    moment = now or timezone.now()
    events = events_today(organisation, moment)
    zone = zone_of(events, organisation)
    since = moves_since(organisation, day_start(zone, moment))
    moves = list(since.select_related("user", "by", "event"))
    wanted = {row.place: row.number for row in organisation.wanted_staff.all()}
    people = _people(events, moves, moment)
    ends, starts = event_ends(events, moment), event_starts(events)
    areas = _areas(moves, wanted)
    turns = in_order(ends, starts)
    return Board(
        organisation=organisation,
        zone=zone,
        now=moment,
        events=tuple(events),
        areas=areas,
        lanes=_lanes(events, areas, people, turns, wanted),
        home=tuple(each for each in people if each.stay.place.kind is PlaceKind.HOME),
        turns=tuple(turns),
        needs=_needs(people, turns, {event.pk: event for event in events}, wanted, moment),
        latest=_latest(moves, moment),
    )


def _people(
    events: Sequence[Event], moves: Sequence[StaffMove], now: datetime.datetime
) -> list[Person]:
    """Return the staff of today's events and everyone who was moved, by name. One query."""
    on: dict[int, list[int]] = defaultdict(list)
    users = {move.user_id: move.user for move in moves}
    roles: dict[tuple[int, int | None], str] = {}
    for member in StaffMember.objects.filter(event__in=events).select_related("user"):
        on[member.user_id].append(member.event_id)
        roles[member.user_id, member.event_id] = role_words(member.roles)
        users.setdefault(member.user_id, member.user)
    planned: dict[int, list[Planned]] = defaultdict(list)
    for move in moves:
        if move.at > now:
            planned[move.user_id].append(Planned(move, move_words(move)))
    stays = stays_of(moves, on, users, now)
    people = []
    for key, user in users.items():
        stay, later = stays[key], tuple(planned[key])
        soon = (each for each in later if each.at <= now + LOOKS_AHEAD)
        rests = any(each.move.place.kind is PlaceKind.BREAK for each in soon)
        is_due = stay.is_due_soon(now) and not rests
        role = roles.get((key, stay.place.event), "")
        people.append(Person(user, stay, stay.late(now), is_due, tuple(on[key]), later, role))
    return sorted(people, key=lambda person: person.user.get_username().casefold())


def _areas(moves: Sequence[StaffMove], wanted: Mapping[Place, int]) -> tuple[str, ...]:
    """Return the areas that were used today, in the order of their first use, then wanted ones."""
    areas = [move.area for move in moves if move.area]
    return tuple(dict.fromkeys([*areas, *(place.area for place in wanted if place.area)]))


def _lanes(
    events: Sequence[Event],
    areas: Sequence[str],
    people: Sequence[Person],
    turns: Sequence[EventEnd | EventStart],
    wanted: Mapping[Place, int],
) -> tuple[Lane, ...]:
    """Return the lanes: events by their next end or start, then areas, free people, breaks."""
    here: dict[Place, list[Person]] = defaultdict(list)
    coming: dict[Place, list[tuple[Person, Planned]]] = defaultdict(list)
    known = {event.pk for event in events}
    for person in people:
        place = person.stay.place
        gone = place.kind is PlaceKind.EVENT and place.event not in known
        here[FREE if gone else place].append(person)
        for planned in person.planned:
            coming[planned.move.place].append((person, planned))
    by_event = {each.event.pk: each for each in turns}
    order = {each.event.pk: number for number, each in enumerate(turns)}

    def lane(place: Place, title: str, event: Event | None = None) -> Lane:
        turn = by_event.get(event.pk) if event else None
        return Lane(
            place,
            title,
            tuple(here[place]),
            event,
            turn if isinstance(turn, EventEnd) else None,
            turn if isinstance(turn, EventStart) else None,
            wanted.get(place, 0),
            tuple(coming[place]),
        )

    by_turn = sorted(events, key=lambda event: order.get(event.pk, len(order)))
    lanes = [lane(Place(PlaceKind.EVENT, event.pk), event.name, event) for event in by_turn]
    places = [Place(PlaceKind.AREA, area=area) for area in areas]
    others = [(place, place.area) for place in places]
    others += [(place, place_words(place)) for place in (FREE, Place(PlaceKind.BREAK))]
    for place, title in others:
        if here[place] or coming[place] or place in wanted:
            lanes.append(lane(place, title))
    return tuple(lanes)


def _needs(
    people: Sequence[Person],
    turns: Sequence[EventEnd | EventStart],
    events: Mapping[int, Event],
    wanted: Mapping[Place, int],
    now: datetime.datetime,
) -> tuple[Need, ...]:
    """Return the needs for a person: late returns, colliding breaks, breaks due, short events."""
    expected = known_ends(each for each in turns if isinstance(each, EventEnd))
    others = covered((person.stay, person.events) for person in people)
    needs = []
    for person in people:
        stay = person.stay
        if person.late:
            needs.append(Need("late", person, stay.before, at=stay.until))
        elif stay.place.kind is PlaceKind.BREAK and stay.until is not None:
            soon = [each.move.move for each in person.planned if each.at <= stay.until]
            relied = relying(stay.before, soon, person.events, others)
            hit = collision(relied, now, stay.until, expected)
            if hit is not None and hit.end.event in events:
                event = events[hit.end.event]
                to = Place(PlaceKind.EVENT, event.pk)
                needs.append(Need("collides", person, to, event, hit.end.likely))
        elif person.is_due:
            needs.append(Need("due", person, Place(PlaceKind.BREAK), at=stay.break_due))
    return (*needs, *_short_events(people, turns, wanted, now))


def _short_events(
    people: Sequence[Person],
    turns: Sequence[EventEnd | EventStart],
    wanted: Mapping[Place, int],
    now: datetime.datetime,
) -> list[Need]:
    """Return the needs of events with too few people for a round's end or a start soon.

    Each names a person to send, if there is one.
    """
    here = Counter(person.stay.place.event for person in people)
    expected = known_ends(each for each in turns if isinstance(each, EventEnd))
    by_event = {place.event: number for place, number in wanted.items() if place.event}
    needs: list[Need] = []
    for each in turns:
        key, at = each.event.pk, _moment(each)
        needed = by_event.get(key, 1)
        if at is None or here[key] >= needed or at > now + LOOKS_AHEAD:
            continue
        # Nobody is named for a second event while another person can be sent.
        named = {id(need.person) for need in needs}
        others = [person for person in people if id(person) not in named]
        for group in (_staff_of(key, others), others, _staff_of(key, people), people):
            chosen = next_for(key, [person.stay for person in group], expected, by_event)
            if chosen is not None:
                break
        sent = None if chosen is None else group[chosen]
        code = "starts" if isinstance(each, EventStart) else "short" if here[key] else "empty"
        place = Place(PlaceKind.EVENT, key)
        late = each.late if isinstance(each, EventEnd) else None
        need = Need(code, sent, place, each.event, late or at, here[key], needed, bool(late))
        needs.append(need)
    return needs


def _staff_of(event: int, people: Sequence[Person]) -> list[Person]:
    return [person for person in people if event in person.events]


def _moment(each: EventEnd | EventStart) -> datetime.datetime | None:
    if isinstance(each, EventStart):
        return each.at
    return each.end.likely if each.end else None


def _latest(moves: Sequence[StaffMove], now: datetime.datetime) -> tuple[Latest, ...]:
    made = [move for move in moves if move.at <= now]
    newest = {move.user_id: move.pk for move in made}
    return tuple(
        Latest(move, move_words(move), newest[move.user_id] == move.pk)
        for move in made[: -LATEST - 1 : -1]
    )
