"""Read related data in several queries from one state of the database."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_snapshot() -> Iterator[None]:
    """Make all reads until the end of the block see the same state of the database.

    On SQLite that is a read transaction, which takes no write lock and delays nobody. On PostgreSQL
    its isolation level is REPEATABLE READ. Nothing may be written in it. Inside a transaction it
    changes nothing, because the writer has locked the rows that it reads.
    """
    if connection.in_atomic_block:
        yield
        return
    with _deferred(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


@contextmanager
def _deferred() -> Iterator[None]:
    """Let a transaction on SQLite that begins here take no lock before it needs one."""
    if connection.vendor != "sqlite":
        yield
        return
    # Known only with a connection, which a new thread opens first.
    connection.ensure_connection()
    before: str | None = connection.transaction_mode  # type: ignore[attr-defined]
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.transaction_mode = before  # type: ignore[attr-defined]
