"""The importers, chosen by the content of a file and not by its name."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from archive.errors import _
from interchange.completeness import (
    note_missing,
    question_busy,
    remark_absences,
    remark_outstanding,
)
from interchange.documents import check_size, json_or_lines, root_name
from interchange.near_names import People, question_near_names
from interchange.refused import refusal_of, refuse_address, refuse_by_signature
from interchange.result_words import settle_words
from interchange.tables.marked_text import as_page, letter_part, wiki_page
from interchange.tables.sheets import tabbed
from interchange.texts import decoded
from interchange.values import ForeignError, FoundEvent, Reading, Source, Subject
from interchange.web_pages import page_rows
from interchange.workbooks import note_left_out

GROUP = "matchslip.importers"
# No columns are further apart.
MOST_BLANKS = 300
_GAP = re.compile(rf"[ \t\u00a0\u3000]{{{MOST_BLANKS},}}")
PACKED = b"PK\x03\x04"
# In this order: formats with unique signs first, generic tables last.
BUILT_IN = (
    "decklist_cache",
    "topdeck",
    "melee",
    "wer",
    "nrtm",
    "challonge",
    "start_gg",
    "limitless",
    "player_rounds",
    "konami",
    "tom",
    "trf",
    "json_rows",
    "cross_tables",
    "plain_tables",
)


@dataclass(frozen=True, slots=True)
class Importer:
    """One import format: its name and label, and functions to recognize and read a file.

    `read` raises ForeignError if nothing can be read, and no other error.
    """

    name: str
    label: str
    recognizes: Callable[[Source], bool]
    read: Callable[[Source], Sequence[FoundEvent]]


@cache
def importers() -> tuple[Importer, ...]:
    """Return the importers: those of other packages first, then ours."""
    added = [point.load() for point in entry_points(group=GROUP)]
    ours = [import_module(f"interchange.importers.{name}").IMPORTER for name in BUILT_IN]
    return tuple(item for item in (*added, *ours) if isinstance(item, Importer))


def source_of(data: bytes) -> Source:
    """Return a file with its text, and its JSON values if it has any."""
    check_size(data)
    if data.startswith(PACKED):
        return Source(data)
    refuse_by_signature(data)
    if (part := letter_part(data)) is not None:
        data = part
    if not data.strip():
        raise ForeignError(_("The file is empty."))
    text = decoded(data).replace("\r\n", "\n").replace("\r", "\n")
    if _GAP.search(text):
        text = _GAP.sub(" " * MOST_BLANKS, text)
        data = text.encode()
    start = text.lstrip()
    refuse_address(text)
    page = as_page(text) or wiki_page(text)
    if start.startswith("<") or page is not None:
        if (rows := page_rows(page or text)) is not None:
            return _listed(rows)
        return Source(data, text, root=root_name(text))
    return Source(data, text, json_or_lines(start))


def _listed(rows: Sequence[Sequence[str]]) -> Source:
    """Return the rows of a page as tab-separated text."""
    listed = "\n".join(tabbed(row) for row in rows)
    return Source(listed.encode(), listed)


def read_file(
    data: bytes,
    columns: Sequence[str] = (),
    words: Mapping[str, str] | None = None,
    people: People | None = None,
) -> Reading:
    """Return the events of a file; ForeignError if no importer can read it.

    `columns`: the meanings of a table's columns that a person chose; "" is left out. The file is
    then read as a table, and no other format is tried. `words`: the meanings of texts in place of
    results, by the names of `result_words.MEANINGS`. `people`: whether two names belong to one
    person, and which word for a bye is a player.
    """
    reading = _read_source(source_of(data), columns, people)
    for event in reading.events:
        settle_words(event, words or {})
        remark_outstanding(event)
    return reading


def _read_source(source: Source, columns: Sequence[str], people: People | None) -> Reading:
    answers = people or {}
    source = replace(source, players=frozenset().union(*(n for n in answers if len(n) == 1)))
    if columns:
        source = replace(source, columns=tuple(columns))
        tables = next(item for item in importers() if item.name == "table")
        return _read(tables, source, people)
    for importer in importers():
        if importer.recognizes(source):
            return _read(importer, source, people)
    raise refusal_of(source)


def _read(importer: Importer, source: Source, people: People | None) -> Reading:
    try:
        events = importer.read(source)
    except ForeignError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        # A file of the right kind that breaks the rules of its format.
        raise ForeignError(
            _("This looks like a file of %(label)s, but it is damaged."), label=importer.label
        ) from error
    for event in events:
        question_near_names(event, people)
        question_busy(event)
        remark_absences(event)
        note_missing(event, source.json)
    if source.data.startswith(PACKED) and events:
        note_left_out(events[0], source.data)
    if not any(event.persons for event in events):
        for event in events:
            reasons = [*event.unread, *event.doubts]
            for unread in sorted(reasons, key=lambda line: line.subject is Subject.FILE):
                raise ForeignError(
                    _("No row can be read. %(place)s: %(reason)s"),
                    place=unread.place,
                    reason=unread.reason,
                )
        raise ForeignError(
            _("This looks like a file of %(label)s, but it contains no players."),
            label=importer.label,
        )
    return Reading(importer.name, importer.label, events)
