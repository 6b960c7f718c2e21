"""Forms of an organisation: its name, and the roles of a member."""

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import DESCRIPTION_LENGTH, EVENT_NAME_LENGTH
from events.models import Role
from events.models.organisations.organisation import Colour
from events.web.forms.worded_errors import WordedForm


class NameForm(WordedForm):
    """The name of an organisation."""

    name = forms.CharField(
        label=_("Name"),
        max_length=EVENT_NAME_LENGTH,
        help_text=_("Players see it above the list of your events."),
        error_messages={"required": _("Enter the name of the organisation.")},
    )


class BrandingForm(WordedForm):
    """Words, contact, colour and logo of an organisation."""

    words = forms.CharField(
        label=_("About us"),
        max_length=DESCRIPTION_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Shown above the list of your events. Web addresses become links."),
    )
    contact = forms.CharField(
        label=_("Contact for questions"),
        max_length=EVENT_NAME_LENGTH,
        required=False,
        help_text=_("An email address or a link. It is copied to new events."),
    )
    colour = forms.ChoiceField(
        label=_("Color"),
        choices=Colour.choices,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Used for buttons and marks on the pages for players."),
    )
    logo = forms.FileField(
        label=_("Logo"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
        help_text=_("PNG or JPEG, up to 500 KB."),
    )
    remove_logo = forms.BooleanField(label=_("Remove logo"), required=False)


class MemberForm(WordedForm):
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
        help_text=_("Invites people, and changes their roles and the organisation's name."),
    )
