"""Record a penalty, disqualify."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from domain.limits import NOTE_LENGTH
from events.models import Infraction, PenaltyKind, TeamMember


class PenaltyForm(forms.Form):
    """Form for an infraction and its penalty; in a team event also for the player concerned.

    `proposals` hold the usual penalty for each infraction; any other penalty needs a note.
    """

    infraction = forms.TypedChoiceField(
        label=_("Infraction"), choices=Infraction.choices, coerce=Infraction
    )
    penalty = forms.TypedChoiceField(
        label=_("Penalty"),
        choices=PenaltyKind.choices,
        coerce=PenaltyKind,
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        label=_("Note"),
        help_text=_("Required if the penalty is not the recommended one."),
        required=False,
        max_length=NOTE_LENGTH,
    )

    def __init__(
        self,
        members: Iterable[TeamMember],
        proposals: Mapping[Infraction, PenaltyKind],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.proposals = proposals
        seats = [(member.seat, str(member)) for member in members]
        if seats:
            self.fields["seat"] = forms.ChoiceField(
                label=_("Team member"), choices=[("", _("the whole team")), *seats], required=False
            )
            self.order_fields(["seat"])

    def clean(self) -> dict[str, Any]:
        """Ask for the reason of a penalty that is not the proposed one."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        infraction, penalty = cleaned.get("infraction"), cleaned.get("penalty")
        if infraction is None or penalty is None or cleaned.get("note", "").strip():
            return cleaned
        proposed = self.proposals[infraction]
        if penalty != proposed:
            words = gettext(
                "Give a reason. The recommended penalty for %(infraction)s is: %(penalty)s."
            )
            values = {"penalty": proposed.label, "infraction": infraction.label}
            self.add_error("note", words % values)
        return cleaned
