"""A document to print, and the values that every document has."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from domain.written_names import marked
from events.models import Event, Organisation

# Longer words may break anywhere; a zero-width space marks each place.
_LONGEST_WORD = 20
_LONG_WORD = re.compile(rf"[^\s-]{{{_LONGEST_WORD + 1},}}")
_BREAK = "\u200b"
_LEFT_TO_RIGHT = "\u200e"
# Typst's names of the paper sizes.
_PAPER = {Event.PaperSize.A4.value: "a4", Event.PaperSize.LETTER.value: "us-letter"}
_EVERY = re.compile(r"(.{10})(?=.)")

# A cell of a list: text, optionally followed by small text.
Cell = str | dict[str, str | bool]


@dataclass(frozen=True, slots=True)
class Document:
    """A document to print: its template, its file name, and its content as JSON values."""

    template: str
    name: str
    data: dict[str, Any]


def document(
    event: Event,
    template: str,
    name: str,
    title: str,
    *,
    note: str = "",
    when: str = "",
    **data: Any,
) -> Document:
    """Return a document of an event; `title` is its head, with `when` and `note` next to it.

    `name` is the file's name without the event and the ending. Without `when` the head has the
    event's date.
    """
    when = when or date_format(event.date, "DATE_FORMAT")
    shared = _shared(event.paper_size, title, event.name)
    level = level_on_paper(event)
    facts = " · ".join(filter(None, (breakable(event.name), level, when)))
    shared |= {"facts": facts, "level": level, "note": note}
    return Document(template, f"{event.slug}-{name}", shared | data)


def organisation_document(
    organisation: Organisation, size: str, template: str, name: str, title: str, **data: Any
) -> Document:
    """Return a document of an organisation, on paper of a size of events; else as document."""
    shared = _shared(size, title, organisation.name)
    return Document(template, f"{organisation.slug}-{name}", shared | data)


def _shared(size: str, title: str, owner: str) -> dict[str, Any]:
    """Return the values that every document has; `owner`: the event's or organisation's name."""
    return {
        "paper": _PAPER[size],
        "lang": (get_language() or "en").split("-")[0],
        "title": title,
        "event": breakable(owner),
        "facts": breakable(owner),
        "level": "",
        "note": "",
    }


def level_on_paper(event: Event) -> str:
    """Return the rules enforcement level as documents show it; "" if none is chosen."""
    if not event.enforcement_level:
        return ""
    return _("%(level)s REL") % {"level": event.get_enforcement_level_display()}


class Named(Protocol):
    """A player with a name, and the number that tells namesakes apart."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def number(self) -> int:
        """The player's number in the event."""

    @property
    def namesake(self) -> bool:
        """Whether another player of the event has the same name."""


def name_on_paper(player: Named, listed: str = "") -> str:
    """Return a name as printed, marked for a namesake; `listed`: the name as a list sorts it."""
    # The mark follows the name, also after a right-to-left name.
    return marked(breakable(listed or player.name), player.number, player.namesake)


def breakable(text: str) -> str:
    """Return the text so that it can be set next to other text.

    Long words get places to break, so that none overflows. Text after a name that runs from right
    to left remains after it.
    """
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text):
        text += _LEFT_TO_RIGHT
    return _LONG_WORD.sub(lambda word: _EVERY.sub(rf"\1{_BREAK}", word[0]), text)


def table_text(table: int | None) -> str:
    """Return a table's number, a dash without one."""
    return "–" if table is None else str(table)


def with_small(text: str, small: str) -> Cell:
    """Return a cell with `small` in small print after its text; the text is breakable already."""
    return {"text": text, "small": breakable(small)} if small else text
