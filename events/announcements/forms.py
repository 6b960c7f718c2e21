"""Forms for an announcement and for changes to values announced with round 1."""

import datetime
import zoneinfo
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import MOST_MINUTES, MOST_ROUNDS, NOTE_LENGTH
from events.announcements.words import ready_made
from events.core.events.announced_value_queries import AnnouncedStage
from events.models import Event
from events.web.forms.announcement_fields import TextAndEndForm
from events.web.forms.dates import next_moment
from events.web.forms.worded_errors import WordedForm


class AnnouncementForm(TextAndEndForm):
    """The text in one language or both, and the venue's time of day at which it ends."""

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["until"].help_text = _("Local time at the venue, within the next 24 hours.")
        self.zone = zoneinfo.ZoneInfo(event.time_zone)

    def clean_until(self) -> datetime.datetime:
        """Return the next moment at which the venue's clocks show the typed time."""
        return next_moment(self.cleaned_data["until"], self.zone)


def filled_in(typed: dict[str, str], kind: str, *, number: int, at: str) -> dict[str, str]:
    """Append a ready-made line to the typed text, in both languages."""
    filled = dict(typed)
    for language in ("en", "ja"):
        line = ready_made(kind, language, number=number, at=at)
        before = typed.get(f"text_{language}", "").strip()
        filled[f"text_{language}"] = f"{before}\n{line}" if before else line
    filled["until"] = at
    return filled


class AnnouncedForm(WordedForm):
    """The round time, the number of rounds of each stage that has one, and the reason."""

    minutes = forms.IntegerField(
        label=_("Round time in minutes"),
        min_value=0,
        max_value=MOST_MINUTES,
        help_text=_("0 means no limit."),
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=NOTE_LENGTH, help_text=_("Shown to players with the change.")
    )

    def __init__(
        self, event: Event, stages: Sequence[AnnouncedStage], data: Any | None = None
    ) -> None:
        super().__init__(data, initial={"minutes": event.round_minutes})
        for announced in stages:
            number = announced.stage.number
            if announced.rounds is not None:
                self.fields[f"rounds_{number}"] = forms.IntegerField(
                    label=_("Rounds in stage %(number)d") % {"number": number},
                    min_value=announced.least,
                    max_value=MOST_ROUNDS,
                    initial=announced.rounds,
                )
            if announced.minutes is not None:
                self.fields[f"minutes_{number}"] = forms.IntegerField(
                    label=_("Minutes per round in stage %(number)d") % {"number": number},
                    min_value=0,
                    max_value=MOST_MINUTES,
                    initial=announced.minutes,
                )
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def numbers(self, kind: str) -> dict[int, int]:
        """Return the typed values of `kind`, "rounds" or "minutes", by stage number."""
        beginning = f"{kind}_"
        return {
            int(name.removeprefix(beginning)): value
            for name, value in self.cleaned_data.items()
            if name.startswith(beginning)
        }
