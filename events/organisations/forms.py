"""Forms of an organisation: its name, and the roles of a member."""

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import EVENT_NAME_LENGTH
from events.models import Role


class NameForm(forms.Form):
    """The name of an organisation."""

    name = forms.CharField(
        label=_("Name"),
        max_length=EVENT_NAME_LENGTH,
        help_text=_("Players read it above the list of your events."),
    )


class MemberForm(forms.Form):
    """The roles of a member in every event; an owner changes the organisation, too."""

    roles = forms.TypedMultipleChoiceField(
        label=_("Roles in every event"),
        choices=Role.choices,
        coerce=Role,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages={"invalid_choice": _("This role does not exist.")},
    )
    owner = forms.BooleanField(
        label=_("Owner"),
        required=False,
        help_text=_("Invites people, changes their roles and the name."),
    )
