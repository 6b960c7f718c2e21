"""The form that adds a program."""

from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from domain.limits import SHORT_LENGTH
from events.models import HookEndpoint, HookKind
from events.models.programs.hooks import LONGEST_ADDRESS


class EndpointForm(forms.Form):
    """Where to send, and what."""

    style = forms.ChoiceField(
        label=_("Receiver"),
        choices=HookEndpoint.Style.choices,
        help_text=_(
            "Discord and Slack get rounds, standings, the winner, announcements and results of "
            "the feature match, in your language."
        ),
    )
    address = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
        help_text=_("The https:// address that receives each message."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=SHORT_LENGTH,
        required=False,
        help_text=_("Leave blank to use the host of the address."),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Messages"),
        choices=HookKind.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[kind.value for kind in HookKind],
    )

    def values(self) -> dict[str, Any]:
        """Return what was typed, as `add_endpoint` takes it."""
        return {**self.cleaned_data, "language": get_language() or "en"}
