"""Compiled queries: compile a query's SQL once and reuse it.

Compiling a query with its joins takes Django several times as long as the database takes to answer
it. Finding the conversion of each column takes nearly as long again. The queries of result entry
run ten times a second and never change, so they are compiled here.
"""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet
from django.db.models.query import ModelIterable, ValuesIterable, ValuesListIterable
from django.db.models.sql import UpdateQuery

from events.models.sql.built import builder_of
from events.models.sql.cursors import changed_by, rows_of

Row = TypeVar("Row")

# Placeholders for the values while the SQL is compiled: they fit the smallest column, and no row
# has them.
NUMBER_MARK, TEXT_MARK = 31_001, "\N{PLACE OF INTEREST SIGN}"
MOMENT_MARK = datetime.datetime(9998, 1, 1, tzinfo=datetime.UTC)
# Larger numbers, as an address may hold them, no column has.
LARGEST = 2**63 - 1

Value = int | str | datetime.datetime | None
Kinds = Sequence[type[int] | type[str] | type[datetime.datetime]]
Builder = Callable[[Sequence[Any]], Any]
# Converters of each column whose database form differs from its Python form.
Converting = Sequence[tuple[int, Sequence[Callable[..., Any]], Any]]


def _marks_of(kinds: Kinds) -> list[Value]:
    return [_mark(kind, at) for at, kind in enumerate(kinds)]


def _mark(kind: type, at: int) -> Value:
    if kind is datetime.datetime:
        return MOMENT_MARK + datetime.timedelta(days=at)
    return NUMBER_MARK + at if kind is int else f"{TEXT_MARK}{at}"


@dataclass(frozen=True, slots=True)
class _Statement:
    """SQL with its parameters; `places` says which of them stand for which value."""

    sql: str
    params: tuple[Any, ...]
    places: tuple[tuple[int, int], ...]

    def filled(self, values: Sequence[Value]) -> list[Any]:
        params = list(self.params)
        for place, at in self.places:
            params[place] = values[at]
        return params


def _statement(sql: str, params: Sequence[Any], marks: Sequence[Value]) -> _Statement:
    if not set(marks) <= set(params):
        raise ValueError(f"the SQL does not ask with every value: {sql}")
    places = [(place, marks.index(param)) for place, param in enumerate(params) if param in marks]
    return _Statement(sql, tuple(params), tuple(places))


@dataclass(frozen=True, slots=True)
class _Composed:
    """A question as it was composed for a kind of database, and what is made of the answer."""

    vendor: str
    statement: _Statement
    converting: Converting
    build: Builder
    # Converter of a moment to its database form; None: no value is a moment.
    adapt: Callable[[Any], Any] | None

    def asked(self, own: BaseDatabaseWrapper, values: Sequence[Value]) -> list[Any]:
        """Ask over a connection with these values; return the rows as the driver gives them."""
        if self.adapt is not None:
            values = _adapted(values, self.adapt)
        return rows_of(own, self.statement.sql, self.statement.filled(values))


def _adapted(values: Sequence[Value], adapt: Callable[[Any], Any]) -> list[Value]:
    """Return the values with the moments among them as the database takes them."""
    return [adapt(value) if isinstance(value, datetime.datetime) else value for value in values]


