"""Paste or upload a list of players, and say what its columns are and who in it is new."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.core.typed_values import whole_numbers
from events.models import Event
from events.roster.encoding_form import ENCODING_WORDS
from events.roster.list_actions import ANYWAY, LEAVE, MERGE
from events.roster.parsing import column_words as words
from events.roster.parsing.headings import SEATS
from events.roster.parsing.list_layout import MOST_COLUMNS
from events.roster.parsing.listed_players import Answers, Preview
from events.roster.parsing.pasted_text import RosterList
from events.roster.parsing.uploads import OldFile, upload_of
from events.roster.preview import list_of
from events.roster.reviewing import Edits
from events.web.forms.packed_files import unpacked
from events.web.forms.players import eligible_field, late_field
from events.web.forms.worded_errors import WordedForm
from events.web.heavy import TooMuchError
from interchange.values import ForeignError

MOST_BYTES = 5 * 1024 * 1024


class ListForm(WordedForm):
    """A list of players, typed, pasted or uploaded."""

    text = forms.CharField(
        label=_("List of players"),
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        help_text=_(
            "One player per line: a name, or columns pasted from a spreadsheet, form or chat, "
            "with or without headings. Review the columns before anything is saved."
        ),
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("CSV, XLSX or plain text, in any encoding."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,text/csv,text/plain"}),
    )

    # The file stays in the form while its encoding is a guess, so that it can be decoded again.
    packed = forms.CharField(required=False, widget=forms.HiddenInput)
    read_as = forms.ChoiceField(
        choices=[*ENCODING_WORDS.items()], required=False, widget=forms.HiddenInput
    )
    encoding = forms.ChoiceField(choices=[*ENCODING_WORDS.items()], required=False)
    eligible_because = eligible_field()
    turned = forms.BooleanField(label=_("Change “Rossi, Mario” to “Mario Rossi”"), required=False)

    # The file as decoded, and the list before it was decoded differently.
    old_file: OldFile | None = None
    text_before: str | None = None

    def __init__(self, event: Event, started: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        if started:
            self.fields["late"] = late_field(event)
        if event.is_for_teams:
            self.fields["text"].label = _("List of teams")
            self.fields["text"].help_text = _(
                "One team per line: its name, then its %(count)d members; or one member per "
                "line with a team column. Review the columns before anything is saved."
            ) % {"count": len(event.seats)}

    @property
    def is_read_again(self) -> bool:
        """Whether the list was read in another encoding than that of the preview."""
        return self.text_before is not None

    @property
    def is_unseen(self) -> bool:
        """Whether no preview has shown the list yet: of a new file, or in another encoding."""
        return self.is_read_again or self.cleaned_data.get("file") is not None

    def chosen_columns(self) -> list[str]:
        """Return the choice for each column; "" where the guess applies."""
        known = column_words(self.event)
        values = [self.data.get(f"column-{place}", "") for place in range(MOST_COLUMNS)]
        chosen = [value if value in known else "" for value in values]
        if not self.is_read_again:
            return chosen
        # Readable headings give better guesses than the ones shown before.
        guesses = [*(column.kind for column in self._list_before.columns), *chosen]
        return [
            "" if value == guess else value for value, guess in zip(chosen, guesses, strict=False)
        ]

    @property
    def _list_before(self) -> RosterList:
        return list_of(self.text_before or "", len(self.event.seats), taken=self.taken())

    @property
    def _shape(self) -> str | None:
        """The shape that the columns were chosen for; None if only the encoding changed since."""
        shape: str | None = self.data.get("shape")
        if self.is_read_again and shape == self._list_before.shape:
            return None
        return shape

    def choices(self) -> dict[str, Any]:
        """Return the choices below the preview, as `preview` takes them."""
        return {
            "late": self.cleaned_data.get("late"),
            "answers": answers_in(self._sent),
            "columns": self.chosen_columns(),
            "taken": self.taken(),
            "turned": self._turned(),
            "shape": self._shape,
            "edits": self.edits(),
        }

    def edits(self) -> Edits:
        """Return a person's changes in the preview: names, and lines that they left out."""
        sent = self._sent
        numbers = [key.removeprefix("name-") for key in sent if key.startswith("name-")]
        rows = [row.partition("\t")[::2] for row in sent.get("read", "").splitlines()]
        return Edits(
            names={int(key): str(sent[f"name-{key}"]) for key in numbers if key.isdecimal()},
            read={int(key): name for key, name in rows if key.isdecimal()},
            left_out=frozenset(whole_numbers(sent.getlist("leave-out")))
            - frozenset(whole_numbers(sent.getlist("keep"))),
            put_back=frozenset(whole_numbers(sent.getlist("put-back"))),
            digest=sent.get("digest", ""),
        )

    @property
    def _sent(self) -> QueryDict:
        return self.data if isinstance(self.data, QueryDict) else QueryDict()

    def taken(self) -> set[int]:
        """Return the numbers of lines that are players although they do not look so."""
        return set(whole_numbers(self._sent.getlist("take")))

    def _turned(self) -> bool | None:
        """Whether names are turned round; None where the box was not shown yet."""
        turned = bool(self.cleaned_data["turned"])
        return turned if turned or "shape" in self.data else None

    def clean(self) -> dict[str, Any]:
        """Take the text of the file where one was chosen, or of one in another encoding."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        if file is not None:
            if file.size > MOST_BYTES:
                raise forms.ValidationError(
                    _("The file is larger than 5 MB. Check that it is a list.")
                )
            try:
                cleaned["text"] = self._text_of(upload_of(file.read()))
            except ForeignError as error:
                raise forms.ValidationError(error.text(gettext)) from error
            except TooMuchError as error:
                raise forms.ValidationError(str(error)) from error
        elif cleaned.get("packed"):
            cleaned["text"] = self._read_again(cleaned)
        if not cleaned.get("text", "").strip() and not self.errors:
            self.add_error("text", _("Type or paste a list, or choose a file."))
        return cleaned

    def _text_of(self, upload: str | OldFile) -> str:
        if isinstance(upload, OldFile):
            self.old_file = upload
            return upload.text
        return upload.replace("\x00", "")

    def _read_again(self, cleaned: dict[str, Any]) -> str:
        """Return the text unchanged, or read again from the file if another encoding was chosen."""
        text: str = cleaned.get("text", "")
        content = unpacked(cleaned["packed"], MOST_BYTES)
        was, encoding = cleaned.get("read_as"), cleaned.get("encoding")
        if not content or not was or not encoding:
            return text
        self.old_file = OldFile(content, encoding)
        if encoding == was:
            return text
        self.text_before = text
        try:
            return OldFile(content, was).reread(text, encoding)
        except TooMuchError as error:
            raise forms.ValidationError(str(error)) from error


def answers_in(data: QueryDict) -> Answers:
    """Return the answers for lines that may be enrolled already: one for each line, or for all."""

    def lines(choice: str) -> frozenset[int]:
        named = [
            name.removeprefix("line-")
            for name, value in data.items()
            if name.startswith("line-") and (value or LEAVE) == choice
        ]
        return frozenset(whole_numbers([*data.getlist(choice), *named]))

    rest = data.get("rest", "")
    return Answers(
        anyway=lines(ANYWAY),
        merged=lines(MERGE),
        left=lines(LEAVE),
        rest=rest if rest in (LEAVE, ANYWAY) else "",
    )


class ColumnsForm(WordedForm):
    """A choice for each column of a list, the guess first."""

    def __init__(self, event: Event, listed: Preview) -> None:
        super().__init__()
        self.listed = listed
        choices = column_words(event)
        for place, column in enumerate(listed.columns[:MOST_COLUMNS]):
            by_look = [] if column.kind else [("", _("line by line"))]
            self.fields[f"column-{place}"] = forms.ChoiceField(
                label=_("Column %(number)d") % {"number": place + 1},
                choices=[*by_look, *choices.items()],
                required=False,
                initial=column.kind,
            )

    @property
    def headings(self) -> list[str]:
        """The headings as typed; none where the list has none."""
        headings = [column.heading for column in self.listed.columns[:MOST_COLUMNS]]
        return headings if any(headings) else []

    @property
    def examples(self) -> list[list[str]]:
        """The first fields of each column, row by row."""
        columns = [column.first_cells for column in self.listed.columns[:MOST_COLUMNS]]
        most = max(map(len, columns), default=0)
        return [
            [column[row] if row < len(column) else "" for column in columns] for row in range(most)
        ]


def column_words(event: Event) -> Mapping[str, Any]:
    """Return the possible meanings of a column, in words."""
    seats = zip(SEATS, event.seats, strict=False)
    team = {
        words.TEAM: _("Team"),
        **{place: _("Seat %(seat)s") % {"seat": seat} for place, seat in seats},
        words.SEAT: _("Seat of the member on this line"),
    }
    return {
        **(team if event.is_for_teams else {}),
        words.NAME: _("Name"),
        words.FIRST: _("Given name"),
        words.LAST: _("Family name"),
        words.EMAIL: _("Email"),
        words.READING: _("Phonetic name (furigana)"),
        words.PLATFORM_ID: _("Player ID"),
        words.BYES: _("Awarded byes"),
        words.PAID: _("Paid"),
        **(
            {}
            if event.is_for_teams
            else {words.TEAM: _("Team (not used)"), words.SEAT: _("Seat (not used)")}
        ),
        words.IGNORE: _("Ignore"),
    }
