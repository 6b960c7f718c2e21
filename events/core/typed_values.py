"""Check typed texts and numbers, with limits that every database shares."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from archive.field_types import NOT_CLEAN, NOT_LINES
from domain.limits import MOST_KEY, MOST_WHOLE, NOTE_LENGTH
from events.core.refusals import RefusedError


def checked_text(text: str, most: int, field: str) -> str:
    """Return a typed text without outer spaces and with plain ends of lines.

    Raises RefusedError at the field for a text that is too long or has characters that no database
    stores; nothing is cut off silently.
    """
    kept = text.replace("\r\n", "\n").replace("\t", " ").strip()
    if len(kept) > most:
        words = _("Use at most %(most)d characters; this text has %(count)d.")
        raise RefusedError(words % {"most": most, "count": len(kept)}, field)
    if NOT_LINES.search(kept):
        raise RefusedError(_("This text contains a character that can't be saved."), field)
    return kept


def check_line(text: str, field: str) -> None:
    """Raise RefusedError at the field for a one-line text that no archive can store."""
    if NOT_CLEAN.search(text):
        raise RefusedError(_("This text contains a character that can't be saved."), field)


def checked_reason(text: str) -> str:
    """Return a reason as the journal stores it, empty if none was given.

    Raises RefusedError at the field `reason` for one that does not fit, as `checked_text` does: the
    journal is never shortened afterwards.
    """
    return checked_text(" ".join(text.splitlines()), NOTE_LENGTH, "reason")


def needed_reason(text: str) -> str:
    """Return a required reason; RefusedError without one."""
    reason = checked_reason(text)
    if not reason:
        raise RefusedError(_("Give a reason. It is recorded in the journal."), "reason")
    return reason


def whole_number(text: str, most: int = MOST_WHOLE) -> int | None:
    """Return a typed whole number from 0 to `most`; None for any other text."""
    # Longer texts are not converted.
    if not text.isdecimal() or len(text) > len(str(most)):
        return None
    number = int(text)
    return number if number <= most else None


def row_key(text: str) -> int | None:
    """Return the key of a row, or a revision, that a form names; None for an invalid one."""
    return whole_number(text, MOST_KEY)


def whole_numbers(texts: Iterable[str]) -> list[int]:
    """Return the whole numbers among the texts of a form; other texts are left out."""
    return [number for number in map(whole_number, texts) if number is not None]


def can_be_a_user_name(name: str) -> bool:
    """Return whether an address can contain this user name: `..` would lead elsewhere."""
    return any(char.isalnum() for char in name)
