"""Enroll players, change one, paste a list."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from archive.limits import EMAIL_LENGTH, MOST_AWARDED_BYES, MOST_TABLE, NAME_LENGTH, NOTE_LENGTH
from events.forms.seen import Seen
from events.models import Enrollment, Event
from events.rules.entries import EnrollmentData, NewEnrollment
from events.rules.roster_listed import Preview
from events.rules.roster_text import FIRST, LAST, MOST_COLUMNS, decode
from events.selectors.seen import values_of
from events.selectors.teams import seat_field

MOST_BYTES = 5 * 1024 * 1024


def _byes() -> forms.IntegerField:
    return forms.IntegerField(
        label=_("Awarded byes"), required=False, min_value=0, max_value=MOST_AWARDED_BYES
    )


def eligible_field() -> forms.CharField:
    """Why somebody plays who may not; asked only where it is refused without it."""
    return forms.CharField(
        label=_("Why they may play all the same"), max_length=NOTE_LENGTH, required=False
    )


def _late(event: Event) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Missed rounds"),
        choices=[
            (Event.LatePolicy.LOSSES, _("assigned losses")),
            (Event.LatePolicy.NOTHING, _("do not count")),
        ],
        initial=event.late_policy,
        widget=forms.RadioSelect,
    )


class PlayerForm(forms.Form):
    """One player or team; fields that make no sense in this event now are not there."""

    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        max_length=EMAIL_LENGTH,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    reading = forms.CharField(
        label=_("Reading (furigana)"),
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "lang": "ja"}),
        help_text=_("Of a Japanese name, in kana: sorts lists, and finds the player."),
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
        self.fields["name"].label = _("Name of the team")
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
        """The members that were typed; the form must be valid."""
        return tuple(self.cleaned_data[seat_field(seat)] for seat in self.event.seats)


class NewPlayerForm(PlayerForm):
    """A player to enroll; `anyway` is asked only about a name that is on the roster already."""

    anyway = forms.BooleanField(label=_("This is another person of the same name"), required=False)
    asks_anyway = False

    def __init__(self, event: Event, started: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, started, *args, **kwargs)
        if started:
            self.fields["late"] = _late(event)

        self.fields["eligible_because"] = eligible_field()

    @property
    def asks_why(self) -> bool:
        """Whether it has to be said why somebody plays who may not."""
        return "eligible_because" in self.errors or bool(self["eligible_because"].value())

    def ask_anyway(self, twin: Enrollment) -> None:
        """Ask whether it is somebody else than `twin`, who has the same name."""
        self.asks_anyway = True
        words = _("%(name)s is enrolled already, as number %(number)d.")
        self.add_error("name", words % {"name": twin.name, "number": twin.number})

    def entry(self) -> NewEnrollment:
        """What was typed; the form must be valid."""
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
    """What can be changed of a player; give the initial values as an EnrollmentData."""

    fixed_table = forms.IntegerField(
        label=_("Fixed table"),
        required=False,
        min_value=1,
        max_value=MOST_TABLE,
        help_text=_("Always plays there, for example for reasons of accessibility."),
    )

    def __init__(self, event: Event, started: bool, before: EnrollmentData, *args: Any) -> None:
        initial = {name: getattr(before, name) for name in EnrollmentData.__slots__}
        seats = zip(event.seats, before.members or (), strict=False)
        initial |= {seat_field(seat): name for seat, name in seats}
        super().__init__(event, started, *args, initial=initial)
        self.before = before
        self.seen = Seen(self.data if self.is_bound else None, values_of(before))

    def data_of_player(self) -> EnrollmentData:
        """What was typed; what the form does not show stays."""
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
        )


class ListForm(forms.Form):
    """A list of players, typed, pasted or uploaded."""

    text = forms.CharField(
        label=_("List of players"),
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        help_text=_(
            "One a line: a name, or name, e-mail, platform ID, awarded byes "
            "separated by commas, semicolons or tabs. A line of headings is understood."
        ),
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("CSV or text, also in Shift_JIS."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv,text/plain"}),
    )

    eligible_because = eligible_field()
    turned = forms.BooleanField(label=_("Write “Rossi, Mario” as “Mario Rossi”"), required=False)

    def __init__(self, event: Event, started: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        if started:
            self.fields["late"] = _late(event)
        if event.is_for_teams:
            self.fields["text"].label = _("List of teams")
            self.fields["text"].help_text = _(
                "One team a line: its name, then its %(count)d members, separated by commas, "
                "semicolons or tabs; then e-mail, platform ID, awarded byes. A line of headings "
                "is understood."
            ) % {"count": len(event.seats)}

    def chosen_columns(self) -> list[str]:
        """What was chosen for each column; all empty where each line is read by itself."""
        known = column_words(self.event)
        values = [self.data.get(f"column-{place}", "") for place in range(MOST_COLUMNS)]
        return [value if value in known else "" for value in values]

    def columns_form(self, listed: Preview) -> "ColumnsForm":
        """A choice for each column of the list."""
        return ColumnsForm(self.event, listed, self.chosen_columns())

    def clean(self) -> dict[str, Any]:
        """Take the text of the file where one was chosen."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        if file is not None:
            if file.size > MOST_BYTES:
                raise forms.ValidationError(_("The file is larger than 5 MB: is it a list?"))
            cleaned["text"] = decode(file.read()).replace("\x00", "")
        if not cleaned.get("text", "").strip() and not self.errors:
            self.add_error("text", _("Type or paste a list, or choose a file."))
        return cleaned


class ColumnsForm(forms.Form):
    """What each column of a list means, with an example of what stands in it."""

    def __init__(self, event: Event, listed: Preview, chosen: Sequence[str]) -> None:
        super().__init__()
        words = column_words(event)
        for place, example in enumerate(listed.examples):
            heading = listed.headings[place] if place < len(listed.headings) else ""
            recognized: Any = _("as recognized")
            if heading:
                recognized = _("as recognized: %(column)s") % {"column": words.get(heading, "")}
            self.fields[f"column-{place}"] = forms.ChoiceField(
                label=example or "–",
                choices=[("", recognized), *words.items()],
                required=False,
                initial=chosen[place],
            )


def column_words(event: Event) -> dict[str, Any]:
    """What the fields of a line can be said to be, in words."""
    seats = {seat.lower(): _("Seat %(seat)s") % {"seat": seat} for seat in event.seats}
    names = (
        {"name": _("Name of the team")}
        if seats
        else {"name": _("Name"), LAST: _("Family name"), FIRST: _("Given name")}
    )
    return {
        **names,
        **seats,
        "email": _("E-mail"),
        "reading": _("Reading (furigana)"),
        "platform_id": _("Platform ID"),
        "awarded_byes": _("Awarded byes"),
    }
