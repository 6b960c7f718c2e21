"""Make automatic backups: after each posted round, and regularly while data changes."""

import contextlib
import sqlite3
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from django.db import DatabaseError, InterfaceError, connection

from events.hosting.backups.creation import make_backup
from events.hosting.backups.errors import BackupError
from events.hosting.backups.retention import (
    AUTOMATIC,
    Status,
    backups_folder,
    copy_backup,
    thin_out,
    write_status,
)
from events.hosting.backups.sqlite import database_path
from events.models import Round

LOOK_EVERY = 2.0
SAY_EVERY = 30.0
TRY_AGAIN = 30.0


class Keeper:
    """Checks every two seconds; saves immediately after a round is posted, else after a while.

    It runs in its own process and only reads, so no result waits for it.
    """

    def __init__(
        self, *, every: float, second: Path | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Save changes at least every `every` seconds; copy backups to the folder `second`.

        `clock` must be monotonic: a wall clock that is set back would stop all backups.
        """
        self.every = every
        self.second = second
        self.clock = clock
        self.status = Status(seen=clock())
        self._state: tuple[object, ...] | None = None
        self._state_saved: tuple[object, ...] | None = None
        self._tried = -TRY_AGAIN
        self._said = -SAY_EVERY
        self._watcher: sqlite3.Connection | None = None

    def look(self) -> None:
        """Check for changes once, and save if a backup is due."""
        now = self.clock()
        try:
            state = self._look_at_database()
            if state != self._state_saved and self.status.unsaved is None:
                self.status = replace(self.status, unsaved=now)
            if self._is_due(state, now):
                self._save(state, now)
        except (BackupError, DatabaseError, InterfaceError, sqlite3.Error) as error:
            connection.close()
            self._watcher = None
            self.status = replace(self.status, trouble=str(error).strip())
        self.status = replace(self.status, seen=now)
        if time.monotonic() - self._said >= SAY_EVERY:
            self._say()

    def _is_due(self, state: tuple[object, ...], now: float) -> bool:
        if state == self._state_saved or time.monotonic() - self._tried < self._patience():
            return False
        posted = self._state_saved is None or state[0] != self._state_saved[0]
        saved = self.status.saved
        return posted or saved is None or not 0 <= now - saved < self.every

    def _patience(self) -> float:
        return TRY_AGAIN if self.status.trouble else 0.0

    def _save(self, state: tuple[object, ...], now: float) -> None:
        self._tried = time.monotonic()
        backup = make_backup(backups_folder(), kind=AUTOMATIC)
        self._state_saved = state
        self.status = replace(self.status, saved=now, unsaved=None, trouble="")
        thin_out(backups_folder())
        if self.second is not None:
            try:
                copy_backup(backup.path, self.second)
            except BackupError as error:
                self.status = replace(self.status, second=str(error))
            else:
                self.status = replace(self.status, second="")
        self._say()

    def _say(self) -> None:
        """Write the status; if that fails, the desk notices that the status is old."""
        with contextlib.suppress(OSError):
            backups_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
            write_status(self.status)
            self._said = time.monotonic()

    def _look_at_database(self) -> tuple[object, ...]:
        """Return the number of posted rounds, and a number that every write changes."""
        posted = Round.objects.exclude(posted_at=None).count()
        if connection.vendor == "sqlite":
            if self._watcher is None:
                address = f"file:{quote(str(database_path()))}?mode=rw"
                self._watcher = sqlite3.connect(address, uri=True)
            return posted, self._watcher.execute("PRAGMA data_version").fetchone()[0]
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT tup_inserted + tup_updated + tup_deleted FROM pg_stat_database "
                "WHERE datname = current_database()"
            )
            return posted, cursor.fetchone()[0]
