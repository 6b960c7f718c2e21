"""Record a penalty, disqualify."""

from django import forms
from django.utils.translation import gettext_lazy as _

from events.models import Infraction, PenaltyKind


class PenaltyForm(forms.Form):
    """What happened and what is applied."""

    infraction = forms.TypedChoiceField(
        label=_("Infraction"), choices=Infraction.choices, coerce=Infraction
    )
    penalty = forms.TypedChoiceField(
        label=_("Penalty"),
        choices=PenaltyKind.choices,
        coerce=PenaltyKind,
        widget=forms.RadioSelect,
    )
    note = forms.CharField(label=_("Note"), required=False, max_length=300)
