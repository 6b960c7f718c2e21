"""Check for writes of others to the database: on SQLite this costs less than a query."""

import time
from typing import Any

from django.db import connection

# Changes caused by time alone, such as a day that ends, are polled at this interval in any case.
REST_SECONDS = 15.0


class DatabaseNews:
    """Remembers the state that one thread saw last; use it only in that thread."""

    def __init__(self, rest: float = REST_SECONDS) -> None:
        """Look again after `rest` seconds without a write, too."""
        self._rest = rest
        self._connection: Any = None
        self._version = 0
        self._looked = 0.0

    def may_be(self) -> bool:
        """Return whether the database may have changed since the last True; call it before reading.

        SQLite counts, for each connection, what others have committed. PostgreSQL does not, so
        there the answer is always True. It is also True after `rest` seconds without another write.
        """
        if connection.vendor != "sqlite":
            return True
        connection.ensure_connection()
        current = connection.connection
        [version] = current.execute("PRAGMA data_version").fetchone()
        now = time.monotonic()
        same = current is self._connection and version == self._version
        if same and now - self._looked < self._rest:
            return False
        self._connection, self._version, self._looked = current, version, now
        return True
