"""The cursor for statements that are sent again and again, the same but for their values."""

from typing import Any, Self

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper


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


def planned_cursor(own: BaseDatabaseWrapper) -> CursorWrapper:
    """Return a cursor whose statements the database reads and plans once a connection.

    PostgreSQL takes longer to read and plan what a result asks than to answer it, and Django
    writes the values into the text, so that every text is new. SQLite's driver keeps statements
    by itself, and where questions are logged Django tells the text of its own cursors only.
    """
    if own.vendor != "postgresql" or own.queries_logged:
        return own.cursor()
    own.ensure_connection()
    with own.wrap_database_errors:
        # As `own.cursor()` does it, which knows one kind of cursor a connection.
        return own._prepare_cursor(_Planned(own.connection))  # type: ignore[attr-defined, no-any-return]
