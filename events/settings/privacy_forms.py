"""How players are called in public."""

from django import forms
from django.utils.translation import gettext_lazy as _

from events.models import PublicNames


class NamesForm(forms.Form):
    """One choice for the whole event."""

    names = forms.ChoiceField(
        label=_("Names on public pages"),
        choices=PublicNames.choices,
        widget=forms.RadioSelect,
    )
