"""The journal of an event as its archive stores it: in words, in both languages."""

from collections.abc import Iterator

from django.utils import translation

from archive.field_types import NOT_CLEAN
from archive.records import ArchivedEntry
from domain.limits import DESCRIPTION_LENGTH
from events.core.journal.words.entries import sentence
from events.models import Event, JournalEntry, Verb

# A match carries all its reports, each with its time and its author.
_REPORTED = (Verb.RESULT_ENTERED, Verb.RESULT_REPORTED)


def journal_sentences(event: Event) -> tuple[ArchivedEntry, ...]:
    """Return the journal as sentences in both languages, the oldest first.

    Entries of an import and those that a match's reports repeat are left out. One query.
    """
    entries = event.journal.select_related("actor").exclude(verb__in=_REPORTED).order_by("id")
    own = [entry for entry in entries.exclude(verb=Verb.EVENT_IMPORTED) if not _by_import(entry)]
    english, japanese = (list(_in(language, own)) for language in ("en", "ja"))
    return tuple(
        ArchivedEntry(
            at=entry.happened_at,
            en=en,
            ja=ja,
            who=entry.who,
            round=entry.round_number or None,
            table=entry.table or None,
            first=entry.first_number,
            second=entry.second_number,
        )
        for entry, en, ja in zip(own, english, japanese, strict=True)
    )


def _by_import(entry: JournalEntry) -> bool:
    return entry.data.get("imported") is True


def _in(language: str, entries: list[JournalEntry]) -> Iterator[str]:
    with translation.override(language):
        for entry in entries:
            words = NOT_CLEAN.sub(" ", sentence(entry))
            too_long = len(words) > DESCRIPTION_LENGTH
            yield f"{words[: DESCRIPTION_LENGTH - 1]}…" if too_long else words
