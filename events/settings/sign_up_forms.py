"""How players sign up, as the organizer chooses it."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.models import Event, SignUpSettings
from events.web.forms.dates import in_its_zone
from events.web.forms.worded_errors import WordedErrors

if TYPE_CHECKING:
    SettingsFormBase = forms.ModelForm[SignUpSettings]
else:
    SettingsFormBase = forms.ModelForm

NEED_SIGN_UP = (
    "deadline",
    "capacity",
    "approval",
    "ask_reading",
    "ask_email",
    "ask_platform_id",
    "ask_decklist",
)


class SignUpSettingsForm(WordedErrors, SettingsFormBase):
    """How players sign up."""

    class Meta:
        model = SignUpSettings
        exclude = ("event", "held_since", "released_at")
        widgets = {
            "begins": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        }
        labels = {
            "ask_reading": _("Ask for a phonetic name (furigana)"),
            "ask_email": _("Ask for an email address"),
            "ask_platform_id": _("Ask for a platform ID"),
            "ask_decklist": _("Ask for a decklist"),
        }
        help_texts = {
            "is_open": _(
                "Without an account, on this computer's network or wherever the site can be "
                "reached. Names are not public before round 1 is posted."
            ),
            "capacity": _(
                "Includes players enrolled at the desk. Leave blank for no limit. Later "
                "sign-ups join the waiting list and are enrolled automatically when a place is "
                "free."
            ),
            "approval": _("Sign-ups are enrolled only after staff approval."),
        }

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        in_its_zone(self, event, "deadline")
        if not event.platform:
            del self.fields["ask_platform_id"]

    def values(self) -> dict[str, Any]:
        """Return the settings by column; the form must be valid."""
        return dict(self.cleaned_data)
