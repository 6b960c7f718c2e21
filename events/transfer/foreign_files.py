"""Files of any tool that can be imported: our archives, and what `interchange` reads."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from archive.values import Archive
from events.core.refusals import RefusedError
from events.transfer.archive_files import CHECKS, Check, read_archive
from events.web.heavy import run
from interchange.checking import Checked, checked_events
from interchange.near_names import MAY_BE_ONE, People
from interchange.printed.comparing import Comparison
from interchange.result_words import unknown_words
from interchange.values import Column, ForeignError, NearNames

ARCHIVE = "Matchslip"
_SIGN = b'"event-archive"'
_HEAD = 4_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """An event of a file: its archive, the tool it is from, what was not read, its standings.

    `comparison` is None for our own archives, which are imported unchanged. `doubts`: why a person
    should look before the import. `columns`: how those of a table were taken. `remarks`: what was
    concluded, and is not written in the file. `unknown_words`: texts in place of results that were
    not understood. `near`: names that may be one person's. `skipped`: lines that were not used,
    each with its text, the reason, and the answer that it is a player where it may be one; `rows`:
    how many rows there are.
    """

    archive: Archive
    label: str
    unread: Sequence[str] = ()
    comparison: Comparison | None = None
    doubts: Sequence[str] = ()
    columns: Sequence[Column] = ()
    remarks: Sequence[str] = ()
    unknown_words: Sequence[str] = ()
    near: Sequence[NearNames] = ()
    skipped: Sequence[tuple[int, str, str, str]] = ()
    rows: int = 0


def read_candidates(
    data: bytes,
    today: datetime.date,
    columns: Sequence[str] = (),
    checks: Sequence[Check] = CHECKS,
    words: Mapping[str, str] | None = None,
    people: People | None = None,
) -> list[Candidate]:
    """Return the events of a file; RefusedError, in the reader's language, where it has none.

    Files are read in the process of heavy work; a file that is too much for it is refused as well.
    `columns`: what the columns of its table mean, by a person's word; "" is left out. `checks`: of
    each event, besides those of the format. `words`: what texts in place of results mean.
    `people`: whether two names are one person's.
    """
    if _SIGN in data[:_HEAD] or (_SIGN in data and data.lstrip().startswith(b"{")):
        return [Candidate(read_archive(data, checks), ARCHIVE)]
    try:
        reading, events = run(
            checked_events, data, today, *checks, columns=columns, words=words, people=people
        )
    except ForeignError as error:
        raise RefusedError(error.text(gettext), "archive") from error
    return [candidate_of(event, reading.label) for event in events]


def candidate_of(event: Checked, label: str) -> Candidate:
    """Return a checked event with everything that its page shows before the import."""
    unread = [note.text(gettext) for note in event.unread]
    doubts = [
        doubt.text(gettext) for doubt in event.event.doubts if doubt.reason.words != MAY_BE_ONE
    ]
    remarks = [remark.text(gettext) for remark in event.event.remarks]
    return Candidate(
        event.archive,
        label,
        unread,
        event.comparison,
        doubts,
        event.event.columns,
        remarks,
        unknown_words(event.event),
        event.event.near,
        [(item.line, item.text, gettext(item.why), item.as_player) for item in event.event.skipped],
        event.event.rows,
    )
