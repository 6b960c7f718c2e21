"""The stages of an event and the pods of a draft, as the organizer types them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import MOST_CUT, MOST_MINUTES, MOST_ROUNDS, MOST_STAGES, NOTE_LENGTH
from events.core.stages.plans import KINDS_OF_OPTION, StagePlan
from events.models import Event, Stage
from events.web.forms.worded_errors import WordedForm, WordedFormSet

# Options that most stages leave unchanged.
OPTIONS = ("round_minutes", *(name for name in KINDS_OF_OPTION if name != "rounds"))


class StageForm(WordedForm):
    """One stage; fields that do not belong to its kind are ignored."""

    kind = forms.ChoiceField(label=_("Kind"), choices=Stage.KIND_WORDS)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_("Leave blank in the first stage to use the recommended number of rounds."),
    )
    extra_round = forms.BooleanField(
        label=_("One more round unless exactly one player has won every match"), required=False
    )
    last_by_standings = forms.BooleanField(
        label=_("Pair the last round by standings: 1st against 2nd, 3rd against 4th"),
        required=False,
    )
    pods = forms.BooleanField(label=_("Draft: paired within pods"), required=False)
    seating = forms.ChoiceField(
        label=_("Seating in the bracket"), choices=Stage.SEATING_WORDS, required=False
    )
    third_place = forms.BooleanField(label=_("Third-place match"), required=False)
    final_unlimited = forms.BooleanField(
        label=_("The final has no time limit"),
        required=False,
        help_text=_("For single elimination, as in the rules."),
    )
    leaver = forms.ChoiceField(
        label=_("When a player drops after the cut"),
        choices=[("", _("by event type")), *Stage.LEAVER_WORDS],
        required=False,
        help_text=_(
            "The player is never replaced. By event type: a bye at tabletop events, a win for "
            "the opponent at digital events."
        ),
    )
    annuls_leavers = forms.BooleanField(
        label=_("When a player drops before half of the matches, every opponent wins"),
        required=False,
        help_text=_(
            "Clear: the results count. The head judge applies the rule on the player's page."
        ),
    )
    games_to_win = forms.TypedChoiceField(
        label=_("Match"),
        choices=[("", _("same as the event")), *Event.GamesToWin.choices],
        coerce=int,
        empty_value=None,
        required=False,
    )
    round_minutes = forms.IntegerField(
        label=_("Time limit in minutes"),
        required=False,
        min_value=0,
        max_value=MOST_MINUTES,
        help_text=_(
            "Leave blank to use the event's limit. 0 means no limit. Quarterfinals and "
            "semifinals have 90 minutes."
        ),
    )
    table_sizes = forms.ChoiceField(
        label=_("When the players of tables of four do not divide by four"),
        choices=Stage.TABLE_SIZES_WORDS,
        required=False,
    )
    odd_go = forms.ChoiceField(
        label=_("At tables of three or five"),
        choices=Stage.ODD_GO_WORDS,
        required=False,
        help_text=_("By points. Nobody sits there twice while that can be helped."),
    )
    points_first = forms.BooleanField(
        label=_("Tables of four: equal points before new opponents"), required=False
    )
    cut_by = forms.ChoiceField(
        label=_("Players advancing to the next stage"), choices=Stage.Cut.choices, required=False
    )
    cut_value = forms.IntegerField(
        label=_("Number of players, or minimum points"),
        required=False,
        min_value=1,
        max_value=MOST_CUT,
    )
    remove = forms.BooleanField(label=_("Skip this stage"), required=False)

    def __init__(self, *args: Any, at_tables: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.at_tables = at_tables
        kinds = [
            (kind, words)
            for kind, words in Stage.KIND_WORDS
            if Stage.Kind(kind).at_tables == at_tables
        ]
        choice = self.fields["kind"]
        if isinstance(choice, forms.ChoiceField):
            choice.choices = kinds
        for name, having in KINDS_OF_OPTION.items():
            if all(kind.at_tables != at_tables for kind in having):
                del self.fields[name]
        if at_tables:
            words = _("Leave blank to use the event's limit. 0 means no limit.")
            self.fields["round_minutes"].help_text = words

    @property
    def has_options(self) -> bool:
        """Whether an option is filled in, or refused: then the page shows all of them."""
        usual = StagePlan()
        return any(
            _text(self[name].value()) != _text(getattr(usual, name)) or self[name].errors
            for name in OPTIONS
            if name in self.fields
        )

    def plan(self) -> StagePlan:
        """Return what is typed; the form is valid."""
        data = self.cleaned_data
        typed = {
            name: value
            for name, value in data.items()
            if name in StagePlan.__slots__ and value != ""
        }
        typed["cut_value"] = data["cut_value"] if data["cut_by"] else None
        return StagePlan(**typed).without_misplaced


def _text(value: object) -> str:
    return "" if value in (None, "") else str(value)


class NewStageForm(StageForm):
    """A stage to add after the last one; the rule for the cut belongs to the stage before it."""

    cut_by = forms.ChoiceField(
        label=_("Players advancing to this stage"), choices=Stage.Cut.choices, required=False
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=NOTE_LENGTH,
        required=False,
        help_text=_(
            "The stages are already announced. Players see the reason for the added stage."
        ),
    )


if TYPE_CHECKING:
    StageFormSetBase = forms.BaseFormSet[StageForm]
else:
    StageFormSetBase = WordedFormSet


class StagesFormSet(StageFormSetBase):
    """The stages of an event in order."""

    def plans(self) -> list[StagePlan]:
        """Return the stages that stay; from the last one nobody advances."""
        plans = [form.plan() for form in self.kept()]
        if plans:
            plans[-1] = replace(plans[-1], cut_by=Stage.Cut.NONE, cut_value=None)
        return plans

    def kept(self) -> list[StageForm]:
        """Return the forms of the stages that stay, in order."""
        return [form for form in self.forms if not form.cleaned_data["remove"]]


def stages_form(
    plans: Sequence[StagePlan], data: Mapping[str, Any] | None = None, *, at_tables: bool = False
) -> StagesFormSet:
    """Return the form of all stages: as planned, or as typed in `data`."""
    made = cast(
        "type[StagesFormSet]",
        forms.formset_factory(
            StageForm,
            formset=StagesFormSet,
            extra=0,
            max_num=MOST_STAGES,
            absolute_max=MOST_STAGES,
        ),
    )
    initial = [
        {name: getattr(plan, name) for name in StageForm.base_fields if name != "remove"}
        for plan in plans
    ]
    options = {"empty_permitted": False, "at_tables": at_tables}
    return made(data, initial=initial, prefix="stage", form_kwargs=options)


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
