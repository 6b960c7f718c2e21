"""Decode JSON values into an archive: msgspec checks them, and this module words the errors.

Only the place is taken from the library's error. The expected value follows from the type, so that
it can be named in the reader's language.
"""

import re
from types import UnionType
from typing import TypeVar

import msgspec
from msgspec import inspect

from archive.document import at_path, short
from archive.errors import ArchiveError, Message, Words, _
from archive.field_types import Part, bare

P = TypeVar("P", bound=Part)

_PLACE = re.compile(r" - at `\$(.*)`\Z")


def shaped(values: object, kind: type[P]) -> P:
    """Decode JSON values as this type; raise ArchiveError for the first place that does not fit."""
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        match = _PLACE.search(str(error))
        path = match[1].lstrip(".") if match else ""
        raise explained(values, kind, path) from error


def explained(values: object, kind: type[Part], path: str) -> ArchiveError:
    """Build the error for the value at `path` from the type that is expected there."""
    expected = inspect.type_info(kind)
    value = values
    for step, inner in at_path(values, path):
        expected, value = _inside(expected, step), inner
    return ArchiveError(_wrong(expected, value), path)


def _inside(outer: inspect.Type, step: str) -> inspect.Type:
    """Return the expected type one step further into a path: at a key, or an item such as "[3]"."""
    if isinstance(outer, inspect.StructType):
        expected = next(key.type for key in outer.fields if key.encode_name == step)
        return _where_said(bare(expected))
    if isinstance(outer, inspect.TupleType):
        return outer.item_types[int(step[1:-1])]
    return outer.item_type if isinstance(outer, inspect.VarTupleType) else inspect.AnyType()


def _where_said(expected: inspect.Type) -> inspect.Type:
    """Return the type of an optional key without null; a share can be any number."""
    if not isinstance(expected, inspect.UnionType):
        return expected
    types = [possible for possible in expected.types if not isinstance(possible, inspect.NoneType)]
    return next(
        (possible for possible in types if isinstance(possible, inspect.FloatType)), types[0]
    )


def _wrong(expected: inspect.Type, value: object) -> Message:
    """Say what is wrong with a value that is not of the expected type."""
    if isinstance(expected, inspect.StructType) and isinstance(value, dict):
        needed = (key.encode_name for key in expected.fields if key.required)
        return Message(
            _("“%(key)s” is missing."), key=next(key for key in needed if key not in value)
        )
    if isinstance(expected, inspect.TupleType) and isinstance(value, list):
        count = len(expected.item_types)
        return _wrong_length(count, count, len(value))
    if isinstance(expected, inspect.VarTupleType) and isinstance(value, list):
        return _wrong_length(expected.min_length or 0, expected.max_length, len(value))
    if isinstance(expected, inspect.StrType) and isinstance(value, str):
        return wrong_text(expected.max_length, value)
    limits = _limits(expected)
    if limits is not None and type(value) in (int, float):
        least, most, kinds = limits
        if type(value) in kinds:
            return Message(
                _("must be between %(least)d and %(most)d, not %(value)s."),
                least=least,
                most=most,
                value=short(value),
            )
    return Message(
        _("Expected %(expected)s here, found %(value)s."),
        expected=_words_for(expected),
        value=short(value),
    )


def _limits(expected: inspect.Type) -> tuple[float, float, tuple[type, ...]] | None:
    """Return the minimum, maximum, and types of an expected number; None for anything else."""
    if isinstance(expected, inspect.IntType):
        return expected.ge or 0, expected.le or 0, (int,)
    if isinstance(expected, inspect.FloatType):
        return expected.ge or 0, expected.le or 0, (int, float)
    if isinstance(expected, inspect.EnumType) and issubclass(expected.cls, int):
        return min(expected.cls), max(expected.cls), (int,)
    return None


def _wrong_length(least: int, most: int | None, count: int) -> Message:
    expected = str(least) if least == most else f"{least}–{'∞' if most is None else most}"
    return Message(
        _("Expected number of items: %(expected)s. Found: %(count)d."),
        expected=expected,
        count=count,
    )


def wrong_text(most: int | None, value: str) -> Message:
    """Say what is wrong with a text: nothing in it, too long, or a control character."""
    if not value.strip():
        return Message(_("must not be empty."))
    if most is not None and len(value) > most:
        return Message(
            _("has %(count)d characters; the maximum is %(most)d."),
            count=len(value),
            most=most,
        )
    return Message(_("contains a control character."))


def _words_for(expected: inspect.Type) -> str:
    """Describe the expected value: words for the catalog, or the values of a closed set."""
    if isinstance(expected, inspect.EnumType) and issubclass(expected.cls, str):
        return ", ".join(sorted(f"“{value}”" for value in expected.cls))
    return next(
        (words for kinds, words in _EXPECTED if isinstance(expected, kinds)), _("an object")
    )


_EXPECTED: tuple[tuple[type | UnionType, Words], ...] = (
    (inspect.VarTupleType | inspect.TupleType, _("a list")),
    (inspect.IntType | inspect.EnumType, _("a whole number")),
    (inspect.FloatType, _("a number")),
    (inspect.BoolType, _("true or false")),
    (inspect.StrType, _("text")),
    (inspect.DateType, _("a date such as 2026-01-31")),
    (inspect.TimeType, _("a time of day such as 18:30:00")),
    (inspect.DateTimeType, _("a time such as 2026-01-31T18:30:00+00:00")),
)
