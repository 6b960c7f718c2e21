"""The days of a venue: which events are on, and the tables that they had, have or will have."""

import datetime
import zoneinfo
from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from events.core.events.today import usual_zone
from events.core.seats.venue_tables import Holdings, holdings
from events.models import Event, GivenTable, Match, Round, Venue

_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class VenueDay:
    """A date at a venue, in the venue's time zone; `previous`, `following`: days with events.

    An event is on each day on which one of its rounds was posted, on its own date, and today while
    it runs or has tables.
    """

    venue: Venue
    date: datetime.date
    today: datetime.date
    zone: zoneinfo.ZoneInfo
    previous: datetime.date | None
    following: datetime.date | None

    @property
    def is_today(self) -> bool:
        """Whether the date is today, so that tables can be given and moved."""
        return self.date == self.today

    @property
    def is_past(self) -> bool:
        """Whether the day is over."""
        return self.date < self.today

    @property
    def end(self) -> datetime.datetime:
        """The moment at which the day ends."""
        return _start(self.date + _DAY, self.zone)

    def events(self) -> QuerySet[Event]:
        """Return the events that are on."""
        here = Event.objects.filter(mapped_venue=self.venue)
        begun = Round.objects.filter(event=OuterRef("pk")).filter(_posted(self.date, self.zone))
        on = Q(date=self.date) | Q(Exists(begun))
        if self.is_today:
            holding = GivenTable.objects.filter(event=OuterRef("pk"))
            on |= Q(state=Event.State.RUNNING) | Q(Exists(holding))
        return here.filter(on)

    def tables(self) -> Holdings:
        """Return the tables of the events: those of the day's rounds, once the day is over."""
        if self.is_today:
            return holdings(self.venue.pk)
        given: dict[int, set[int]] = defaultdict(set)
        if self.is_past:
            rounds = Round.objects.filter(_posted(self.date, self.zone))
            played = Match.objects.filter(
                round__in=rounds, round__event__mapped_venue=self.venue, table__isnull=False
            )
            for event, table in played.values_list("round__event", "table"):
                given[event].add(table or 0)
            return Holdings({event: frozenset(tables) for event, tables in given.items()})
        # Tables that follow the rounds are free again by then; tables assigned by hand are not.
        kept = GivenTable.objects.filter(venue=self.venue, kept=True, event__in=self.events())
        for event, table in kept.values_list("event", "table"):
            given[event].add(table)
        fixed = {event: frozenset(tables) for event, tables in given.items()}
        return Holdings(fixed, fixed)


def venue_day(venue: Venue, date: datetime.date | None) -> VenueDay:
    """Return a date at a venue, by default today, with the days around it. Five queries."""
    here = Event.objects.filter(mapped_venue=venue)
    zone = zoneinfo.ZoneInfo(usual_zone(here))
    today = timezone.localdate(timezone=zone)
    date = date or today
    posted = Round.objects.filter(event__mapped_venue=venue, posted_at__isnull=False)
    moments = posted.order_by("posted_at").values_list("posted_at", flat=True)
    start, end = _start(date, zone), _start(date + _DAY, zone)
    dates = here.order_by("date").values_list("date", flat=True)
    before = [dates.filter(date__lt=date).last(), moments.filter(posted_at__lt=start).last()]
    after = [dates.filter(date__gt=date).first(), moments.filter(posted_at__gte=end).first()]
    days = [
        [_date(moment, zone) for moment in moments if moment is not None]
        for moments in (before, after)
    ]
    if today < date:
        days[0].append(today)
    elif today > date:
        days[1].append(today)
    return VenueDay(
        venue, date, today, zone, max(days[0], default=None), min(days[1], default=None)
    )


def _posted(date: datetime.date, zone: zoneinfo.ZoneInfo) -> Q:
    return Q(posted_at__gte=_start(date, zone), posted_at__lt=_start(date + _DAY, zone))


def _start(date: datetime.date, zone: zoneinfo.ZoneInfo) -> datetime.datetime:
    return datetime.datetime.combine(date, datetime.time(), zone)


def _date(moment: datetime.date | datetime.datetime, zone: zoneinfo.ZoneInfo) -> datetime.date:
    """Return the date at the venue of a moment, or the date itself."""
    if isinstance(moment, datetime.datetime):
        return timezone.localdate(moment, zone)
    return moment
