"""Insert rows with a statement that is composed once, without inspecting every value."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field, Model

# A report with its games; larger writes are rare and use `bulk_create`.
MOST_FEW = 7


def insert_few(rows: Sequence[Model]) -> None:
    """Insert new rows of one model and give each its key, as `bulk_create` does. One statement."""
    if len(rows) > MOST_FEW:
        type(rows[0])._default_manager.bulk_create(rows)
    elif rows:
        connection = connections[DEFAULT_DB_ALIAS]
        start, places, fields = _insert_of(type(rows[0]))
        sql = f'{start} {", ".join([places] * len(rows))} RETURNING "{rows[0]._meta.pk.column}"'
        with connection.cursor() as cursor:
            cursor.execute(sql, [value for row in rows for value in _values(row, fields)])
            keys = cursor.fetchall()
        for row, (key,) in zip(rows, keys, strict=True):
            row.pk = key
            row._state.adding = False
            row._state.db = DEFAULT_DB_ALIAS


def insert_alike(pattern: Model, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Insert rows that differ only in `columns`; the other columns are those of `pattern`.

    The values are numbers or texts. The rows' keys are not returned.
    """
    start, places, fields = _insert_of(type(pattern))
    usual = dict(zip([field.attname for field in fields], _values(pattern, fields), strict=True))
    values = [list((usual | dict(zip(columns, row, strict=True))).values()) for row in rows]
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.executemany(f"{start} {places}", values)


@cache
def _insert_of(model: type[Model]) -> tuple[str, str, tuple["Field[Any, Any]", ...]]:
    """Return the start of a model's INSERT statement, the placeholders of a row, and its fields."""
    fields = tuple(field for field in model._meta.local_concrete_fields if not field.primary_key)
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = f"({', '.join(['%s'] * len(fields))})"
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES', places, fields


def _values(row: Model, fields: Sequence["Field[Any, Any]"]) -> list[Any]:
    """Return the values of a new row in the form that the database stores."""
    connection = connections[DEFAULT_DB_ALIAS]
    return [field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields]
