"""Forms for the staff: members, their roles in words, and invitations."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.accounts.invitation_actions import MOST_PEOPLE
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
    """The roles of a member; choosing none removes the member, except when saving roles."""

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
        """Refuse to save without a role: removing a member needs its own action."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("save") and "roles" in cleaned and not cleaned["roles"]:
            words = _("Choose at least one role, or remove the person from the staff.")
            self.add_error("roles", words)
        return cleaned


class InvitationForm(WordedForm):
    """The role that people join with, and how many of them."""

    role = forms.TypedChoiceField(
        label=gettext_lazy("Role"), choices=Role.choices, coerce=Role, initial=Role.JUDGE
    )
    most = forms.IntegerField(
        label=gettext_lazy("Number of people"), min_value=1, max_value=MOST_PEOPLE, initial=1
    )


ROLE_WORDS: Mapping[Role, str | Promise] = {
    Role.JUDGE: gettext_lazy("Floor, results, extensions and penalties. Can't pair or post."),
    Role.HEAD_JUDGE: gettext_lazy(
        "Everything a judge can do, plus pairing, posting, corrections and re-pairing."
    ),
    Role.SCOREKEEPER: gettext_lazy(
        "Desk: players, results, pair, post, publish, print. No settings."
    ),
    Role.ORGANIZER: gettext_lazy(
        "The whole desk, settings and staff. Rulings stay with the head judge."
    ),
}


def roles_in_words() -> Sequence[tuple[str, str, str | Promise]]:
    """Return each role: its value, its name, and what it may do."""
    return [(role.value, str(role.label), words) for role, words in ROLE_WORDS.items()]
