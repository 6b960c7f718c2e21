"""Record a penalty, disqualify."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import NOTE_LENGTH
from events.models import Infraction, Penalty, PenaltyKind, TeamMember
from events.web.forms.worded_errors import WordedForm


class PenaltyForm(WordedForm):
    """Form for an infraction and its penalty; in a team event also for the player concerned.

    `earlier`: how many penalties of the player the page shows.
    """

    infraction = forms.TypedChoiceField(
        label=_("Infraction"), choices=Penalty.INFRACTION_WORDS, coerce=Infraction
    )
    penalty = forms.TypedChoiceField(
        label=_("Penalty"),
        choices=[("", _("as recommended")), *Penalty.PENALTY_WORDS],
        coerce=PenaltyKind,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        label=_("Note"),
        help_text=_("Required if the penalty is not the recommended one."),
        required=False,
        max_length=NOTE_LENGTH,
    )
    earlier = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        members: Iterable[TeamMember],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        seats = [(member.seat, str(member)) for member in members]
        if seats:
            self.fields["seat"] = forms.ChoiceField(
                label=_("Team member"), choices=[("", _("the whole team")), *seats], required=False
            )
