"""Forms for programs and for the look of an overlay."""

from typing import Any, cast
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from domain.limits import SHORT_LENGTH
from events.core.edit_conflicts import token_of_values
from events.integrations.chats import CHAT_KINDS, LINE_BROADCAST
from events.models import HookEndpoint, HookKind
from events.models.programs.hooks import LONGEST_ADDRESS, LONGEST_SECRET
from events.web.forms.worded_errors import WordedForm


class EndpointForm(WordedForm):
    """A program's address and kinds of messages."""

    style = forms.ChoiceField(
        label=_("Receiver"),
        choices=HookEndpoint.Style.choices,
        help_text=_(
            "Discord, Slack and LINE get rounds, standings, the winner, announcements and results "
            "of the feature match, in your language."
        ),
    )
    address = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
        required=False,
        help_text=_(
            "The https:// address that receives each message. Leave blank for LINE to reach "
            "everyone who added the account."
        ),
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )
    token = forms.CharField(
        label=_("Channel access token"),
        max_length=LONGEST_SECRET,
        required=False,
        help_text=_("For LINE only: the long-lived token of the Messaging API channel."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
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
    alternatives = ("token",)

    def clean(self) -> dict[str, Any]:
        """Require an address if the service has none of its own."""
        typed = super().clean() or {}
        if not typed.get("address") and "address" not in self.errors:
            if typed.get("style") == HookEndpoint.Style.LINE:
                typed["address"] = LINE_BROADCAST
            else:
                self.add_error("address", self.fields["address"].error_messages["required"])
        return typed

    def values(self) -> dict[str, Any]:
        """Return the typed values, as `add_endpoint` takes them."""
        return {**self.cleaned_data, "language": get_language() or "en"}


class KindsForm(WordedForm):
    """The kinds of messages that a program receives."""

    kinds = forms.MultipleChoiceField(label=_("Messages"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, endpoint: HookEndpoint) -> None:
        super().__init__(initial={"kinds": endpoint.kinds})
        self.token = token_of_values({"kinds": endpoint.kinds})
        field = cast("forms.MultipleChoiceField", self.fields["kinds"])
        field.choices = [
            (kind.value, kind.label)
            for kind in HookKind
            if not endpoint.is_chat or kind in CHAT_KINDS
        ]


# The colors of static/css/public/overlay.css; panels stay transparent.
COLORS = {
    "panel": "#0a1814",
    "head": "#0d3f35",
    "ink": "#f3faf7",
    "soft": "#bfe3d8",
    "accent": "#5fc5a8",
}
PANEL_OPACITY = "eb"
WHOLE_SIZE = 100


class ColorField(forms.RegexField):
    """A color, in the format of browsers' color inputs."""

    default_error_messages = {"invalid": _("Choose a color, such as #2b7a5e.")}

    def __init__(self, **values: Any) -> None:
        widget = forms.TextInput(attrs={"type": "color"})
        super().__init__("^#[0-9a-fA-F]{6}$", required=False, widget=widget, **values)


class OverlayForm(WordedForm):
    """Size, colors and language of an overlay, and the player of a lower third."""

    size = forms.IntegerField(
        label=_("Size in percent"), min_value=20, max_value=200, required=False
    )
    panel = ColorField(label=_("Panel"))
    head = ColorField(label=_("Title"))
    ink = ColorField(label=_("Text"))
    soft = ColorField(label=_("Small text"))
    accent = ColorField(label=_("Games won"))
    lang = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, required=False)
    player = forms.IntegerField(
        label=_("Player number"),
        min_value=1,
        max_value=99_999,
        required=False,
        help_text=_("Leave blank for the first player on camera."),
    )

    def __init__(self, asked: QueryDict, scene: str, language: str) -> None:
        given = {"size": WHOLE_SIZE, "lang": language, **COLORS}
        super().__init__({**given, **{name: asked[name] for name in asked}})
        if scene != "lower":
            del self.fields["player"]

    def query(self) -> str:
        """Return the query string of the overlay's address, with non-default values only."""
        chosen = {name: value for name, value in self.cleaned_data.items() if value}
        if chosen.get("size") == WHOLE_SIZE:
            del chosen["size"]
        for name, own in COLORS.items():
            color = chosen.pop(name, own).lower()
            if color != own:
                chosen[name] = color[1:] + (PANEL_OPACITY if name == "panel" else "")
        return urlencode(chosen)
