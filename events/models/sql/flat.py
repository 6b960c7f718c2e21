"""Thousands of rows as the database driver gives them, where nothing has to be made of them."""

from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet


def flat(rows: QuerySet[Any, tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the rows of a `values_list`, each value as the driver gives it. One query.

    Only for columns that need no converting: numbers, texts, and truth values, which SQLite gives
    as 0 and 1. Django takes several times as long as SQLite to look at every value of a row.
    """
    try:
        sql, params = rows.query.sql_with_params()
    except EmptyResultSet:
        return []
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(sql, params)
        values: list[tuple[Any, ...]] = cursor.fetchall()
    return values
