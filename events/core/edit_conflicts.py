"""Detect edit conflicts: saving fails if the record changed since the form was shown."""

import zlib
from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from events.core.refusals import RefusedError


class ChangedMeanwhileError(RefusedError):
    """Somebody else has changed the same thing since; `names` of what, `marks` of how it is now."""

    def __init__(self, names: list[str], marks: str) -> None:
        super().__init__(
            _(
                "This changed since you opened this page. The current value is shown next to "
                "each field. Check it and save again to use yours."
            )
        )
        self.names = names
        self.marks = marks


def marks_of(values: Mapping[str, object]) -> str:
    """Return a short mark of each value, as a form carries what its reader saw."""
    return " ".join(f"{name}:{_mark(value)}" for name, value in sorted(values.items()))


def check_seen(seen: str, values: Mapping[str, object]) -> None:
    """Raise ChangedMeanwhileError where `seen` marks other values; empty: nothing was shown.

    For use with the event locked, so that nothing changes after the look.
    """
    marks = dict(part.rpartition(":")[::2] for part in seen.split())
    names = [name for name in values if name in marks and marks[name] != _mark(values[name])]
    if names:
        raise ChangedMeanwhileError(names, marks_of(values))


def _mark(value: object) -> str:
    return f"{zlib.crc32(repr(value).encode()):08x}"
