"""Texts and numbers that come in by hand, with limits that every database shares."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from archive.limits import MOST_WHOLE, NOTE_LENGTH
from events.rules.errors import RefusedError

# More digits than any number here has: nothing longer is worth counting.
MOST_DIGITS = len(str(MOST_WHOLE))


def checked_reason(text: str) -> str:
    """Return a reason as the journal keeps it, empty when none was given.

    Raises RefusedError at the field `reason` for one that is too long or holds what no database
    takes; the journal is never shortened afterwards.
    """
    reason = text.strip()
    if len(reason) > NOTE_LENGTH:
        words = _("At most %(most)d characters, please; this has %(count)d.")
        raise RefusedError(words % {"most": NOTE_LENGTH, "count": len(reason)}, "reason")
    if "\0" in reason:
        raise RefusedError(_("This text holds a character that can't be saved."), "reason")
    return reason


def needed_reason(text: str) -> str:
    """Return a reason where there must be one; RefusedError without it."""
    reason = checked_reason(text)
    if not reason:
        raise RefusedError(_("Say why; the journal keeps it."), "reason")
    return reason


def whole_number(text: str, most: int = MOST_WHOLE) -> int | None:
    """Return a whole number from 0 to `most` as typed; None for everything else."""
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        return None
    number = int(text)
    return number if number <= most else None


def whole_numbers(texts: Iterable[str]) -> list[int]:
    """Return the whole numbers among what a form sent; what is none names nobody here."""
    return [number for number in map(whole_number, texts) if number is not None]


def can_be_a_user_name(name: str) -> bool:
    """Return whether an address can name this account: `..` would lead elsewhere."""
    return any(char.isalnum() for char in name)
