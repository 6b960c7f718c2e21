"""Compile a queryset's SQL once and run it with different values.

This module uses interfaces that Django does not document: `SQLCompiler` (`as_sql`, `select`,
`klass_info`, `annotation_col_map`, `get_converters`) and `_iterable_class`. The tests in
`tests/events/core/compiled/` compare each kind of row with that of a plain queryset.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable, ValuesListIterable

Row = TypeVar("Row")
Value = int | str | None
Build = Callable[[Sequence[Any]], Any]

# Placeholders while the SQL is compiled: they fit the smallest column and match no row.
NUMBER_MARK, TEXT_MARK = 31_001, "\N{PLACE OF INTEREST SIGN}"
# Addresses may contain larger numbers than any column.
LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class _Compiled:
    """Compiled SQL for one kind of database, and the conversion of its rows.

    `places` maps each parameter to its value; `converting` has the columns whose form in the
    database differs from that in Python.
    """

    vendor: str
    sql: str
    params: tuple[Any, ...]
    places: tuple[tuple[int, int], ...]
    converting: tuple[tuple[int, Sequence[Callable[..., Any]], Any], ...]
    build: Build

    def rows(self, connection: BaseDatabaseWrapper, values: Sequence[Value]) -> list[Any]:
        params = list(self.params)
        for place, at in self.places:
            params[place] = values[at]
        answer = _answer(connection, self.sql, params)
        if self.converting:
            answer = [self._converted(connection, row) for row in answer]
        return [self.build(row) for row in answer]

    def _converted(self, connection: BaseDatabaseWrapper, answer: Sequence[Any]) -> list[Any]:
        row = list(answer)
        for at, converters, column in self.converting:
            if row[at] is not None:
                for convert in converters:
                    row[at] = convert(row[at], column, connection)
        return row


class CompiledQuery(Generic[Row]):
    """A queryset whose SQL is compiled on first use; `bench` names the bench that justifies it."""

    def __init__(
        self, bench: str, compose: Callable[..., "QuerySet[Any, Row]"], *kinds: type[int | str]
    ) -> None:
        self.bench = bench
        self._compose = compose
        self._marks = [
            NUMBER_MARK + at if kind is int else f"{TEXT_MARK}{at}" for at, kind in enumerate(kinds)
        ]
        # Shared by all threads: the first one compiles for all.
        self._compiled: _Compiled | None = None

    def __call__(self, *values: Value) -> list[Row]:
        """Return the rows. One query."""
        if any(isinstance(value, int) and abs(value) > LARGEST for value in values):
            return []
        connection = connections[DEFAULT_DB_ALIAS]
        compiled = self._compiled
        if compiled is None or compiled.vendor != connection.vendor:
            compiled = self._compiled = self._compile(connection)
        return compiled.rows(connection, values)

    def first(self, *values: Value) -> Row | None:
        """Return the first row, or None. One query."""
        rows = self(*values)
        return rows[0] if rows else None

    def _compile(self, connection: BaseDatabaseWrapper) -> _Compiled:
        rows: Any = self._compose(*self._marks)
        compiler = rows.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        if not set(self._marks) <= set(params):
            raise ValueError(f"the SQL does not ask with every value: {sql}")
        converters = compiler.get_converters([column for column, *_rest in compiler.select])
        return _Compiled(
            connection.vendor,
            sql,
            tuple(params),
            tuple(
                (place, self._marks.index(param))
                for place, param in enumerate(params)
                if param in self._marks
            ),
            tuple((at, convert, column) for at, (convert, column) in converters.items()),
            _build_of(rows, compiler),
        )


def _build_of(rows: Any, compiler: Any) -> Build:
    """Return the function that converts a row of the database to a row of the queryset."""
    if rows._prefetch_related_lookups or rows._known_related_objects:
        raise ValueError("a compiled query neither prefetches nor starts from an object")
    if rows._iterable_class is ValuesListIterable:
        return tuple
    if rows._iterable_class is not ModelIterable:
        raise ValueError(f"a compiled query gives no rows as {rows._iterable_class}")
    return _model_build(compiler.klass_info, compiler.select, compiler.annotation_col_map or {})


def _model_build(info: Any, select: Any, annotations: Mapping[str, int]) -> Build:
    """Return the function that builds an object from a row, with its joined objects."""
    model, columns = info["model"], info["select_fields"]
    start, end = columns[0], columns[-1] + 1
    names = [column.target.attname for column, *_rest in select[start:end]]
    joined = [
        (_model_build(inner, select, {}), _key_of(inner, select), inner)
        for inner in info.get("related_klass_infos", ())
    ]

    def build(row: Sequence[Any]) -> Model:
        made: Model = model.from_db(DEFAULT_DB_ALIAS, names, row[start:end])
        for build_other, key, inner in joined:
            other = None if row[key] is None else build_other(row)
            inner["local_setter"](made, other)
            if other is not None:
                inner["remote_setter"](other, made)
        for name, at in annotations.items():
            setattr(made, name, row[at])
        return made

    return build


def _key_of(info: Any, select: Any) -> int:
    """Return the position of a joined object's key in a row."""
    name = info["model"]._meta.pk.attname
    places: list[int] = info["select_fields"]
    return next(at for at in places if select[at][0].target.attname == name)


def _answer(connection: BaseDatabaseWrapper, sql: str, params: Sequence[Any]) -> list[Any]:
    """Run a statement; return the rows as the driver gives them.

    PostgreSQL takes longer to plan these joins than to answer them. Django writes the values into
    the text, so that every text is new. Queries that are logged or counted go through Django.
    """
    watched = connection.execute_wrappers or connection.queries_logged
    if watched or connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            return list(cursor.fetchall())
    from psycopg import Cursor  # saves SQLite's processes a tenth of a second

    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    with connection.wrap_database_errors, Cursor(connection.connection) as planned:
        return planned.execute(sql, params, prepare=True).fetchall()
