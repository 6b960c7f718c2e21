"""The form for a player's sign-up."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import DESCRIPTION_LENGTH
from events.core.players.teams import seat_field
from events.core.sign_ups.actions import SignUpData
from events.models import Event, SignUpSettings
from events.models.sign_up import KEY_LENGTH
from events.web.forms.players import PlayerForm

COMPLETED = {"name": "name", "email": "email", "platform_id": "off", "reading": "off"}


class SignUpForm(PlayerForm):
    """Form of a sign-up: the fields that the organizer chose."""

    shares_email = forms.BooleanField(
        label=_("The organizer may enter my name and email address in another tournament system"),
        required=False,
        help_text=_(
            "Optional. Your sign-up counts without it. "
            "Withdraw it on your own page, or at the desk."
        ),
    )
    decklist = forms.CharField(
        label=_("Decklist"),
        required=False,
        max_length=DESCRIPTION_LENGTH,
        help_text=_(
            "Enter a count and a card name per line. Put sideboard cards after a line “Sideboard”."
        ),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )
    key = forms.CharField(max_length=KEY_LENGTH, widget=forms.HiddenInput)
    # A hidden field that only bots fill in.
    website = forms.CharField(
        label=_("Leave this field blank"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "tabindex": "-1"}),
    )

    def __init__(self, event: Event, settings: SignUpSettings, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, True, *args, **kwargs)
        for name in ("reading", "email", "platform_id", "decklist"):
            asked = getattr(settings, f"ask_{name}")
            if not asked:
                self.fields.pop(name, None)
            elif name in self.fields:
                field = self.fields[name]
                field.required = asked == SignUpSettings.Ask.REQUIRED
        if "email" not in self.fields:
            del self.fields["shares_email"]
        for name, what in COMPLETED.items():
            if name in self.fields:
                self.fields[name].widget.attrs["autocomplete"] = what
        for number, seat in enumerate(event.seats):
            field = self.fields[seat_field(seat)]
            field.required = number == 0
            if number:
                field.help_text = _("Leave blank to let the invited teammate enter it.")

    @property
    def shown(self) -> list[forms.BoundField]:
        """The fields that people see, in order."""
        hidden = {"key", "website"}
        return [field for field in self if field.name not in hidden]

    def clean_website(self) -> str:
        """Refuse clients that fill in the hidden field."""
        if self.cleaned_data["website"]:
            raise forms.ValidationError(_("Leave this field blank."))
        return ""

    def data_of_sign_up(self, language: str) -> SignUpData:
        """Return the typed values for the service; the form must be valid."""
        given = self.cleaned_data
        return SignUpData(
            name=given["name"],
            key=given["key"],
            reading=given.get("reading", ""),
            email=given.get("email", ""),
            shares_email=given.get("shares_email", False),
            platform_id=given.get("platform_id", ""),
            members=self.members(),
            deck=given.get("decklist", ""),
            language=language,
        )
