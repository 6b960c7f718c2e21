"""Restore a backup in place of all current data."""

import contextlib
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from django.conf import settings
from django.db import connection, connections

from events.core.known_migrations import known_migrations
from events.core.private_files import hold, write_whole
from events.hosting.backups import postgres, sqlite
from events.hosting.backups.creation import KEPT_FILES, Backup, make_backup, read_backup
from events.hosting.backups.errors import BackupError
from events.hosting.parent_process import SERVING

RUNNING = "Matchslip is running on this data. Stop it (Ctrl+C in its window), then restore."

# The backup process ends shortly after the server.
WAIT, PAUSE = 5.0, 0.25
T = TypeVar("T")


def restore_backup(path: Path) -> tuple[Backup, Path]:
    """Check a backup and restore it; return it and the location of the old data.

    On SQLite the old database moves to a folder; on PostgreSQL a backup of it is made first. Raises
    BackupError, and changes nothing, while the server runs, and for a damaged backup, one of
    another kind of database or one made by a newer version.
    """
    with _nobody_serving(), tempfile.TemporaryDirectory(dir=_beside_the_data()) as work:
        backup = read_backup(path, Path(work))
        _check_fits(backup)
        _check_files()
        replaced = Path(settings.VAR_DIR) / f"replaced-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}"
        if backup.vendor == "sqlite":
            connections.close_all()
            sqlite.put_in_place(Path(work) / sqlite.FILE_NAME, replaced)
        else:
            if postgres.tables():
                replaced = make_backup(replaced).path
            postgres.put_in_place(Path(work) / postgres.FILE_NAME)
        _put_files_in_place(Path(work), replaced)
    return backup, replaced


def _beside_the_data() -> Path:
    """Return the SQLite database's folder, so that a move replaces it; else VAR_DIR."""
    folder = Path(settings.VAR_DIR)
    if connection.vendor == "sqlite":
        folder = sqlite.database_path().parent
        folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextlib.contextmanager
def _nobody_serving() -> Iterator[None]:
    handle = _wait_for(lambda: hold(Path(settings.VAR_DIR) / SERVING, alone=True))
    with handle:
        _wait_for(lambda: connection.vendor != "postgresql" or not postgres.others_connected())
        yield


def _wait_for(getting: Callable[[], T | None]) -> T:
    """Poll `getting` until it returns a value, and return it; BackupError after WAIT seconds."""
    for _ in range(int(WAIT / PAUSE)):
        if got := getting():
            return got
        time.sleep(PAUSE)
    raise BackupError(RUNNING)


def _check_fits(backup: Backup) -> None:
    if backup.vendor != connection.vendor:
        raise BackupError(
            f"This backup is of {backup.vendor}, and the database here is {connection.vendor}. "
            "docs/how-to/serving.md says how to move from one to the other."
        )
    own = {name for name in backup.migrations if name.startswith("events.")}
    if own - known_migrations():
        raise BackupError("A newer version of Matchslip made this backup: update first.")


def _check_files() -> None:
    """Refuse to start if the keys could not be written after the database is replaced."""
    folder = Path(settings.VAR_DIR)
    for name in KEPT_FILES:
        there = folder / name
        if there.exists() and not there.is_file():
            raise BackupError(f"{there} is no file. Move it away, then restore.")
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise BackupError(f"{folder} can not be written to: {error.strerror}") from error


def _put_files_in_place(work: Path, replaced: Path) -> None:
    """Put the signing key next to the database, so that logins stay valid."""
    beside = replaced if replaced.is_dir() else replaced.parent
    for name in KEPT_FILES:
        there = Path(settings.VAR_DIR) / name
        if (work / name).exists():
            if there.exists() and beside.is_dir():
                write_whole(beside / name, there.read_text("latin-1"))
            write_whole(there, (work / name).read_text("ascii"))
