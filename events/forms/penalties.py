"""Record a penalty, disqualify."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from archive.limits import NOTE_LENGTH
from events.models import Infraction, PenaltyKind, TeamMember


class PenaltyForm(forms.Form):
    """What happened and what is applied; of a team also whose it is."""

    infraction = forms.TypedChoiceField(
        label=_("Infraction"), choices=Infraction.choices, coerce=Infraction
    )
    penalty = forms.TypedChoiceField(
        label=_("Penalty"),
        choices=PenaltyKind.choices,
        coerce=PenaltyKind,
        widget=forms.RadioSelect,
    )
    note = forms.CharField(label=_("Note"), required=False, max_length=NOTE_LENGTH)

    def __init__(self, members: Iterable[TeamMember], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = [(member.seat, str(member)) for member in members]
        if seats:
            self.fields["seat"] = forms.ChoiceField(
                label=_("Who of the team"), choices=[("", _("the team")), *seats], required=False
            )
            self.order_fields(["seat"])
