"""Writing rows without composing every single value: what `bulk_create` and `save` do otherwise.

A round of ten thousand players or an imported event is as many rows, and ten scorekeepers write
some of them every second; Django takes most of the time of writing to ask of each value whether it
is an expression.
"""

from collections.abc import Sequence

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.models import DateField, JSONField, Model

from events.models.cursors import planned_cursor

# Of one statement, where the database takes any number: longer ones are not quicker.
MOST_VALUES = 20_000
# Statements of so many rows come again: a report with its games.
FEW_ROWS = 3
# What a database takes as it is, except in columns where it stands for something else.
PLAIN = frozenset({type(None), bool, int, str})
CONVERTED = (JSONField, DateField)


def insert_rows(rows: Sequence[Model]) -> None:
    """Insert new rows of one model in as few statements as can be, and give each its key.

    Rows that they point at have their keys already. Inside a transaction of the caller.
    """
    if not rows:
        return
    # Not the proxy, which finds out for every value again whose thread this is.
    connection = connections[DEFAULT_DB_ALIAS]
    meta = type(rows[0])._meta
    fields = [field for field in meta.local_concrete_fields if not field.primary_key]
    both = [(field, isinstance(field, CONVERTED)) for field in fields]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    # Only names of our own columns stand in the statement.
    start = f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES "  # noqa: S608
    values = f"({', '.join(['%s'] * len(fields))})"
    end = f" RETURNING {quote(str(meta.pk.column))}"
    most = connection.features.max_query_params or MOST_VALUES
    batch = max(1, most // len(fields))
    comes_again = len(rows) <= FEW_ROWS
    with planned_cursor(connection) if comes_again else connection.cursor() as cursor:
        for at in range(0, len(rows), batch):
            some = rows[at : at + batch]
            told = [
                value
                if type(value) in PLAIN and not converts
                else field.get_db_prep_save(value, connection)
                for row in some
                for field, converts in both
                for value in (field.pre_save(row, add=True),)
            ]
            cursor.execute(start + ", ".join([values] * len(some)) + end, told)
            for row, (key,) in zip(some, cursor.fetchall(), strict=True):
                row.pk = key
                row._state.adding = False
                row._state.db = connection.alias


def save_columns(row: Model, names: Sequence[str]) -> None:
    """Write some columns of a row that is there: what `save(update_fields=names)` does.

    Raises DatabaseError when the row is gone, as that does.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    meta = type(row)._meta
    by_name = {field.name: field for field in meta.local_concrete_fields}
    fields = [by_name[name] for name in names]
    quote = connection.ops.quote_name
    changes = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    # Only names of our own columns stand in the statement.
    where = f"WHERE {quote(str(meta.pk.column))} = %s"
    statement = f"UPDATE {quote(meta.db_table)} SET {changes} {where}"  # noqa: S608
    told = [field.get_db_prep_save(field.pre_save(row, add=False), connection) for field in fields]
    with planned_cursor(connection) as cursor:
        cursor.execute(statement, [*told, row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError(f"nothing to change: {row!r} is gone")
