"""List the fields that a row and its archived value share once, and copy them both ways."""

from collections.abc import Callable, Collection
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from msgspec import structs

from archive.field_types import Part

Value = TypeVar("Value", bound=Part)
_Convert = Callable[[Any], Any]


class _Field(NamedTuple):
    """A field of an archived value and the column that holds it; None converts nothing."""

    name: str
    column: str
    read: _Convert | None
    write: _Convert | None


class SharedFields(Generic[Value]):
    """The fields of one kind of archived value that are columns of a row.

    The type of a field says what its column holds: for an enumeration its value, and "" for none;
    for a tuple a list.
    """

    def __init__(
        self, kind: type[Value], /, *same: str, apart: Collection[str] = (), **columns: str
    ) -> None:
        """Take the fields that are columns of the same name, and `columns` by their field.

        `apart`: the fields that the module reads and writes itself. Every field is one of these, so
        that a new one can't be forgotten. Raises TypeError when one is missing or unknown.
        """
        listed = {**{name: name for name in same}, **columns}
        fields = {field.name for field in structs.fields(kind)}
        if wrong := fields.symmetric_difference({*listed, *apart}):
            raise TypeError(f"{kind.__name__}: {', '.join(sorted(wrong))}")
        hints = get_type_hints(kind)
        self._kind = kind
        self._fields = [
            _Field(name, column, *_converters(hints[name])) for name, column in listed.items()
        ]
        self.columns = tuple(listed.values())

    def value_of(self, row: object, **apart: Any) -> Value:
        """Return the archived value of a row; `apart` are the fields that it does not hold."""
        for name, column, read, _write in self._fields:
            held = getattr(row, column)
            apart[name] = held if read is None else read(held)
        return self._kind(**apart)

    def columns_of(self, value: Value) -> dict[str, Any]:
        """Return the columns of a row, by name, as an archived value says them."""
        columns = {}
        for name, column, _read, write in self._fields:
            held = getattr(value, name)
            columns[column] = held if write is None else write(held)
        return columns


def _converters(hint: Any) -> tuple[_Convert | None, _Convert | None]:
    """Return how a value of this type is read from its column, and how it is written there."""
    kinds = get_args(hint) or (hint,)
    if get_origin(hint) is tuple:
        return tuple, list
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, Enum):
            optional = type(None) in kinds
            return _reader(kind) if optional else kind, _written
    return None, None


def _reader(kind: type[Enum]) -> _Convert:
    return lambda held: kind(held) if held else None


def _written(member: Enum | None) -> Any:
    return "" if member is None else member.value
