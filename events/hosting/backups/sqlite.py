"""SQLite backups: copy by the online backup API, and check the copy."""

import contextlib
import re
import sqlite3
from pathlib import Path
from urllib.parse import quote

from django.conf import settings

from events.core.private_files import keep_private, sync_folder
from events.hosting.backups.errors import BackupError

# The journal's triggers, as created by migrations of any version.
OWN_TRIGGER = re.compile(
    r'CREATE TRIGGER "?journal_append_only"? BEFORE UPDATE ON "?events_journalentry"? '
    r'(WHEN [\w .,"()=<>]+ )?'
    r"BEGIN SELECT RAISE\(ABORT, 'the journal is append-only'\); END;?"
)
FILE_NAME = "matchslip.sqlite3"
Counts = dict[str, int]


def database_path() -> Path:
    """Return the path of the application's SQLite database."""
    return Path(str(settings.DATABASES["default"]["NAME"]))


def save(target: Path) -> Counts:
    """Copy the current database to `target`; return each table's row count.

    Rows are counted in the same read transaction that is copied. Writers do not wait for it,
    because readers of a write-ahead log do not block them.
    """
    source = f"file:{quote(str(database_path()))}?mode=rw"
    with (
        contextlib.closing(sqlite3.connect(source, uri=True, isolation_level=None)) as live,
        contextlib.closing(sqlite3.connect(target)) as copy,
    ):
        live.execute("BEGIN")
        counts = _count(live)
        copy.execute("PRAGMA synchronous=OFF")
        live.backup(copy)
        live.execute("COMMIT")
        # A single file without a write-ahead log; the application turns the log on again.
        copy.execute("PRAGMA journal_mode=DELETE")
    return counts


def check(path: Path) -> Counts:
    """Return each table's row count in this database; BackupError if it is damaged."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as copy:
            findings = [str(row[0]) for row in copy.execute("PRAGMA integrity_check(3)")]
            if findings != ["ok"]:
                raise BackupError(f"The database in it is damaged: {'; '.join(findings)}")
            _refuse_foreign(copy)
            return _count(copy)
    except sqlite3.DatabaseError as error:
        raise BackupError(f"The database in it can not be read: {error}") from error


def _refuse_foreign(copy: sqlite3.Connection) -> None:
    """Refuse foreign triggers, views and virtual tables, which would stay active after a restore.

    A view or trigger runs statements of the backup's author; a virtual table loads code.
    """
    acting = copy.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE type NOT IN ('table', 'index') "
        "OR (type = 'table' AND sql LIKE '%VIRTUAL%')"
    )
    for kind, name, statement in acting:
        if not OWN_TRIGGER.fullmatch(" ".join((statement or "").split())):
            raise BackupError(f"The database in it has a foreign {kind}: {name}.")


def put_in_place(copy: Path, replaced: Path) -> None:
    """Make `copy` the application's database; move the previous one to the folder `replaced`."""
    there = database_path()
    for suffix in ("", "-wal", "-shm"):
        old = there.with_name(there.name + suffix)
        if old.exists():
            replaced.mkdir(mode=0o700, parents=True, exist_ok=True)
            old.rename(replaced / (FILE_NAME + suffix))
            keep_private(replaced / (FILE_NAME + suffix))
    there.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    keep_private(copy)
    copy.replace(there)
    sync_folder(there.parent)


def _count(database: sqlite3.Connection) -> Counts:
    tables = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    # The names are from the database itself.
    return {
        str(name): int(database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])  # noqa: S608
        for (name,) in tables
    }
