"""Update the tables to this version: by one node at a time, and never by an older version."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from domain.own_command import typed
from events.core.known_migrations import (
    has_tables,
    known_migrations,
    missing_migrations,
    newer_migrations,
)
from events.core.private_files import hold, write_whole
from events.hosting.backups import Backup, BackupError, make_backup
from events.hosting.backups.creation import about_of
from events.hosting.backups.retention import backups_folder
from events.migrations.older import APP

# An arbitrary number for PostgreSQL's advisory locks.
LOCK = 0x4D61746368736C70
LAST_VERSION = "version"
# Shipped with every package: an empty database with this version's tables. Creating them takes half
# of the time to the first page.
MADE = Path(__file__).with_name("empty.sqlite3")
MOST_LOOKED_AT = 200
Say = Callable[[str], None]


class TooNewError(Exception):
    """The database belongs to a newer version; the message names it and the way back."""


def bring_up_to_date(say: Say) -> None:
    """Create or update the tables after a backup, while other nodes wait.

    Raises TooNewError for the database of a newer version, BackupError if no backup can be made.
    """
    with _alone(say):
        _lay_made_tables()
        check_not_newer()
        _save_before_update(say)
        call_command("migrate", verbosity=0, interactive=False)
        write_whole(Path(settings.VAR_DIR) / LAST_VERSION, settings.VERSION)


def ship_tables() -> None:
    """Create the tables in an empty data folder, and put a copy beside the program.

    Packages are built with it. Raises RuntimeError for a database that is in use.
    """
    if connection.vendor != "sqlite" or has_tables():
        raise RuntimeError("Name an empty folder in MATCHSLIP_VAR, and no DATABASE_URL.")
    call_command("migrate", verbosity=0, interactive=False)
    MADE.unlink(missing_ok=True)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(MADE)])


def _lay_made_tables() -> None:
    """Fill an empty SQLite database with this version's prepared tables, if any."""
    if connection.vendor != "sqlite" or not MADE.is_file():
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table'")
        if cursor.fetchone()[0]:
            return
    # The program's folder may be read-only, so no file is written there.
    with closing(sqlite3.connect(f"{MADE.as_uri()}?mode=ro&immutable=1", uri=True)) as made:
        made.backup(connection.connection)


def check_not_newer() -> None:
    """Raise TooNewError if the database has tables known only to a newer version."""
    newer = newer_migrations()
    if newer:
        raise TooNewError(_words(newer))


def _words(newer: list[str]) -> str:
    used = _last_version()
    version = f" (Matchslip {used})" if used and used != settings.VERSION else ""
    words = (
        f"The database is of a newer version{version}: this is Matchslip {settings.VERSION}, which "
        f"does not know {newer[-1]}. Start the newer version again"
    )
    fitting = _fitting_backup()
    if fitting is None:
        return f"{words}. {backups_folder()} has no backup that fits this version."
    return (
        f"{words}, or go back to {fitting.made_at:%Y-%m-%d %H:%M} UTC: "
        f"{typed('restore', str(fitting.path))}"
    )


def _last_version() -> str:
    try:
        return (Path(settings.VAR_DIR) / LAST_VERSION).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _fitting_backup() -> Backup | None:
    """Return the newest backup whose tables this version knows."""
    known = known_migrations()
    paths = sorted(backups_folder().glob("*.zip"), reverse=True)[:MOST_LOOKED_AT]
    for path in paths:
        try:
            backup = about_of(path)
        except BackupError:
            continue
        own = {name for name in backup.migrations if name.startswith(f"{APP}.")}
        if backup.vendor == connection.vendor and not own - known:
            return backup
    return None


def _save_before_update(say: Say) -> None:
    if has_tables() and missing_migrations():
        backup = make_backup(backups_folder(), kind="before-update")
        say(f"A new version: backup before the update in {backup.path}")


@contextmanager
def _alone(say: Say) -> Iterator[None]:
    """Hold the lock for changing the tables; wait for other nodes and processes."""
    waiting = "Another start brings the database up to date. Waiting for it."
    if connection.vendor != "postgresql":
        path = Path(settings.VAR_DIR) / "update.lock"
        held = hold(path, alone=True)
        if held is None:
            say(waiting)
            held = hold(path, alone=True, wait=True)
        assert held is not None  # noqa: S101 - it waited
        with held:
            yield
        return
    # On a separate connection: the lock ends with it, however this process ends.
    with closing(connection.copy()) as other, other.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
        if not cursor.fetchone()[0]:
            say(waiting)
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            yield
        finally:
            # Closing returns the connection to a pool, which would keep the lock.
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
