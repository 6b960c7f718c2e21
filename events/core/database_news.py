"""Whether others have written to the database: on SQLite that costs less than a query."""

import time
from typing import Any

from django.db import connection

# Changes caused by time alone are polled at this interval in any case.
REST_SECONDS = 5.0


class DatabaseNews:
    """Knows what one thread saw last; ask it from that thread only."""

    def __init__(self) -> None:
        self._connection: Any = None
        self._version = 0
        self._looked = 0.0

    def may_be(self) -> bool:
        """Return whether something may be new since the last yes; ask before reading.

        SQLite counts, for each connection, what others have committed. PostgreSQL does not, so that
        there every look is one. Also yes where there was no other write for REST_SECONDS.
        """
        if connection.vendor != "sqlite":
            return True
        connection.ensure_connection()
        current = connection.connection
        [version] = current.execute("PRAGMA data_version").fetchone()
        now = time.monotonic()
        same = current is self._connection and version == self._version
        if same and now - self._looked < REST_SECONDS:
            return False
        self._connection, self._version, self._looked = current, version, now
        return True
