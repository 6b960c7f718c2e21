"""Create a backup: database and signing key in one file, read back before it counts."""

import json
import os
import re
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Literal

import msgspec
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from events.core.private_files import sync_folder
from events.hosting.backups import postgres, sqlite
from events.hosting.backups.errors import BackupError
from events.models import Round

ABOUT = "backup.json"
# Files that keep logins and the demonstration's password valid, saved with the database.
KEPT_FILES = ("secret_key", "demo_password")
LONGEST_KEPT = 1_000
BY_HAND = "by-hand"
STAMP = "%Y%m%dT%H%M%S%fZ"
_STAMP = re.compile(r"(\d{8}T\d{12}Z)-rounds-")
LAST = datetime.max.replace(tzinfo=UTC)
# The largest description of a backup, in bytes; its list of migrations has 15 KB.
MOST_ABOUT = 1024 * 1024
VENDORS: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgres}


@dataclass(frozen=True)
class Backup:
    """One backup: its file, its time and its contents.

    `rounds` counts the posted rounds of all events, `counts` the rows of each table; `migrations`
    lists those applied to its database.
    """

    path: Path
    made_at: datetime
    vendor: str
    rounds: int
    counts: dict[str, int]
    migrations: frozenset[str]

    @property
    def rows(self) -> int:
        """How many rows it has in all tables."""
        return sum(self.counts.values())


def make_backup(folder: Path, *, kind: str = BY_HAND) -> Backup:
    """Save all data to a new file in `folder`, read it back, and return it.

    `kind` becomes part of the file's name; only backups made `by-hand` are never thinned out.
    Raises BackupError, and leaves no partial file, if it cannot be made or differs from the
    database.
    """
    vendor = VENDORS[connection.vendor]
    now = datetime.now(UTC)
    rounds = Round.objects.exclude(posted_at=None).count()
    name = f"{_stamp(folder, now)}-rounds-{rounds:04}-{kind}.zip"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".making-", dir=folder) as making:
            work = Path(making)
            counts = vendor.save(work / vendor.FILE_NAME)
            about = {
                "made_at": now.isoformat(),
                "vendor": connection.vendor,
                "rounds": rounds,
                "counts": counts,
                "migrations": sorted(_migrations()),
            }
            _pack(work / name, work / vendor.FILE_NAME, about)
            (work / vendor.FILE_NAME).unlink()
            read_backup(work / name, work)
            (work / name).replace(folder / name)
        sync_folder(folder)
    except (OSError, sqlite3.Error, zipfile.BadZipFile) as error:
        # SQLite has its own message for a full disk.
        reason = getattr(error, "strerror", None) or error
        raise BackupError(f"No backup could be written to {folder}: {reason}") from error
    return Backup(folder / name, now, connection.vendor, rounds, counts, _migrations())


def _stamp(folder: Path, now: datetime) -> str:
    """Return the time for a name: later than all in the folder, even if the clock was set back."""
    known = [made for path in folder.glob("*.zip") if (made := made_at(path.name)) is not None]
    newest = max(known, default=None)
    if newest is not None and now <= newest < LAST:
        now = newest + timedelta(microseconds=1)
    return f"{now:{STAMP}}"


def made_at(name: str) -> datetime | None:
    """Return the time in a backup's name; None for any other file."""
    match = _STAMP.match(name)
    if match is None:
        return None
    try:
        return datetime.strptime(match[1], STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def read_backup(path: Path, into: Path) -> Backup:
    """Unpack a backup into the folder `into`, check its database, and return its description.

    Raises BackupError for a file that is no backup, is damaged, or has other row counts than it
    declares.
    """
    with _opened(path, into) as packed:
        backup = _about(path, packed)
        vendor = VENDORS[backup.vendor]
        for name in {vendor.FILE_NAME, *KEPT_FILES} & set(packed.namelist()):
            packed.extract(name, into)
    _check_kept_files(path, into)
    if vendor.check(into / vendor.FILE_NAME) != backup.counts:
        raise BackupError(f"{path} does not hold what it says: rows are missing.")
    return backup


def about_of(path: Path) -> Backup:
    """Return a backup's own description, unchecked; BackupError for another file."""
    with _opened(path, path.parent) as packed:
        return _about(path, packed)


class _About(msgspec.Struct):
    """A backup's description of itself, as anybody could have written it."""

    made_at: datetime
    vendor: Literal["sqlite", "postgresql"]
    rounds: int
    counts: dict[str, int]
    migrations: frozenset[str]


def _about(path: Path, packed: zipfile.ZipFile) -> Backup:
    if packed.getinfo(ABOUT).file_size > MOST_ABOUT:
        raise ValueError(ABOUT)
    about = msgspec.json.decode(packed.read(ABOUT), type=_About)
    return Backup(path, about.made_at, about.vendor, about.rounds, about.counts, about.migrations)


@contextmanager
def _opened(path: Path, into: Path) -> Iterator[zipfile.ZipFile]:
    """Open a backup's file; turn errors of the file inside into a BackupError that explains them.

    The library of ZIP files raises all of these for damaged ones.
    """
    try:
        with zipfile.ZipFile(path) as packed:
            yield packed
    except FileNotFoundError as error:
        raise BackupError(f"There is no file {path}.") from error
    except (
        *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError),
        *(KeyError, ValueError),
    ) as error:
        raise BackupError(f"{path} is not a backup, or damaged: {error}") from error
    except OSError as error:
        raise BackupError(f"{path} could not be unpacked to {into}: {error.strerror}") from error


def _check_kept_files(path: Path, into: Path) -> None:
    """Refuse a backup with an unusable signing key, after which nobody could log in."""
    for name in KEPT_FILES:
        kept = into / name
        if kept.exists():
            try:
                text = kept.read_text("ascii")
            except UnicodeDecodeError:
                text = ""
            if not (text.strip() and text.isprintable() and len(text) <= LONGEST_KEPT):
                raise BackupError(f"{path} is not a backup, or damaged: {name} is not a key.")


def _pack(target: Path, database: Path, about: dict[str, object]) -> None:
    """Write and sync the file, readable by its owner only."""
    descriptor = os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w+b") as handle:
        # ZIP files have no times before 1980, which a wrong clock may show.
        with zipfile.ZipFile(
            handle, "w", zipfile.ZIP_DEFLATED, compresslevel=1, strict_timestamps=False
        ) as packed:
            packed.writestr(zipfile.ZipInfo(ABOUT), json.dumps(about, indent=1))
            packed.write(database, database.name)
            for name in KEPT_FILES:
                kept = Path(settings.VAR_DIR) / name
                if kept.exists():
                    packed.write(kept, name)
        handle.flush()
        os.fsync(handle.fileno())


def _migrations() -> frozenset[str]:
    """Return this database's applied migrations as `app.name`."""
    return frozenset(
        f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()
    )
