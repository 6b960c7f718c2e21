"""What an event lets players do on their phones."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.models import Event
from events.services.phones import PhoneData

if TYPE_CHECKING:
    PhonesFormBase = forms.ModelForm[Event]
else:
    PhonesFormBase = forms.ModelForm

NEED_ADDRESSES = ("slip_codes", "phone_check_in", "phone_drops", "judge_calls")


class PhonesForm(PhonesFormBase):
    """What players see and do on their phones."""

    class Meta:
        model = Event
        fields = [
            "show_recorded",
            "private_pages",
            "phone_reports",
            "phone_check_in",
            "phone_drops",
            "judge_calls",
            "slip_codes",
        ]
        widgets = {"phone_reports": forms.RadioSelect}
        labels = {
            "show_recorded": _("Players see at once what was recorded of their own match"),
            "private_pages": _("Every player gets a private address"),
            "phone_check_in": _("Players check in by phone, while the desk has opened it"),
            "phone_drops": _("Players drop by phone"),
            "judge_calls": _("Players call a judge to their table by phone"),
            "slip_codes": _("The codes of both players stand on the result slips"),
        }
        help_texts = {
            "show_recorded": _(
                "“Recorded: you lost 1-2”, with the time, on the player's own page. Standings stay "
                "as published."
            ),
            "private_pages": _(
                "A code that makes a phone the player's own, without an account. The desk shows it "
                "on the player's page and at check-in, and can give a new one at any time."
            ),
            "phone_reports": _("The desk always has the last word, and both phones say so."),
            "slip_codes": _(
                "Who holds the slip can scan both codes, the opponent too. Showing each player "
                "their own at the desk is safer."
            ),
        }

    def clean(self) -> dict[str, Any]:
        """Refuse what players could not reach."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("private_pages"):
            return cleaned
        for name in NEED_ADDRESSES:
            if cleaned.get(name):
                self.add_error(name, _("This needs private addresses: switch them on above."))
        if cleaned.get("phone_reports") != Event.PhoneReports.OFF:
            words = _("This needs private addresses: switch them on above.")
            self.add_error("phone_reports", words)
        return cleaned

    def data_of_phones(self) -> PhoneData:
        """Return what was chosen, for the service; the form must be valid."""
        return PhoneData(**self.cleaned_data)
