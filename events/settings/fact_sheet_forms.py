"""The fact sheet as the organizer types it."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import SHORT_LENGTH
from events.models import Event, FactSheet
from events.web.forms.dates import in_its_zone
from events.web.forms.worded_errors import WordedErrors

if TYPE_CHECKING:
    FactSheetFormBase = forms.ModelForm[FactSheet]
else:
    FactSheetFormBase = forms.ModelForm


PAGE = (
    *("address", "map_link", "schedule", "ends_at", "desk_closes", "contact"),
    *("prizes_handed_out", "organizer_word", "short_address"),
)

# Fields with a page of their own, which remains after the event's end.
LISTS = ("lists_during", "lists_after")


class EventPageForm(WordedErrors, FactSheetFormBase):
    """Form for what players read on the event page: place, time, contact."""

    class Meta:
        model = FactSheet
        fields = PAGE
        widgets = {
            "address": forms.TextInput(attrs={"autocomplete": "street-address"}),
            "map_link": forms.URLInput(attrs={"placeholder": "https://"}),
            "schedule": forms.Textarea(
                attrs={"rows": 6, "placeholder": "08:30 Doors\n09:45 Round 1"}
            ),
            "ends_at": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "desk_closes": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "organizer_word": forms.Textarea(attrs={"rows": 4}),
            "short_address": forms.TextInput(
                attrs={"autocapitalize": "none", "spellcheck": "false"}
            ),
        }
        help_texts = {
            "address": _("Street and city, and how to get there."),
            "schedule": _("One line each, the time first."),
            "contact": _("An email address or a link."),
            "prizes_handed_out": _("For example: at the desk, after the final."),
            "organizer_word": _(
                "A few sentences to the players. They also appear in the final report."
            ),
            "short_address": _(
                "For posters. With hco, the address of this site followed by /hco leads to the"
                " event."
            ),
        }


class FactSheetForm(WordedErrors, FactSheetFormBase):
    """Form for the fact sheet that players read before they enroll; the stages' formats follow."""

    class Meta:
        model = FactSheet
        exclude = ("event", "logo_name", "colour", *LISTS, *PAGE)
        widgets = {
            "description_en": forms.Textarea(attrs={"rows": 6}),
            "description_ja": forms.Textarea(attrs={"rows": 6}),
            "prizes": forms.Textarea(attrs={"rows": 4}),
            "deck_rules": forms.Textarea(attrs={"rows": 4}),
        }
        help_texts = {
            "description_en": _("Web addresses become links."),
            "channel": _("News and contact channel for players, for example a chat."),
            "least_age": _("In years. 0 means no minimum age."),
            "by_invitation": _("Enrolling any other player requires a reason."),
        }

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        in_its_zone(self, event, "deck_deadline")
        stages = list(event.stages.all())
        for stage in stages if len(stages) > 1 else ():
            self.fields[f"format_{stage.number}"] = forms.CharField(
                label=_("Game format of stage %(number)d") % {"number": stage.number},
                max_length=SHORT_LENGTH,
                required=False,
                initial=stage.game_format,
            )

    def values(self) -> dict[str, Any]:
        """Return the facts by field; the form must be valid."""
        return {name: self.cleaned_data[name] for name in self.names()}

    def names(self) -> list[str]:
        """Return the names of the facts that the form has."""
        return list(self._meta.fields or self.base_fields)

    def formats(self) -> dict[int, str]:
        """Return the game format of each stage, by its number."""
        beginning = "format_"
        return {
            int(name.removeprefix(beginning)): value
            for name, value in self.cleaned_data.items()
            if name.startswith(beginning)
        }
