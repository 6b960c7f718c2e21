"""Fast writing of rows without composing every single value as `bulk_create` and `save` do.

A round of ten thousand players or an imported event is as many rows, and ten scorekeepers write
some of them every second. Django spends most of the writing time on asking of each value whether it
is an expression.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.models import DateField, Field, JSONField, Model

from events.models.sql.cursors import changed_by, rows_of

# Maximum values in one statement where the database allows any number: longer ones are not faster.
MOST_VALUES = 20_000
# Statements of so many rows come again: a report with its games.
FEW_ROWS = 3
ROWS_ALIKE = 1000
# Types that a database takes unchanged, except in columns with a conversion.
PLAIN = frozenset({type(None), bool, int, str})
CONVERTED = (JSONField, DateField)
# The field, the name of its value, whether a row has that as it is, and whether that is another one
# in the database.
Column = tuple[Any, str, bool, bool]


@dataclass(frozen=True, slots=True)
class _Table:
    """How rows of a model are inserted: the statement around them, and its columns.

    `types` are the arrays that PostgreSQL is sent for many rows, one of each column.
    """

    start: str
    row: str
    end: str
    fields: tuple[Column, ...]
    types: str

    def rows(self, count: int) -> str:
        """Return the statement that has a place for each value of so many rows."""
        return f"{self.start}VALUES {', '.join([self.row] * count)}{self.end}"

    def columns(self) -> str:
        """Return the statement that has a place for each column: the same for any number of rows.

        PostgreSQL takes longer to read thousands of places than to insert what stands there.
        """
        return f"{self.start}SELECT * FROM UNNEST({self.types}){self.end}"  # noqa: S608 - our names


@cache
def _table(model: type[Model]) -> _Table:
    """Return how rows of a model are inserted."""
    connection = connections[DEFAULT_DB_ALIAS]
    quote = connection.ops.quote_name
    meta = model._meta
    fields = [field for field in meta.local_concrete_fields if not field.primary_key]
    columns = ", ".join(quote(str(field.column)) for field in fields)
    return _Table(
        # Only names of our own columns stand in the statement.
        start=f"INSERT INTO {quote(meta.db_table)} ({columns}) ",
        row=f"({', '.join(['%s'] * len(fields))})",
        end=f" RETURNING {quote(str(meta.pk.column))}",
        fields=tuple(map(_column, fields)),
        types=_types(fields, connection),
    )


def _types(fields: Sequence[Any], connection: Any) -> str:
    """Return the places of the columns of some fields, each as an array of PostgreSQL.

    Without their lengths: a text that is cast to a shorter type is cut, and nobody hears of it.
    """
    kinds = [str(field.db_type(connection)).partition("(")[0] for field in fields]
    return ", ".join(f"(%s)::{kind}[]" for kind in kinds)


def _column(field: Any) -> Column:
    """Return what is known of a column before there is a row."""
    as_it_is = type(field).pre_save is Field.pre_save
    return field, field.attname, as_it_is, isinstance(field, CONVERTED)


def _told(row: Model, fields: Sequence[Column], connection: Any, *, add: bool) -> list[Any]:
    """Return the values of a row as the database takes them; `add`: it is a new one."""
    return [
        value
        if type(value) in PLAIN and not converts
        else field.get_db_prep_save(value, connection)
        for field, name, is_told, converts in fields
        for value in (getattr(row, name) if is_told else field.pre_save(row, add=add),)
    ]


def insert_rows(rows: Sequence[Model]) -> None:
    """Insert new rows of one model in as few statements as can be, and give each its key.

    Rows that they point at have their keys already. Inside a transaction of the caller.
    """
    if not rows:
        return
    # Not the proxy, which finds out for every value again whose thread this is.
    connection = connections[DEFAULT_DB_ALIAS]
    table = _table(type(rows[0]))
    most = connection.features.max_query_params or MOST_VALUES
    batch = max(1, most // len(table.fields))
    for at in range(0, len(rows), batch):
        some = rows[at : at + batch]
        told = [_told(row, table.fields, connection, add=True) for row in some]
        for row, (key,) in zip(some, _inserted(table, told, connection), strict=True):
            row.pk = key
            row._state.adding = False
            row._state.db = connection.alias


def _inserted(table: _Table, told: list[list[Any]], connection: Any) -> list[tuple[int]]:
    """Insert rows; return their keys."""
    if len(told) > FEW_ROWS and connection.vendor == "postgresql":
        columns = [list(column) for column in zip(*told, strict=True)]
        return rows_of(connection, table.columns(), columns)
    values = [value for row in told for value in row]
    if len(told) <= FEW_ROWS:
        return rows_of(connection, table.rows(len(told)), values)
    with connection.cursor() as cursor:
        cursor.execute(table.rows(len(told)), values)
        keys: list[tuple[int]] = cursor.fetchall()
    return keys


def insert_alike(
    model: type[Model], rows: Sequence[Mapping[str, Any]], usual: Mapping[str, Any]
) -> None:
    """Insert rows that are given by their columns; all rows name the same columns.

    Unnamed columns have the value in `usual` or their default, written once in a statement.
    Creating 5,000 objects first takes longer than pairing them. The caller opens the transaction.
    """
    if not rows:
        return
    connection = connections[DEFAULT_DB_ALIAS]
    quote = connection.ops.quote_name
    fields = [field for field in model._meta.local_concrete_fields if not field.primary_key]
    named = [field for field in fields if field.attname in rows[0]]
    others = [field for field in fields if field not in named]
    same = [
        usual[field.attname]
        if field.attname in usual
        else field.get_db_prep_save(field.get_default(), connection)
        for field in others
    ]
    columns = ", ".join(quote(str(field.column)) for field in [*named, *others])
    names = ", ".join(f"column{place}" for place in range(1, len(named) + 1))
    # Only names of our own columns stand in the statement.
    start = (
        f"INSERT INTO {quote(model._meta.db_table)} ({columns}) "  # noqa: S608
        f"SELECT {names}, {', '.join(['%s'] * len(others))} FROM "
    )
    row = f"({', '.join(['%s'] * len(named))})"
    with connection.cursor() as cursor:
        for at in range(0, len(rows), ROWS_ALIKE):
            some = rows[at : at + ROWS_ALIKE]
            if connection.vendor == "postgresql":
                source = f"UNNEST({_types(named, connection)}) AS given({names})"
                told = [[row[field.attname] for row in some] for field in named]
            else:
                source = f"(VALUES {', '.join([row] * len(some))}) AS given"
                told = [row[field.attname] for row in some for field in named]
            cursor.execute(start + source, [*same, *told])


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> tuple[str, tuple[Column, ...]]:
    """Return the statement that writes some columns of a row, and these columns."""
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
    meta = model._meta
    by_name = {field.name: field for field in meta.local_concrete_fields}
    fields = tuple(by_name[name] for name in names)
    changes = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    # Only names of our own columns stand in the statement.
    where = f"WHERE {quote(str(meta.pk.column))} = %s"
    statement = f"UPDATE {quote(meta.db_table)} SET {changes} {where}"  # noqa: S608
    return statement, tuple(map(_column, fields))


def save_columns(row: Model, names: Sequence[str]) -> None:
    """Write some columns of an existing row, like `save(update_fields=names)`.

    Raises DatabaseError when the row is gone, as `save` does.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    statement, fields = _update(type(row), tuple(names))
    told = _told(row, fields, connection, add=False)
    if changed_by(connection, statement, [*told, row.pk]) != 1:
        raise DatabaseError(f"nothing to change: {row!r} is gone")
