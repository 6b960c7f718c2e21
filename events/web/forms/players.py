"""Enroll players, change one, paste a list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from domain.limits import EMAIL_LENGTH, MOST_AWARDED_BYES, MOST_TABLE, NAME_LENGTH, NOTE_LENGTH
from domain.names import listed_name
from events.core.players.player_entries import EnrollmentData, NewEnrollment, values_of
from events.core.players.teams import seat_field
from events.models import Event
from events.web.forms.worded_errors import WordedForm
from events.web.version_tokens import VersionToken


def _byes() -> forms.IntegerField:
    return forms.IntegerField(
        label=_("Awarded byes"), required=False, min_value=0, max_value=MOST_AWARDED_BYES
    )


def eligible_field() -> forms.CharField:
    """Return the field for why an ineligible player plays, shown only after a refusal."""
    return forms.CharField(
        label=_("Reason for allowing them to play"), max_length=NOTE_LENGTH, required=False
    )


def late_field(event: Event) -> forms.ChoiceField:
    """Return the field for how the rounds count that a late player missed."""
    return forms.ChoiceField(
        label=_("Missed rounds"),
        choices=[
            (Event.LatePolicy.LOSSES, _("assigned losses")),
            (Event.LatePolicy.NOTHING, _("do not count")),
        ],
        initial=event.late_policy,
        widget=forms.RadioSelect,
    )


class PlayerForm(WordedForm):
    """One player or team; fields that make no sense in this event now are not there."""

    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Enter a name.")},
    )
    email = forms.EmailField(
        label=_("Email"),
        required=False,
        max_length=EMAIL_LENGTH,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    reading = forms.CharField(
        label=_("Phonetic name (furigana)"),
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "lang": "ja"}),
        help_text=_("In kana, to sort and find a Japanese name."),
    )
    platform_id = forms.CharField(
        label=_("Platform ID"),
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    awarded_byes = _byes()

    def __init__(self, event: Event, started: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        if event.platform:
            self.fields["platform_id"].label = _("%(platform)s ID") % {"platform": event.platform}
        else:
            del self.fields["platform_id"]
        if started:
            del self.fields["awarded_byes"]
        if event.is_for_teams:
            self._add_seats()

    def _add_seats(self) -> None:
        self.fields["name"].label = _("Team name")
        for seat in self.event.seats:
            self.fields[seat_field(seat)] = forms.CharField(
                label=_("Seat %(seat)s") % {"seat": seat},
                max_length=NAME_LENGTH,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
        seats = [seat_field(seat) for seat in self.event.seats]
        self.order_fields(["name", *seats, *self.fields])

    @property
    def seats(self) -> list[forms.BoundField]:
        """The fields of a team's members; none of a single player."""
        return [self[seat_field(seat)] for seat in self.event.seats]

    def members(self) -> tuple[str, ...]:
        """Return the members that were typed; the form must be valid."""
        return tuple(self.cleaned_data[seat_field(seat)] for seat in self.event.seats)


class NewPlayerForm(PlayerForm):
    """A player to enroll."""

    def __init__(self, event: Event, started: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, started, *args, **kwargs)
        if started:
            self.fields["late"] = late_field(event)

        self.fields["eligible_because"] = eligible_field()

    @property
    def asks_why(self) -> bool:
        """Whether a reason is needed for an ineligible player."""
        return "eligible_because" in self.errors or bool(self["eligible_because"].value())

    def entry(self) -> NewEnrollment:
        """Return the typed values; the form must be valid."""
        return NewEnrollment(
            name=self.cleaned_data["name"],
            email=self.cleaned_data["email"],
            platform_id=self.cleaned_data.get("platform_id", ""),
            awarded_byes=self.cleaned_data.get("awarded_byes") or 0,
            late=self.cleaned_data.get("late"),
            members=self.members(),
            reading=self.cleaned_data["reading"],
            eligible_because=self.cleaned_data["eligible_because"],
        )


class ChangePlayerForm(PlayerForm):
    """Form for changing a player; give the initial values as an EnrollmentData."""

    fixed_table = forms.IntegerField(
        label=_("Fixed table"),
        required=False,
        min_value=1,
        max_value=MOST_TABLE,
        help_text=_("This player always plays there, for example for accessibility."),
    )
    sort_name = forms.CharField(
        label=_("Sort name"),
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_(
            "Family name, comma, given name: for lists by family name. Leave blank to guess."
        ),
    )

    def __init__(self, event: Event, started: bool, before: EnrollmentData, *args: Any) -> None:
        initial = {name: getattr(before, name) for name in EnrollmentData.__slots__}
        seats = zip(event.seats, before.members or (), strict=False)
        initial |= {seat_field(seat): name for seat, name in seats}
        super().__init__(event, started, *args, initial=initial)
        self.before = before
        if event.is_for_teams:
            del self.fields["sort_name"]
        else:
            self.fields["sort_name"].widget.attrs["placeholder"] = listed_name(before.name)
        self.seen = VersionToken(self.data if self.is_bound else None, values_of(before))

    def data_of_player(self) -> EnrollmentData:
        """Return the typed values; a value that the form does not show stays unchanged."""
        return EnrollmentData(
            name=self.cleaned_data["name"],
            email=self.cleaned_data["email"],
            platform_id=self.cleaned_data.get("platform_id", self.before.platform_id),
            awarded_byes=(self.cleaned_data.get("awarded_byes") or 0)
            if "awarded_byes" in self.fields
            else self.before.awarded_byes,
            fixed_table=self.cleaned_data["fixed_table"],
            members=self.members(),
            reading=self.cleaned_data["reading"],
            sort_name=self.cleaned_data.get("sort_name", self.before.sort_name),
        )
