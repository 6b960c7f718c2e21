"""Sentences for errors that the person at the terminal can solve, each with a way out."""

import errno
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from domain.own_command import typed
from events.core.known_migrations import has_tables, missing_migrations
from events.core.private_files import why_unusable
from events.hosting.backups.retention import backups_folder
from events.hosting.backups.sqlite import database_path

# Errors of files that more room, other rights or another folder solves.
_SOLVABLE = frozenset(
    {
        *(errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EACCES, errno.EPERM, errno.EROFS),
        *(errno.EISDIR, errno.ENOTDIR, errno.EEXIST, errno.EILSEQ),
    }
)
# Of a table or column that the database lacks.
_LACKING = ("UndefinedTable", "UndefinedColumn")
_LACKS = ("no such table", "no such column", "has no column named")


def sentence_about(error: Exception) -> str:
    """Return what is wrong and what to do; "" for an error that only a programmer can solve."""
    if isinstance(error, OSError):
        solvable = error.errno in _SOLVABLE
        return why_unusable(error, Path(settings.VAR_DIR)) if solvable else ""
    assert isinstance(error, DatabaseError)  # noqa: S101 - run_command catches no others
    if _lacks_something(error):
        return _about_tables()
    if connection.vendor == "sqlite":
        return _about_file(error)
    if connection.connection is None:
        reason = " ".join(str(error).split()).rstrip(".?")
        return (
            f"The database does not answer: {reason}. Start the database, or correct DATABASE_URL."
        )
    return ""


def _lacks_something(error: DatabaseError) -> bool:
    return type(error.__cause__).__name__ in _LACKING or str(error).startswith(_LACKS)


def _about_tables() -> str:
    if not has_tables():
        return "The database is empty. `serve` and `migrate` create its tables."
    if missing_migrations():
        return "The database is of an older version. `serve` and `migrate` bring it up to date."
    return ""


def _about_file(error: DatabaseError) -> str:
    """Return a sentence about an SQLite database by SQLite's own name of the error."""
    path = database_path()
    name = getattr(error.__cause__, "sqlite_errorname", "")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return f"The database {path} is damaged: {error}. {_way_back()}"
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"Another program has locked the database {path}. Close it, then start again."
    for beginning, number in _NUMBERS.items():
        if name.startswith(beginning):
            return why_unusable(OSError(number, str(error), str(path)), Path(settings.VAR_DIR))
    return ""


_NUMBERS = {
    "SQLITE_FULL": errno.ENOSPC,
    # Also a full disk, where the shared memory of the write-ahead log finds no room.
    "SQLITE_IOERR": errno.EIO,
    "SQLITE_READONLY": errno.EACCES,
    "SQLITE_PERM": errno.EACCES,
    "SQLITE_CANTOPEN": errno.ENOENT,
}


def _way_back() -> str:
    backups = sorted(backups_folder().glob("*.zip"))
    if not backups:
        return "There is no backup; move the file away to start empty."
    return f"Restore the newest backup: {typed('restore', str(backups[-1]))}"
