"""Detect edit conflicts: saving fails if the record changed since the form was shown."""

import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from events.core.refusals import RefusedError, Text
from events.models import (
    Event,
    FactSheet,
    SignUpSettings,
)


class EditConflictError(RefusedError):
    """The record changed meanwhile: `names` of its fields, `token` of its current values."""

    def __init__(self, names: list[str], token: str, words: Text = "") -> None:
        super().__init__(
            words
            or _(
                "This changed since you opened this page. The current value is shown next to "
                "each field. Check it and save again to use yours."
            )
        )
        self.names = names
        self.token = token


def token_of_values(values: Mapping[str, object]) -> str:
    """Return the version token of these values: a form carries it, with a digest of each value."""
    return " ".join(f"{name}:{_digest(value)}" for name, value in sorted(values.items()))


def later_token(before: str, now: str) -> str:
    """Return the token `before` with the digests of `now` for the values that both have.

    A form that shows only some of the values must not get a conflict about the others.
    """
    later = _digests(now)
    digests = {name: later.get(name, digest) for name, digest in _digests(before).items()}
    return " ".join(f"{name}:{digest}" for name, digest in digests.items())


def check_token(token: str, values: Mapping[str, object], words: Text = "") -> None:
    """Raise EditConflictError if `token` has other values; an empty token checks nothing.

    A token that names none of the values belongs to another record, and is a conflict too. `words`:
    the message if the page has no field for a value. Call it with the event locked, so that nothing
    changes after the check.
    """
    digests = _digests(token)
    names = [name for name in values if name in digests and digests[name] != _digest(values[name])]
    if digests.keys().isdisjoint(values):
        names = [*values] if digests else []
    if names:
        raise EditConflictError(names, token_of_values(values), words)


def _digests(token: str) -> dict[str, str]:
    return dict(part.rpartition(":")[::2] for part in token.split())


def _digest(value: object) -> str:
    return f"{zlib.crc32(repr(value).encode()):08x}"


def columns_of(row: Event | FactSheet | SignUpSettings, names: Iterable[str]) -> dict[str, Any]:
    """Return these columns of a row, by name."""
    return {name: getattr(row, name) for name in names}


def stage_formats(event: Event) -> dict[str, Any]:
    """Return the game format of each stage, by its field of the fact sheet's form. One query."""
    return {f"format_{stage.number}": stage.game_format for stage in event.stages.all()}
