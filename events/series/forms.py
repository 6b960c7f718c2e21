"""The rules of a series as a form."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.models import Series
from events.series.rule_texts import (
    Reward,
    rewards_of_text,
    rewards_text,
    tables_of_text,
    tables_text,
)
from events.web.forms.worded_errors import WordedErrors

if TYPE_CHECKING:
    SeriesFormBase = forms.ModelForm[Series]
else:
    SeriesFormBase = forms.ModelForm

MORE = ("name_contains", "game_format", "best", "rewards")
# Points of places 1 to 8, for events of every size.
PROPOSED = {"0": [10, 7, 5, 5, 3, 3, 3, 3]}


class SeriesForm(WordedErrors, SeriesFormBase):
    """The rules of a series; `values` are the columns for the action."""

    tables = forms.CharField(
        label=_("Points by place"),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_(
            "Points for place 1, 2, 3 and so on: 10 7 5 5. A line for larger events begins with "
            "the number of players: 32: 20 14 10 10."
        ),
    )
    rewards = forms.CharField(
        label=_("Byes and invitations"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One reward per line, such as 1-8: invitation to the final, or 1-4: 2 byes."),
    )

    class Meta:
        model = Series
        fields = (
            *("name", "first_date", "last_date", "name_contains", "game_format"),
            *("best", "participation", "tables", "rewards"),
        )
        widgets = {
            name: forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
            for name in ("first_date", "last_date")
        }
        help_texts = {
            "name_contains": _("Leave blank for every event of these dates."),
            "game_format": _("Leave blank for every format."),
            "best": _("Leave blank to count every result."),
        }
        error_messages = {"name": {"required": _("Enter the name of the series.")}}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["tables"] = tables_text(self.instance.tables or PROPOSED)
        self.initial["rewards"] = rewards_text(self.instance.rewards)

    def clean_tables(self) -> dict[str, list[int]]:
        """Read the lines of the point tables."""
        tables = tables_of_text(self.cleaned_data["tables"])
        if tables is None:
            raise forms.ValidationError(
                _("Write points with spaces between them, such as 10 7 5 5.")
            )
        return tables

    def clean_rewards(self) -> list[Reward]:
        """Read the lines of the rewards."""
        rewards = rewards_of_text(self.cleaned_data["rewards"])
        if rewards is None:
            raise forms.ValidationError(_("Write one reward per line, such as 1-8: 2 byes."))
        return rewards

    def clean(self) -> dict[str, Any]:
        """Compare the dates with each other."""
        cleaned = super().clean() or {}
        first, last = cleaned.get("first_date"), cleaned.get("last_date")
        if first and last and last < first:
            self.add_error("last_date", _("The last date is before the first date."))
        if cleaned.get("best") == 0:
            self.add_error("best", _("At least one result must count."))
        return cleaned

    @property
    def more(self) -> list[forms.BoundField]:
        """The fields that most series leave as they are."""
        return [self[name] for name in MORE]

    @property
    def has_more(self) -> bool:
        """Whether one of these fields has a value of its own, or an error."""
        return any(field.errors or field.value() for field in self.more)

    @property
    def values(self) -> dict[str, Any]:
        """The columns of the series as they were chosen."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields}
