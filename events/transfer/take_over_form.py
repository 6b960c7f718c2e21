"""Take over an event that another tool began: its rounds and standings, pasted or loaded."""

from dataclasses import replace
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from domain.limits import EVENT_NAME_LENGTH, MOST_BYTES, MOST_ROUNDS
from events.transfer.archive_files import CHECKS_OF_PAGES
from events.transfer.carried_files import text_of
from events.transfer.foreign_files import Candidate, candidate_of
from events.transfer.forms import people_in, people_values
from events.web.forms.worded_errors import WordedForm
from events.web.heavy import TooMuchError, run
from interchange.checking import Checked, checked_event
from interchange.importing import read_file
from interchange.printed.settling import Change, change_results, points_lines
from interchange.taking_over import going_on
from interchange.values import ForeignError, FoundEvent

LABEL = "…"
_PARTS = ("earlier", "current", "standings")
STEPS = ("rounds", "round", "standings")
STEP_OF = {
    "name": "rounds",
    "planned": "rounds",
    "earlier": "rounds",
    "earlier_file": "rounds",
    "playing": "round",
    "number": "round",
    "current": "round",
    "current_file": "round",
    "standings": "standings",
    "standings_file": "standings",
}


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
    """The known facts of the event, in three steps; a loaded file becomes the text of its field."""

    name = forms.CharField(label=_("Name"), max_length=EVENT_NAME_LENGTH)
    planned = forms.IntegerField(
        label=_("Rounds in total"), min_value=1, max_value=MOST_ROUNDS, required=False
    )
    earlier = _pasted(
        _("Earlier rounds with their results"),
        _("Pairings and results, each line with its round. Without them, rematches are possible."),
    )
    earlier_file = _loaded(_("Or a file with the earlier rounds, of any format"))
    playing = forms.ChoiceField(
        label=_("Is a round being played?"),
        choices=[("yes", _("A round is being played")), ("no", _("Between rounds"))],
        widget=forms.RadioSelect,
        initial="yes",
        required=False,
    )
    number = forms.IntegerField(
        label=_("Round being played"), min_value=1, max_value=MOST_ROUNDS, required=False
    )
    current = _pasted(
        _("Pairings of this round"),
        _("One table per line: table, player 1, player 2, and the result if there is one."),
    )
    current_file = _loaded(_("Or a file with the pairings"))
    standings = _pasted(
        _("Standings before this round"), _("One player per line: rank, name, points.")
    )
    standings_file = _loaded(_("Or a file with the standings"))
    alternatives = ("current", "current_file", "standings_file", "earlier_file")
    candidate: Candidate | None = None
    checked: Checked | None = None
    parts: dict[str, FoundEvent | None]

    def clean(self) -> None:
        """Read the event into `candidate`; each part's error is at its field."""
        self.parts = {part: self._part(part) for part in _PARTS}
        if self.cleaned_data.get("playing") == "no":
            self.parts["current"] = None
        if self.errors:
            return
        if not any(self.parts.values()) and self.asked in STEPS[:2]:
            return
        if self.parts["current"] is None and self.parts["earlier"] is None:
            self.add_error("current", _("Paste or load the pairings of this round."))
            return
        self._check()

    def _check(self) -> None:
        earlier = [part for part in (self.parts["earlier"],) if part is not None]
        number = self.cleaned_data.get("number")
        try:
            event = going_on(
                earlier, self.parts["current"], self.parts["standings"], number, self.people
            )
            change_results(event, self.changes)
            event.name = self.cleaned_data["name"]
            event.date = event.date or timezone.localdate()
            event.planned = self.cleaned_data.get("planned") or event.planned
            self.checked = run(
                checked_event, event, timezone.localdate(), *CHECKS_OF_PAGES, going_on=True
            )
        except ForeignError as error:
            self.add_error(None, error.text(gettext))
            return
        except TooMuchError as error:
            self.add_error(None, str(error))
            return
        self.candidate = candidate_of(self.checked, LABEL)

    @property
    def is_confirmed(self) -> bool:
        """Whether the event is to be made now: its page showed as many differences of points.

        Standings that were pasted since then may differ, and were not compared yet.
        """
        if "confirm" not in self.data or self.checked is None:
            return False
        differing = len(points_lines(self.checked))
        return not differing or self.data["confirm"] == str(differing)

    @property
    def asked(self) -> str:
        """The step that the person wants to see, the first one on a new page."""
        if not self.is_bound:
            return STEPS[0]
        asked = self.data.get("go") or self.data.get("step")
        return asked if asked in STEPS else STEPS[-1]

    @property
    def step(self) -> str:
        """The open step: the one asked for, unless an error or a question is at an earlier one."""
        wrong = [STEP_OF[name] for name in self.errors if name in STEP_OF]
        if wrong:
            return min(wrong, key=STEPS.index)
        shown = self.data.get("step")
        if self.candidate is not None and self.candidate.near and shown in STEPS:
            return min(self.asked, str(shown), key=STEPS.index)
        return self.asked

    @property
    def people(self) -> dict[frozenset[str], bool]:
        """Whether two names are one person's, by a person's word."""
        return people_in(self.data)

    @property
    def people_said(self) -> list[str]:
        """The answers about names, as the next form carries them."""
        return people_values(self.people)

    @property
    def changes(self) -> list[Change]:
        """The results that a person chose to correct by the standings."""
        texts = self.data.getlist("change") if hasattr(self.data, "getlist") else []
        return [change for text in texts if (change := Change.of(text)) is not None]

    def _part(self, name: str) -> FoundEvent | None:
        """Return what a field or its file holds; the file's text takes the field's place."""
        text = self.cleaned_data.get(name) or ""
        upload = self.cleaned_data.get(f"{name}_file")
        try:
            if isinstance(upload, UploadedFile):
                text = text_of(upload.read(MOST_BYTES + 1))
                data = QueryDict(mutable=True)
                data.update(self.data)
                data[name] = text
                self.data = data
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
