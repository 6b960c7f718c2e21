"""Format times by the venue's clocks."""

import datetime
import zoneinfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from events.models import Event


def venue_time(event: Event, value: datetime.datetime) -> str:
    """Format a moment by the venue's clocks, with the date and the time zone."""
    return zone_time(event.time_zone, value)


def zone_time(zone: str, value: datetime.datetime) -> str:
    """Format a moment by the clocks of a time zone, with the date and the zone."""
    local = timezone.localtime(value, zoneinfo.ZoneInfo(zone))
    return _("%(date)s %(time)s (%(zone)s)") % {
        "date": date_format(local, "DATE_FORMAT"),
        "time": date_format(local, "H:i"),
        "zone": zone,
    }


def venue_clock(event: Event, value: datetime.datetime) -> str:
    """Format a moment by the venue's clocks, without date and time zone: "9:45"."""
    return date_format(timezone.localtime(value, zoneinfo.ZoneInfo(event.time_zone)), "G:i")


def is_on_day(event: Event, value: datetime.datetime) -> bool:
    """Return whether a moment is on the event's first day by the venue's clocks."""
    return timezone.localtime(value, zoneinfo.ZoneInfo(event.time_zone)).date() == event.date


def venue_moment(event: Event, value: datetime.datetime) -> str:
    """Format a moment by the venue's clocks: "14:05", with the date on another day."""
    local = timezone.localtime(value, zoneinfo.ZoneInfo(event.time_zone))
    if local.date() == event.date:
        return f"{local:%H:%M}"
    # Short, for the single line of a clock on a phone: "Nov. 28 14:05".
    # Translators: month and day, as Django formats dates.
    day = date_format(local, pgettext("date format", "N j"))
    return f"{day} {local:%H:%M}"
