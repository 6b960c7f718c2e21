"""Moments as people type them: in the time zone of the event."""

import datetime
import zoneinfo
from typing import Any

from django import forms
from django.utils import timezone

from events.models import Event

# Suggested end times of announcements are multiples of this.
STEP = datetime.timedelta(minutes=5)


class MomentField(forms.DateTimeField):
    """A date with a time, typed and shown in one time zone."""

    def __init__(self, zone: zoneinfo.ZoneInfo, **more: Any) -> None:
        shown = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=shown, **more)
        self.zone = zone

    def to_python(self, value: Any) -> datetime.datetime | None:
        """Read what was typed as a time of the zone."""
        with timezone.override(self.zone):
            return super().to_python(value)

    def prepare_value(self, value: Any) -> Any:
        """Show a moment as the clocks of the zone do."""
        with timezone.override(self.zone):
            return super().prepare_value(value)


def in_its_zone(form: forms.BaseForm, event: Event, *names: str) -> None:
    """Let these fields of a form be typed in the time zone of the event."""
    zone = zoneinfo.ZoneInfo(event.time_zone)
    for name in names:
        was = form.fields[name]
        form.fields[name] = MomentField(
            zone, label=was.label, help_text=was.help_text, required=was.required
        )


def next_moment(
    time: datetime.time, zone: zoneinfo.ZoneInfo, now: datetime.datetime | None = None
) -> datetime.datetime:
    """Return the next moment at which clocks in a time zone show this time of day."""
    here = (now or timezone.now()).astimezone(zone)
    moment = datetime.datetime.combine(here.date(), time, tzinfo=zone)
    if moment <= here:
        moment = datetime.datetime.combine(here.date() + datetime.timedelta(days=1), time, zone)
    return moment


def soon(zone: zoneinfo.ZoneInfo, now: datetime.datetime | None = None) -> str:
    """Return the time of day in ten minutes, on a full five: "14:30"."""
    moment = (now or timezone.now()).astimezone(zone) + 2 * STEP
    late = datetime.timedelta(minutes=moment.minute % 5, seconds=moment.second)
    return f"{(moment - late + STEP if late else moment):%H:%M}"
