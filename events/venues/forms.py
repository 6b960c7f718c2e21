"""Forms of a venue: its name, a room with its tables, and tables for an event."""

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import EVENT_NAME_LENGTH, NOTE_LENGTH, ROOM_LENGTH, SHORT_LENGTH
from events.web.forms.worded_errors import WordedForm


class NameForm(WordedForm):
    """The name of a venue."""

    name = forms.CharField(
        label=_("Venue name"),
        max_length=EVENT_NAME_LENGTH,
        help_text=_("Events with this venue name take their tables from here."),
        error_messages={"required": _("Enter the name of the venue.")},
    )


class RoomForm(WordedForm):
    """A room: its tables by row, and those that are never used."""

    room = forms.CharField(label=_("Room name"), max_length=SHORT_LENGTH, required=False)
    rows = forms.CharField(
        label=_("Table rows"),
        max_length=ROOM_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One row per line, such as 1-10."),
    )
    blocked_tables = forms.CharField(
        label=_("Blocked tables"),
        max_length=NOTE_LENGTH,
        required=False,
        help_text=_("These tables are never used, for example 13, 44-46."),
    )


class VenueForm(NameForm, RoomForm):
    """A new venue with its first room."""

    field_order = ["name", "rows", "blocked_tables", "room"]


class GiveForm(WordedForm):
    """Tables that an organizer gives an event by hand."""

    tables = forms.CharField(label=_("Tables"), max_length=NOTE_LENGTH, required=False)


class DayForm(WordedForm):
    """A date for the map of a venue."""

    date = forms.DateField(label=_("Date"), error_messages={"invalid": _("Enter a date.")})