class Prepared(Generic[Row]):
    """A compiled query: a queryset whose SQL is compiled once and run with different values.

    `compose` takes one argument for each of `kinds` and returns the queryset. Its code must not
    depend on the values. A value is a number, a text or a moment (None only in an `in`); everything
    else belongs in `compose`. The rows are the objects of its model with their joined objects, the
    dictionaries of `values` or the tuples of `values_list`; nothing is prefetched.
    """

    def __init__(self, compose: "Callable[..., QuerySet[Any, Row]]", *kinds: Any) -> None:
        self._compose = compose
        self._marks = _marks_of(kinds)
        # Shared by all threads: the first one compiles, so that no desk waits eight times.
        self._composed: _Composed | None = None

    def __call__(self, *values: Value) -> list[Row]:
        """Ask the database; return the rows. One query."""
        made, answer = self._asked(values)
        if made is None or not answer:
            return []
        build = made.build
        if not made.converting:
            return [build(row) for row in answer]
        own = connections[DEFAULT_DB_ALIAS]
        rows = []
        for told in answer:
            row = list(told)
            for at, converters, column in made.converting:
                value = row[at]
                if value is None:
                    continue
                for convert in converters:
                    value = convert(value, column, own)
                row[at] = value
            rows.append(build(row))
        return rows

    def flat(self, *values: Value) -> list[tuple[Any, ...]]:
        """Ask the database; return the rows as the driver gives them, see `flat`. One query."""
        return self._asked(values)[1]

    def _asked(self, values: Sequence[Value]) -> tuple[_Composed | None, list[Any]]:
        if any(isinstance(value, int) and abs(value) > LARGEST for value in values):
            return None, []
        # Not the proxy, which finds out for every name again whose thread this is.
        own = connections[DEFAULT_DB_ALIAS]
        made = self._composed
        if made is None or made.vendor != own.vendor:
            made = self._composed = self._made(own)
        return made, made.asked(own, values)

    def first(self, *values: Value) -> Row | None:
        """Ask the database; return the first row, or None."""
        rows = self(*values)
        return rows[0] if rows else None

    def _made(self, own: BaseDatabaseWrapper) -> _Composed:
        rows: Any = self._compose(*self._marks)
        compiler: Any = rows.query.get_compiler(connection=own)
        sql, params = compiler.as_sql()
        columns = [column[0] for column in compiler.select]
        converting = [
            (at, tuple(converters), column)
            for at, (converters, column) in compiler.get_converters(columns).items()
        ]
        adapt = own.ops.adapt_datetimefield_value
        statement = _statement(sql, params, _adapted(self._marks, adapt))
        build = _builder(rows, compiler, own.alias)
        has_moments = any(isinstance(mark, datetime.datetime) for mark in self._marks)
        return _Composed(own.vendor, statement, converting, build, adapt if has_moments else None)


def _builder(rows: "QuerySet[Any, Any]", compiler: Any, alias: str) -> Builder:
    """Return what makes of a row what the queryset gives."""
    asked = cast("Any", rows)
    if asked._prefetch_related_lookups or asked._known_related_objects:
        raise ValueError("what is prepared neither prefetches nor starts from an object")
    if asked._iterable_class is ModelIterable:
        return builder_of(compiler, alias)
    if asked._iterable_class is ValuesListIterable:
        return tuple
    if asked._iterable_class is not ValuesIterable:
        raise ValueError(f"nothing is prepared that gives rows as {asked._iterable_class}")
    names = list(asked.query.selected or asked.query.annotation_select)
    return lambda row: dict(zip(names, row, strict=True))


class PreparedUpdate:
    """An UPDATE of the rows of a queryset that is composed once.

    `rows` is composed as in Prepared; `changes` are the columns and what is put there.
    """

    def __init__(
        self, rows: "Callable[..., QuerySet[Any, Any]]", changes: Mapping[str, Any], *kinds: Any
    ) -> None:
        self._rows = rows
        self._changes = changes
        self._marks = _marks_of(kinds)
        self._composed: tuple[str, _Statement] | None = None

    def __call__(self, *values: Value) -> int:
        """Change the rows; return how many there were. One statement."""
        own = connections[DEFAULT_DB_ALIAS]
        composed = self._composed
        if composed is None or composed[0] != own.vendor:
            composed = self._composed = own.vendor, self._made(own)
        statement = composed[1]
        return changed_by(own, statement.sql, statement.filled(values))

    def _made(self, own: BaseDatabaseWrapper) -> _Statement:
        query: Any = self._rows(*self._marks).query.chain(UpdateQuery)
        query.add_update_values(self._changes)
        sql, params = query.get_compiler(connection=own).as_sql()
        return _statement(sql, params, self._marks)
