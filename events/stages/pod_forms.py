"""Pods of a draft: how large they are, who has to sit where, who changes places."""

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import NOTE_LENGTH
from events.web.forms.worded_errors import WordedForm

MOST_DIGITS = 4


class SizesForm(WordedForm):
    """The size of each pod: "8 7 6"; blank: by the number of players."""

    sizes = forms.RegexField(
        regex=r"^[0-9\s,;+-]*$",
        label=_("Pod sizes"),
        required=False,
        max_length=600,
        help_text=_(
            "For example 8 7 6. Leave blank for as few byes as possible, then equal sizes."
        ),
        error_messages={"invalid": _("Enter one number per pod, for example 8 7 6.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"}),
    )

    reason = forms.CharField(
        label=_("Reason for drawing again"),
        max_length=NOTE_LENGTH,
        required=False,
        help_text=_("Shown to players with every seed once the pods are posted."),
    )

    def clean_sizes(self) -> list[int] | None:
        """Return the sizes in order, or None for those that the number of players gives."""
        sizes = re.findall("[0-9]+", self.cleaned_data["sizes"])
        if any(len(size) > MOST_DIGITS for size in sizes):
            raise forms.ValidationError(self.fields["sizes"].error_messages["invalid"])
        return [int(size) for size in sizes] or None


class SeatsForm(WordedForm):
    """Two players of a draft who change places."""

    player = forms.CharField(
        label=_("Player"),
        max_length=80,
        widget=forms.TextInput(attrs={"list": "players", "autocomplete": "off"}),
    )
    other = forms.CharField(
        label=_("swaps with"),
        max_length=80,
        widget=forms.TextInput(attrs={"list": "players", "autocomplete": "off"}),
    )
    reason = forms.CharField(label=_("Reason"), max_length=NOTE_LENGTH, required=False)


class WishForm(WordedForm):
    """Form for a player's seat in a draft."""

    player = forms.CharField(
        label=_("Player"),
        max_length=80,
        widget=forms.TextInput(attrs={"list": "players", "autocomplete": "off"}),
    )
    pod = forms.IntegerField(
        label=_("Pod"), required=False, min_value=1, help_text=_("Leave blank for any pod.")
    )
    seat = forms.IntegerField(
        label=_("Seat"),
        required=False,
        min_value=1,
        help_text=_("Leave blank for any seat in the pod."),
    )
