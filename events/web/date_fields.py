"""Moments as people type them: in the time zone of the event."""

import datetime
import zoneinfo
from typing import Any

from django import forms
from django.utils import timezone

from events.models import Event


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
