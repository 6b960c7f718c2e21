"""Failures of a request without anyone's mistake: the disk, the database, a busy server."""

import errno
import sqlite3
import subprocess
from enum import Enum
from http import HTTPStatus

from django.db import Error as DatabaseAdapterError
from django.utils.translation import gettext_lazy as _

from events.web.heavy.jobs import BusyError

# Environment key by which the server reports a timeout to the site.
LATE = "matchslip.late"


class Trouble(Enum):
    """Reasons for a failed request, in words for the desk."""

    FULL = _("The server's disk is full. Free up space on it.")
    READ_ONLY = _("The server can no longer write to its disk.")
    BUSY = _("Another user's change took too long.")
    AWAY = _("The database is not responding.")
    LATE = _("The database is busy or not responding.")
    LOST = _("The connection to the database was lost.")
    DAMAGED = _("The database is damaged. Restore the last backup.")
    SLOW = _("The server is too busy to make this file within a minute.")
    QUEUE = _("The server is working on other files. Try again in a few seconds.")
    SHARE = _("Your account has several requests in progress. Wait until they are answered.")
    ENDED = _("The server has too little free memory to make this file now.")

    @property
    def may_be_saved(self) -> bool:
        """Whether the database may have saved the entry, or may still save it."""
        return self in (Trouble.LATE, Trouble.LOST)


_SQLITE = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    # The system's errors for a file-size limit and for a failing disk.
    sqlite3.SQLITE_IOERR: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Trouble.AWAY,
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}
# Error classes and codes from appendix A of PostgreSQL's documentation.
_POSTGRESQL = {
    "53100": Trouble.FULL,
    "25006": Trouble.READ_ONLY,
    "55P03": Trouble.BUSY,
    "40001": Trouble.BUSY,
    "40P01": Trouble.BUSY,
    "57014": Trouble.BUSY,
    "53300": Trouble.AWAY,
    "57P01": Trouble.LOST,
    "57P02": Trouble.LOST,
    "57P03": Trouble.AWAY,
}
_SYSTEM = {
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EFBIG: Trouble.FULL,
    errno.EROFS: Trouble.READ_ONLY,
}


def status_of(trouble: Trouble) -> HTTPStatus:
    """Return the HTTP status for a failed request."""
    if trouble is Trouble.SHARE:
        return HTTPStatus.TOO_MANY_REQUESTS
    return HTTPStatus.SERVICE_UNAVAILABLE


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Return the cause of a failed request; None for an error of the program itself."""
    # Typesetting runs in a separate process with a time limit.
    if isinstance(error, subprocess.TimeoutExpired):
        return Trouble.SLOW
    if isinstance(error, BusyError):
        return Trouble.QUEUE
    # Killed by a signal: when memory runs short, the system kills the largest process.
    if isinstance(error, subprocess.CalledProcessError) and error.returncode < 0:
        return Trouble.ENDED
    if isinstance(error, OSError):
        return _SYSTEM.get(error.errno or 0)
    if not isinstance(error, DatabaseAdapterError):
        return None
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        return _SQLITE.get(code & 0xFF)
    state = getattr(cause, "sqlstate", None)
    if state is None:
        return _without_code(cause)
    return Trouble.LOST if state.startswith("08") else _POSTGRESQL.get(state)


def _without_code(cause: BaseException | None) -> Trouble | None:
    """Return the trouble of an error without a code: no connection to the database."""
    # psycopg gives an error of an attempt to connect that attempt's connection.
    if type(cause).__name__ == "PoolTimeout" or getattr(cause, "pgconn", None) is not None:
        return Trouble.AWAY
    is_lost = type(cause).__name__ in ("OperationalError", "InterfaceError")
    return Trouble.LOST if is_lost else None
