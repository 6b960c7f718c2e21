"""Form for an announcement and its end time."""

import datetime
import zoneinfo
from typing import Any

from django.utils.translation import gettext_lazy as _

from events.announcements.words import ready_made
from events.models import Event
from events.web.forms.announcement_fields import TextAndEndForm
from events.web.forms.dates import next_moment


class AnnouncementForm(TextAndEndForm):
    """The text in one language or both, and a time of day at the venue."""

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["until"].help_text = _("Local time at the venue, within the next 24 hours.")
        self.zone = zoneinfo.ZoneInfo(event.time_zone)

    def clean_until(self) -> datetime.datetime:
        """Return the next moment at which the venue's clocks show that time."""
        return next_moment(self.cleaned_data["until"], self.zone)


def filled_in(typed: dict[str, str], kind: str, *, number: int, at: str) -> dict[str, str]:
    """Return what was typed with a ready-made line below it, in both languages."""
    filled = dict(typed)
    for language in ("en", "ja"):
        line = ready_made(kind, language, number=number, at=at)
        before = typed.get(f"text_{language}", "").strip()
        filled[f"text_{language}"] = f"{before}\n{line}" if before else line
    filled["until"] = at
    return filled
