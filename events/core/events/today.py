"""Find the events of today: the date of an event is that of its venue's time zone."""

import datetime
import zoneinfo

from django.db.models import Q, QuerySet
from django.utils import timezone

from events.models import Event

DAY = datetime.timedelta(days=1)


def near(moment: datetime.datetime, path: str = "") -> Q:
    """Select events that may be today in some time zone; `path`: to the event, as "event__".

    Running events count, whatever their date. is_today then decides exactly.
    """
    running = Q(**{f"{path}state": Event.State.RUNNING})
    return running | (Q(**{f"{path}state": Event.State.SETUP}) & around(moment, path))


def over_today(moment: datetime.datetime, path: str = "") -> Q:
    """Select finished events that may be today in some time zone; `path` as for near."""
    return Q(**{f"{path}state": Event.State.FINISHED}) & around(moment, path)


def around(moment: datetime.datetime, path: str = "") -> Q:
    """Select events dated on any day that it is now somewhere on earth; `path` as for near."""
    today = moment.date()
    return Q(**{f"{path}date__gte": today - DAY, f"{path}date__lte": today + DAY})


def is_today(event: Event, moment: datetime.datetime) -> bool:
    """Return whether an event runs, or has the date that it is now at its venue."""
    return event.is_running or event.date == date_in(event.time_zone, moment)


def date_in(time_zone: str, moment: datetime.datetime) -> datetime.date:
    """Return the date of a moment in a time zone."""
    return timezone.localdate(moment, zoneinfo.ZoneInfo(time_zone))


def usual_zone(events: QuerySet[Event]) -> str:
    """Return the time zone of the newest of these events, or the server's. One query."""
    newest = events.order_by("-date", "-pk").values_list("time_zone", flat=True).first()
    return newest or timezone.get_default_timezone_name()
