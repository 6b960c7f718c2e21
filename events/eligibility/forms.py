"""The fact sheet as the organizer types it, and the marks of people."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import NOTE_LENGTH, SHORT_LENGTH
from events.models import EligibilityMark, Event, FactSheet
from events.web.date_fields import in_its_zone

MOST_TEXT = 200_000

if TYPE_CHECKING:
    FactSheetFormBase = forms.ModelForm[FactSheet]
else:
    FactSheetFormBase = forms.ModelForm


class FactSheetForm(FactSheetFormBase):
    """Form for the fact sheet that players read before they enroll; the stages' formats follow."""

    class Meta:
        model = FactSheet
        exclude = ("event",)
        widgets = {
            "tier": forms.RadioSelect,
            "decklists": forms.RadioSelect,
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
        stages = list(event.stages.order_by("number"))
        for stage in stages if len(stages) > 1 else ():
            self.fields[f"format_{stage.number}"] = forms.CharField(
                label=_("Game format of stage %(number)d") % {"number": stage.number},
                max_length=SHORT_LENGTH,
                required=False,
                initial=stage.game_format,
            )

    def values(self) -> dict[str, Any]:
        """The facts by field; the form must be valid."""
        return {name: self.cleaned_data[name] for name in self.names()}

    def names(self) -> list[str]:
        """The facts that the form has."""
        return list(self._meta.fields or self.base_fields)

    def formats(self) -> dict[int, str]:
        """The game format of each stage, by its number."""
        beginning = "format_"
        return {
            int(name.removeprefix(beginning)): value
            for name, value in self.cleaned_data.items()
            if name.startswith(beginning)
        }


class MarksForm(forms.Form):
    """People to mark, one a line."""

    kind = forms.ChoiceField(
        label=_("Mark"), choices=EligibilityMark.Kind.choices, widget=forms.RadioSelect
    )
    people = forms.CharField(
        label=_("People"),
        max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=_("One person per line: the name, then an email address if there is one."),
    )
    note = forms.CharField(label=_("Note"), max_length=NOTE_LENGTH, required=False)

    def lines(self) -> list[tuple[str, str]]:
        """Names and e-mail addresses as they were typed; the form must be valid."""
        return [_person(line) for line in self.cleaned_data["people"].splitlines() if line.strip()]


def _person(line: str) -> tuple[str, str]:
    words = line.replace(",", " ").replace("\t", " ").replace("<", " ").replace(">", " ").split()
    address = next((word for word in words if "@" in word), "")
    return " ".join(word for word in words if word != address), address
