"""Take over an event that another tool began: its rounds and standings, pasted or loaded."""

from dataclasses import replace
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from domain.limits import EVENT_NAME_LENGTH, MOST_BYTES, MOST_ROUNDS
from events.transfer.archive_files import CHECKS_OF_PAGES
from events.transfer.foreign_files import Candidate, candidate_of
from events.web.forms.worded_errors import WordedForm
from events.web.heavy import TooMuchError, run
from interchange.checking import checked_event
from interchange.importing import read_file
from interchange.tables.sheets import tabbed
from interchange.taking_over import going_on
from interchange.texts import decoded
from interchange.values import ForeignError, FoundEvent
from interchange.workbooks import all_rows

LABEL = "…"
_PARTS = ("current", "standings", "earlier")


def _pasted(label: Any, hint: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=hint,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )


def _loaded(label: Any) -> forms.FileField:
    return forms.FileField(label=label, required=False)


class TakeOverForm(WordedForm):
    """The known facts of the event; a loaded file becomes the text of its field."""

    name = forms.CharField(label=_("Name"), max_length=EVENT_NAME_LENGTH)
    number = forms.IntegerField(
        label=_("Round being played"), min_value=1, max_value=MOST_ROUNDS, required=False
    )
    planned = forms.IntegerField(
        label=_("Rounds in total"), min_value=1, max_value=MOST_ROUNDS, required=False
    )
    current = _pasted(
        _("Pairings of this round"),
        _("One table per line: table, player 1, player 2, and the result if there is one."),
    )
    current_file = _loaded(_("or a file with the pairings"))
    standings = _pasted(
        _("Standings before this round"), _("One player per line: rank, name, points.")
    )
    standings_file = _loaded(_("or a file with the standings"))
    earlier = _pasted(
        _("Earlier rounds with their results"),
        _("Pairings and results, each line with its round. Without them, rematches are possible."),
    )
    earlier_file = _loaded(_("or a file with the earlier rounds, of any format"))
    alternatives = ("current", "current_file", "standings_file", "earlier_file")
    candidate: Candidate

    def clean(self) -> None:
        """Read the event into `candidate`; each part's error is at its field."""
        parts = {part: self._part(part) for part in _PARTS}
        if self.errors:
            return
        if parts["current"] is None and parts["earlier"] is None:
            self.add_error("current", _("Paste or load the pairings of this round."))
            return
        earlier = [] if parts["earlier"] is None else [parts["earlier"]]
        event = going_on(
            earlier, parts["current"], parts["standings"], self.cleaned_data.get("number")
        )
        event.name = self.cleaned_data["name"]
        event.date = event.date or timezone.localdate()
        event.planned = self.cleaned_data.get("planned") or event.planned
        try:
            checked = run(
                checked_event, event, timezone.localdate(), *CHECKS_OF_PAGES, going_on=True
            )
        except ForeignError as error:
            self.add_error(None, error.text(gettext))
            return
        except TooMuchError as error:
            self.add_error(None, str(error))
            return
        self.candidate = candidate_of(checked, LABEL)

    def _part(self, name: str) -> FoundEvent | None:
        """Return what a field or its file holds; the file's text takes the field's place."""
        text = self.cleaned_data.get(name) or ""
        upload = self.cleaned_data.get(f"{name}_file")
        try:
            if isinstance(upload, UploadedFile):
                text = _text_of(upload.read(MOST_BYTES + 1))
                self.data = {**dict(self.data.items()), name: text}
            if not text.strip():
                return None
            events = run(read_file, text.encode()).events
        except ForeignError as error:
            self.add_error(name, error.text(gettext))
            return None
        except TooMuchError as error:
            self.add_error(name, str(error))
            return None
        if len(events) > 1:
            self.add_error(name, _("The file contains several events. Import one of them instead."))
            return None
        event = _with_part(events[0], str(self.fields[name].label))
        self._check_part(name, event)
        return event

    def _check_part(self, name: str, event: FoundEvent) -> None:
        """Add an error where a field holds another kind of list than it asks for."""
        if name == "standings" and not event.printed:
            self.add_error(name, _("No standings were found here. Paste rank, name and points."))
        elif name != "standings" and not event.rounds:
            words = _("No pairings were found here. Paste table, player 1 and player 2.")
            self.add_error(name, words)
        elif any(round.playoff for round in event.rounds):
            words = _(
                "This is a round of a playoff. Take the event over with its Swiss rounds, then "
                "confirm here who advances."
            )
            self.add_error(name, words)


def _with_part(event: FoundEvent, label: str) -> FoundEvent:
    """Return an event whose unread lines say in which field they are."""
    event.unread[:] = [replace(note, part=label) for note in event.unread]
    return event


def _text_of(data: bytes) -> str:
    """Return a file as text: a workbook's sheets as lines with tabs."""
    if len(data) > MOST_BYTES:
        raise ForeignError("The file is larger than %(most)d MB.", most=MOST_BYTES // 1024**2)
    if not data.startswith(b"PK"):
        return decoded(data)
    sheets = run(all_rows, data)
    return "\n\n".join("\n".join([name, *map(tabbed, rows)]) for name, rows in sheets)
