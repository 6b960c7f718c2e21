"""Places of the staff of an organisation today, from the moves of the day."""

import datetime
import zoneinfo
from collections import defaultdict
from collections.abc import Collection, Iterable

from django.contrib.auth.models import User
from django.db.models import QuerySet

from domain.staff_board import FREE, Move, Place, PlaceKind, Stay, stay_of
from events.core.events.today import is_today, near, usual_zone
from events.models import Event, Organisation, OrganisationMember, Role, StaffMember, StaffMove

# A working day ends at this hour of the venue's time, so a late event belongs to the day before.
_DAY_BEGINS = datetime.time(4)
_HOURS_OF_NIGHT = datetime.timedelta(hours=_DAY_BEGINS.hour)
# Roles that may move others.
LEADS = frozenset({Role.ORGANIZER, Role.HEAD_JUDGE})


def day_start(zone: str, now: datetime.datetime) -> datetime.datetime:
    """Return the start of the day of a moment: four in the morning in a time zone."""
    place = zoneinfo.ZoneInfo(zone)
    date = (now.astimezone(place) - _HOURS_OF_NIGHT).date()
    return datetime.datetime.combine(date, _DAY_BEGINS, place)


def events_today(organisation: Organisation, now: datetime.datetime) -> list[Event]:
    """Return the events of an organisation that run or are due today, by name. One query."""
    events = Event.objects.filter(near(now), organisation=organisation).order_by("name", "pk")
    return [event for event in events if is_today(event, now)]


def time_today(zone: str, now: datetime.datetime, typed: str) -> datetime.datetime | None:
    """Return a time of today as typed, such as "14:30"; None for other text.

    A time before four in the morning belongs to the coming night.
    """
    try:
        time = datetime.time.fromisoformat(typed)
    except ValueError:
        return None
    start = day_start(zone, now)
    date = start.date() + datetime.timedelta(days=time < _DAY_BEGINS)
    return datetime.datetime.combine(date, time.replace(tzinfo=None), start.tzinfo)


def zone_of(events: Collection[Event], organisation: Organisation) -> str:
    """Return the time zone of a day: that of its first event, or of the organisation's newest."""
    first = next(iter(events), None)
    return first.time_zone if first else usual_zone(Event.objects.filter(organisation=organisation))


def moves_since(organisation: Organisation, start: datetime.datetime) -> QuerySet[StaffMove]:
    """Return the moves of a day that were not undone, in order."""
    return organisation.staff_moves.filter(at__gte=start, undone_at=None).order_by("at", "pk")


def stays_of(
    moves: Iterable[StaffMove],
    events_of: dict[int, list[int]],
    users: Iterable[int],
    now: datetime.datetime,
) -> dict[int, Stay]:
    """Return each person's place, by account; planned moves do not count yet.

    `events_of`: the events of today on whose staff each person is. A person who was not moved yet
    is at their event if there is only one, else free.
    """
    by_user: dict[int, list[Move]] = defaultdict(list)
    for row in moves:
        if row.at <= now:
            by_user[row.user_id].append(row.move)
    return {user: stay_of(by_user[user], first_place(events_of.get(user, ()))) for user in users}


def first_place(events: Collection[int]) -> Place:
    """Return the place of a person who was not moved yet: the only event, else free."""
    return Place(PlaceKind.EVENT, next(iter(events))) if len(events) == 1 else FREE


def leads_board(user: User, organisation: Organisation, events: Iterable[Event]) -> bool | None:
    """Return whether a person can move others on the board; None for a stranger. Two queries.

    Members of the organisation and the staff of its events of today see the board. Owners,
    organizers and head judges move people.
    """
    member = OrganisationMember.objects.filter(organisation=organisation, user=user).first()
    staff = list(StaffMember.objects.filter(event__in=list(events), user=user))
    if member is None and not staff:
        return None
    is_owner = member is not None and member.owner
    roles = frozenset[Role]().union(*(row.roles for row in staff), member.roles if member else ())
    return is_owner or bool(LEADS & roles)
