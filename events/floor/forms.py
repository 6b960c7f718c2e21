"""Form for the tables that a member of the staff looks after."""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import AREA_NAME_LENGTH
from events.models import StaffMember
from events.web.forms.worded_errors import WordedForm


class AreaForm(WordedForm):
    """A member of the staff, a range of tables, and how people call it."""

    username = forms.ChoiceField(label=_("Judge"))
    first = forms.IntegerField(label=_("First table"), min_value=1)
    last = forms.IntegerField(label=_("Last table"), min_value=1)
    name = forms.CharField(label=_("Area name"), required=False, max_length=AREA_NAME_LENGTH)

    def __init__(self, members: Iterable[StaffMember], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        choices = [(member.user.get_username(), member.user.get_username()) for member in members]
        field = self.fields["username"]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices
