"""Form for changing the values announced with round 1."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import MOST_MINUTES, MOST_ROUNDS, NOTE_LENGTH
from events.core.events.announced_value_queries import AnnouncedStage
from events.models import Event
from events.web.forms.worded_errors import WordedForm


class AnnouncedForm(WordedForm):
    """The round time, the number of rounds of each stage that has one, and why."""

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
        """Return the typed values of each stage, "rounds" or "minutes", by its number."""
        beginning = f"{kind}_"
        return {
            int(name.removeprefix(beginning)): value
            for name, value in self.cleaned_data.items()
            if name.startswith(beginning)
        }
