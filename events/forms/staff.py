"""Who is on the staff."""

from django import forms
from django.utils.translation import gettext_lazy as _

from events.models import Role


class StaffForm(forms.Form):
    """A person to add."""

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        help_text=_(
            "What the person logs in with. If nobody has this name yet, you get an invitation link."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    roles = forms.TypedMultipleChoiceField(
        label=_("Roles"),
        choices=Role.choices,
        coerce=Role,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )


class RolesForm(forms.Form):
    """The roles of a member; none takes the person off the staff."""

    roles = forms.TypedMultipleChoiceField(
        label=_("Roles"),
        choices=Role.choices,
        coerce=Role,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
