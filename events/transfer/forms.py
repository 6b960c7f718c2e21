"""Upload a file with events, look at it, import one of them."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain.limits import MOST_BYTES
from events.core.refusals import RefusedError
from events.transfer.archive_files import CHECKS_OF_PAGES
from events.transfer.foreign_files import Candidate, read_candidates
from events.web.forms.packed_files import packed, unpacked
from events.web.forms.worded_errors import WordedForm
from interchange.near_names import People
from interchange.result_words import MEANINGS as RESULT_WORDS
from interchange.tables.headings import MEANINGS

# The number of names in an answer.
_NAMES = {"one": 2, "two": 2, "player": 1}


def people_in(data: Any) -> dict[frozenset[str], bool]:
    """Return the answers about names, by tabs: "one" or "two" and both names, "player" and one."""
    values = [*data.getlist("people"), *data.getlist("again")] if hasattr(data, "getlist") else []
    parts = [value.split("\t") for value in values]
    return {
        frozenset(part[1:]): part[0] != "two"
        for part in parts
        if part[0] in _NAMES and len(part) == _NAMES[part[0]] + 1
    }


def people_values(people: People) -> list[str]:
    """Return answers about names as fields of a form carry them."""
    return [
        "\t".join(["player" if len(names) == 1 else "one" if answer else "two", *sorted(names)])
        for names, answer in people.items()
    ]


def columns_in(data: Any) -> list[str]:
    """Return the columns' meanings that a person chose on the page; empty without a choice."""
    words = data.get("read_as", "").split(",")
    chosen = data.getlist("column")
    # Untouched columns are read as before, with every table of the file.
    return _meanings(words if chosen == data.getlist("shown") else chosen)


def _meanings(words: Sequence[str]) -> list[str]:
    return [word if word in MEANINGS else "" for word in words] if any(words) else []


class ArchiveForm(WordedForm):
    """The file; once it was shown, its content travels in `packed` instead."""

    file = forms.FileField(
        label=_("File"),
        help_text=_(
            "An event archive, or a file of another tool: Melee, TopDeck, WER, KTS, TOM, FIDE TRF, "
            "Swiss-Manager, decklist cache, CSV or XLSX."
        ),
        required=False,
    )
    packed = forms.CharField(required=False, widget=forms.HiddenInput)
    # The chosen meanings of a table's columns, separated by commas.
    read_as = forms.CharField(required=False, widget=forms.HiddenInput)
    which = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    candidates: list[Candidate]
    not_read = ""
    content: bytes

    def clean(self) -> None:
        """Read the events into `candidates`; an error names its place."""
        if self.errors:
            return
        name = ""
        upload = self.cleaned_data.get("file")
        if isinstance(upload, UploadedFile):
            name = f"{upload.name}: "
            self.content = upload.read(MOST_BYTES + 1)
        elif self.cleaned_data.get("packed"):
            self.content = unpacked(self.cleaned_data["packed"], MOST_BYTES + 1)
        else:
            self.add_error("file", _("Choose a file."))
            return
        try:
            self.candidates = self._read()
        except RefusedError as refused:
            self.add_error("file", f"{name}{refused}")
            return
        if (self.cleaned_data.get("which") or 0) >= len(self.candidates):
            self.add_error("file", _("Choose an event from the file."))

    def _read(self) -> list[Candidate]:
        """Return the events; as the file was read before, where the chosen columns lead to none."""
        today = timezone.localdate()
        try:
            return read_candidates(
                self.content, today, self.columns, CHECKS_OF_PAGES, self.result_words, self.people
            )
        except RefusedError as refused:
            if not self.is_read_again:
                raise
            candidates = read_candidates(self.content, today, checks=CHECKS_OF_PAGES)
            self.not_read = str(refused)
            return candidates

    @property
    def is_read_again(self) -> bool:
        """Whether a person chose what the columns mean and wants to see it before the import."""
        return "again" in self.data

    @property
    def columns(self) -> list[str]:
        """The meanings that a person chose for the columns; empty without a choice."""
        if self.is_read_again and hasattr(self.data, "getlist"):
            return columns_in(self.data)
        return _meanings((self.cleaned_data.get("read_as") or "").split(","))

    @property
    def result_words(self) -> dict[str, str]:
        """The meaning of texts in place of results, by a person's word."""
        if not hasattr(self.data, "getlist"):
            return {}
        pairs = zip(self.data.getlist("word"), self.data.getlist("means"), strict=False)
        return {word: meaning for word, meaning in pairs if meaning in RESULT_WORDS}

    @property
    def people(self) -> dict[frozenset[str], bool]:
        """Whether two names are one person's, by a person's word."""
        return people_in(self.data)

    @property
    def people_said(self) -> list[str]:
        """The answers about names, as the next form carries them."""
        return people_values(self.people)

    @property
    def words_to_ask(self) -> list[tuple[str, str]]:
        """The unknown texts in place of results, and those explained, with the answer."""
        unknown = dict.fromkeys(
            word for candidate in self.candidates for word in candidate.unknown_words
        )
        return [*self.result_words.items(), *((word, "") for word in unknown)]

    @property
    def chosen(self) -> Candidate:
        """The event that is to be imported."""
        return self.candidates[self.cleaned_data.get("which") or 0]

    @property
    def repacked(self) -> str:
        """The content as the hidden field of the next form carries it."""
        return packed(self.content)
