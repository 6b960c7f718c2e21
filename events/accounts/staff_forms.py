"""Forms for the members of the staff and their roles."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.models import Role, StaffMember
from events.web.forms.worded_errors import WordedForm


class StaffForm(WordedForm):
    """A person to invite."""

    username = forms.CharField(
        label=gettext_lazy("Username"),
        max_length=150,
        help_text=gettext_lazy(
            "This person's login name. The person accepts after logging in, or by a link."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    roles = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Roles"),
        choices=Role.choices,
        coerce=Role,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )


class RolesForm(WordedForm):
    """The roles of a member; none takes the person off the staff, unless roles are to be saved."""

    roles = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Roles"),
        choices=Role.choices,
        coerce=Role,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages={"invalid_choice": gettext_lazy("This role does not exist.")},
    )
    hears_appeals = forms.BooleanField(required=False)
    save = forms.BooleanField(required=False)

    def words_of_now(self, member: StaffMember) -> str:
        """Return the member's current roles in words."""
        roles = [str(role.label) for role in Role if role in member.roles]
        if member.hears_appeals:
            roles.append(_("hears appeals"))
        return _("Current value: %(value)s") % {"value": ", ".join(roles)}

    def clean(self) -> dict[str, Any]:
        """Refuse to save no role at all: a member is removed on purpose."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("save") and "roles" in cleaned and not cleaned["roles"]:
            words = _("Choose at least one role, or remove the person from the staff.")
            self.add_error("roles", words)
        return cleaned
