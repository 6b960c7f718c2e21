"""Times in words."""

import datetime
import zoneinfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from events.models import Event


def venue_time(event: Event, value: datetime.datetime) -> str:
    """Say a moment as the venue's clocks show it, with the date and the time zone."""
    local = timezone.localtime(value, zoneinfo.ZoneInfo(event.time_zone))
    return _("%(date)s %(time)s (%(zone)s)") % {
        "date": date_format(local, "DATE_FORMAT"),
        "time": date_format(local, "H:i"),
        "zone": event.time_zone,
    }


def venue_clock(event: Event, value: datetime.datetime) -> str:
    """Say a moment as the venue's clocks show it, without date and time zone: "9:45"."""
    return date_format(timezone.localtime(value, zoneinfo.ZoneInfo(event.time_zone)), "G:i")
