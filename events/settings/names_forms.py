"""How players are called in public."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.models import PublicNames
from events.web.forms.worded_errors import WordedForm


class NamesForm(WordedForm):
    """One choice for the whole event; a form without it leaves the names as they are."""

    names = forms.ChoiceField(
        label=_("Names on public pages"),
        choices=PublicNames.choices,
        required=False,
        help_text=_(
            "For pages that need no login, also those that are public already. Staff pages, "
            "exports and printouts always show full names."
        ),
    )

    def has_changed(self) -> bool:
        """Whether another choice was sent."""
        return bool(self["names"].value()) and super().has_changed()

    def changes(self) -> dict[str, Any]:
        """Return the choice, for choose_public_names; the form must be valid."""
        return dict(self.cleaned_data)
