"""Writing rows without composing every single value: what `bulk_create` and `save` do otherwise.

A round of ten thousand players or an imported event is as many rows, and ten scorekeepers write
some of them every second; Django takes most of the time of writing to ask of each value whether it
is an expression.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.models import DateField, Field, JSONField, Model

from events.models.cursors import changed_by, rows_of

# Of one statement, where the database takes any number: longer ones are not quicker.
MOST_VALUES = 20_000
# Statements of so many rows come again: a report with its games.
FEW_ROWS = 3
# What a database takes as it is, except in columns where it stands for something else.
PLAIN = frozenset({type(None), bool, int, str})
CONVERTED = (JSONField, DateField)
# The field, the name of its value, whether a row has that as it is, and whether that is another one
# in the database.
Column = tuple[Any, str, bool, bool]


@dataclass(frozen=True, slots=True)
class _Table:
    """How rows of a model are inserted: the statement around them, and its columns."""

    start: str
    row: str
    end: str
    fields: tuple[Column, ...]


@cache
def _table(model: type[Model]) -> _Table:
    """Return how rows of a model are inserted."""
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
    meta = model._meta
    fields = [field for field in meta.local_concrete_fields if not field.primary_key]
    columns = ", ".join(quote(str(field.column)) for field in fields)
    return _Table(
        # Only names of our own columns stand in the statement.
        start=f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ",  # noqa: S608
        row=f"({', '.join(['%s'] * len(fields))})",
        end=f" RETURNING {quote(str(meta.pk.column))}",
        fields=tuple(map(_column, fields)),
    )


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
    comes_again = len(rows) <= FEW_ROWS
    for at in range(0, len(rows), batch):
        some = rows[at : at + batch]
        told = [value for row in some for value in _told(row, table.fields, connection, add=True)]
        statement = table.start + ", ".join([table.row] * len(some)) + table.end
        for row, (key,) in zip(some, _inserted(statement, told, comes_again), strict=True):
            row.pk = key
            row._state.adding = False
            row._state.db = connection.alias


def _inserted(statement: str, values: list[Any], comes_again: bool) -> list[tuple[int]]:
    """Return the keys of the rows that a statement inserts."""
    connection = connections[DEFAULT_DB_ALIAS]
    if comes_again:
        return rows_of(connection, statement, values)
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        keys: list[tuple[int]] = cursor.fetchall()
    return keys


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
    """Write some columns of a row that is there: what `save(update_fields=names)` does.

    Raises DatabaseError when the row is gone, as that does.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    statement, fields = _update(type(row), tuple(names))
    told = _told(row, fields, connection, add=False)
    if changed_by(connection, statement, [*told, row.pk]) != 1:
        raise DatabaseError(f"nothing to change: {row!r} is gone")
