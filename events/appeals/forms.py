"""An appeal: who ruled, who heard it, the outcome."""

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from domain.limits import NAME_LENGTH, NOTE_LENGTH
from events.core.judging.appeal_queries import may_hear, who_rules
from events.models import Appeal, Event
from events.web.forms.worded_errors import WordedForm


class AppealForm(WordedForm):
    """One appeal as it is typed; the player by number or name."""

    player = forms.CharField(
        label=_("Player"),
        max_length=NAME_LENGTH,
        help_text=_("Number or name of the appealing player."),
    )
    ruling = forms.CharField(label=_("Ruling"), max_length=NOTE_LENGTH)
    ruled_by = forms.ChoiceField(label=_("Ruled by"))
    heard_by = forms.ChoiceField(label=_("Appeal decided by"))
    outcome = forms.ChoiceField(label=_("Outcome"), widget=forms.RadioSelect)
    note = forms.CharField(label=_("Note"), max_length=NOTE_LENGTH, required=False)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rulers, hearers = who_rules(event), may_hear(event)
        for name, people in (("ruled_by", rulers), ("heard_by", hearers)):
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = [(person, person) for person in people]
        outcomes = [(value, capfirst(str(label))) for value, label in Appeal.OUTCOME_WORDS]
        self.fields["outcome"].choices = outcomes  # type: ignore[attr-defined]
        self.can_be_heard = bool(hearers) and len(rulers) > 1
        # The judge who ruled does not decide the appeal.
        floor = (person for person in rulers if person not in hearers)
        self.fields["ruled_by"].initial = next(floor, None)
