"""The room of an event, and the table that a match moves to."""

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import MOST_TABLE
from events.models import Event
from events.web.forms.worded_errors import WordedErrors, WordedForm

if TYPE_CHECKING:
    RoomFormBase = forms.ModelForm[Event]
else:
    RoomFormBase = forms.ModelForm


class RoomForm(WordedErrors, RoomFormBase):
    """The tables by row, which are not used, which are kept free, and how they are given."""

    class Meta:
        model = Event
        fields = ["room", "blocked_tables", "feature_tables", "shuffled_tables"]
        labels = {"shuffled_tables": _("Assign tables at random instead of by points")}
        widgets = {
            "room": forms.Textarea(attrs={"rows": 4}),
            "feature_tables": forms.Textarea(attrs={"rows": 3}),
        }


class MoveForm(WordedForm):
    """Where a match moves to."""

    to = forms.IntegerField(
        label=_("Move to table"), min_value=1, max_value=MOST_TABLE, localize=False
    )
