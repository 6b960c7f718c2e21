"""Record a penalty, disqualify."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from domain.limits import NOTE_LENGTH
from events.core.words.penalty_words import infraction_words, penalty_words
from events.models import Infraction, Penalty, PenaltyKind, TeamMember
from events.web.forms.worded_errors import WordedForm


class PenaltyForm(WordedForm):
    """Form for an infraction and its penalty; in a team event also for the player concerned.

    `proposals` hold the usual penalty for each infraction, which counts where no other one is
    chosen; any other penalty needs a note. `given`: how many penalties these follow from.
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
        proposals: Mapping[Infraction, PenaltyKind],
        given: int,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.proposals, self.given = proposals, given
        self.fields["earlier"].initial = given
        seats = [(member.seat, str(member)) for member in members]
        if seats:
            self.fields["seat"] = forms.ChoiceField(
                label=_("Team member"), choices=[("", _("the whole team")), *seats], required=False
            )

    def clean(self) -> dict[str, Any]:
        """Take the proposed penalty where none is chosen; ask for the reason of another one."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        infraction, earlier = cleaned.get("infraction"), cleaned.pop("earlier", None)
        if infraction is None or "penalty" not in cleaned:
            return cleaned
        proposed = self.proposals[infraction]
        values = {
            "penalty": penalty_words(proposed),
            "infraction": infraction_words(infraction),
        }
        if cleaned["penalty"] is None:
            if earlier is not None and earlier != self.given:
                words = gettext(
                    "Another penalty was recorded in the meantime. The recommended "
                    "penalty for %(infraction)s is now: %(penalty)s. To confirm it, "
                    "record it again."
                )
                self.add_error("penalty", words % values)
            cleaned["penalty"] = proposed
        elif cleaned["penalty"] != proposed and not cleaned.get("note", "").strip():
            words = gettext(
                "Give a reason. The recommended penalty for %(infraction)s is: %(penalty)s."
            )
            self.add_error("note", words % values)
        return cleaned
