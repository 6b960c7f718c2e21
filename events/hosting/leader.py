"""One of several nodes on a PostgreSQL does what must happen once: it holds a lock there."""

import threading
from typing import TYPE_CHECKING

from django.db import connection

if TYPE_CHECKING:
    import psycopg

# Of this application alone, and of one part of the watch.
LOCK = "matchslip watch %s"
CONNECT_SECONDS = 3


class Leader:
    """Whether this process is the one that does a part of the watch.

    The lock belongs to a session that stays open. It ends with the process, its network or the
    database, and another node then gets the lock at its next look. On SQLite there is one process.
    """

    def __init__(self, part: str) -> None:
        self._part = part
        self._session: psycopg.Connection | None = None
        self._holds = False
        self._one_at_a_time = threading.Lock()

    def leads(self) -> bool:
        """Return whether this process holds the lock, and take it where it is free."""
        if connection.vendor != "postgresql":
            return True
        import psycopg  # a tenth of a second, which SQLite's processes are spared

        with self._one_at_a_time:
            try:
                return self._ask()
            except psycopg.Error:
                # Without the database nobody leads; the part itself says what is wrong.
                self.end()
                return False

    @property
    def session_pid(self) -> int | None:
        """The process of the session at the database; None without one."""
        return self._session.info.backend_pid if self._session else None

    def end(self) -> None:
        """Give the lock back."""
        session, self._session, self._holds = self._session, None, False
        if session is not None:
            session.close()

    def _ask(self) -> bool:
        import psycopg

        if self._session is None:
            # Outside of the pool: a session that others borrow would take the lock along.
            known = {**connection.get_connection_params(), "connect_timeout": CONNECT_SECONDS}
            self._session = psycopg.connect(**known, autocommit=True)
        if self._holds:
            # The lock is gone with its session.
            self._session.execute("SELECT 1")
            return True
        lock = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"
        row = self._session.execute(lock, [LOCK % self._part]).fetchone()
        self._holds = bool(row and row[0])
        return self._holds
