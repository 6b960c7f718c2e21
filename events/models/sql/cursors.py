"""Sending of statements that are repeated with different values.

PostgreSQL takes longer to parse and plan a result's queries than to answer them. Django writes the
values into the text, so that every text is new. Django's cursors also take longer over a statement
in Python than SQLite takes to answer it. Statements sent from here avoid both costs.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Self

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX

# More texts than there are in all of the code.
MOST_TEXTS = 1000
# Under this name a connection keeps the cursor of such statements.
OWN_CURSOR = "matchslip_cursor"


class _Planned(psycopg.Cursor[Any]):
    """Sends a statement once and then only its name and the values."""

    def execute(
        self,
        query: Any,
        params: Any = None,
        *,
        prepare: bool | None = True,
        binary: bool | None = None,
    ) -> Self:
        return super().execute(query, params, prepare=prepare, binary=binary)


def rows_of(own: BaseDatabaseWrapper, sql: str, params: Sequence[Any]) -> list[Any]:
    """Send a statement; return the rows that it answers with."""
    return _sent(own, sql, params, rows=True)  # type: ignore[no-any-return]


def changed_by(own: BaseDatabaseWrapper, sql: str, params: Sequence[Any]) -> int:
    """Send a statement; return how many rows it changed."""
    return _sent(own, sql, params, rows=False)  # type: ignore[no-any-return]


def _sent(own: BaseDatabaseWrapper, sql: str, params: Sequence[Any], *, rows: bool) -> Any:
    """Do what Django's cursors do, as far as it concerns a statement of our own.

    Where questions are logged or counted they go through Django's own.
    """
    if own.execute_wrappers or own.queries_logged:
        with own.cursor() as counted:
            counted.execute(sql, params)
            return counted.fetchall() if rows else counted.rowcount
    if own.connection is None:
        own.ensure_connection()
    own.validate_no_broken_transaction()
    with own.wrap_database_errors:
        if own.vendor == "sqlite":
            cursor = own.connection.execute(_with_marks(sql), params)
        else:
            cursor = _cursor_of(own.connection).execute(sql, params)
        return cursor.fetchall() if rows else cursor.rowcount


@lru_cache(MOST_TEXTS)
def _with_marks(sql: str) -> str:
    """Return a text as SQLite wants it, with ? in the place of %s."""
    return FORMAT_QMARK_REGEX.sub("?", sql).replace("%%", "%")


def _cursor_of(connection: Any) -> _Planned:
    """Return the cursor of a connection: one that stays knows how to write each kind of value."""
    kept = vars(connection)
    cursor: _Planned | None = kept.get(OWN_CURSOR)
    if cursor is None:
        cursor = kept[OWN_CURSOR] = _Planned(connection)
    return cursor
