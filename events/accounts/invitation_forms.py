"""Forms of invitation links: for whom a link is."""

from django import forms
from django.utils.translation import gettext_lazy as _

from events.accounts.invitation_actions import MOST_PEOPLE
from events.models import Role
from events.web.forms.worded_errors import WordedForm


class InvitationForm(WordedForm):
    """The role that people join with, and how many of them."""

    role = forms.TypedChoiceField(
        label=_("Role"), choices=Role.choices, coerce=Role, initial=Role.JUDGE
    )
    most = forms.IntegerField(
        label=_("Number of people"), min_value=1, max_value=MOST_PEOPLE, initial=1
    )
