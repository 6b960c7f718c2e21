"""One migrated database, made once and copied: migrations take seconds, a copy takes none.

It is made again when a migration, the settings, Django or another application with tables
changes. SQLite's is in `var/tests/`, PostgreSQL's on its server next to the tests' databases.
"""

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management.commands.migrate import Command as Migrate
from django.db import connections

from domain.operating_system import lock as hold
from tests.shared import ROOT

FOLDER = ROOT / "var" / "tests"
A_DAY = 24 * 60 * 60  # seconds
# Everything outside Django that decides the schema of an empty database.
SOURCES = ("config/settings.py", "events/migrations/**/*.py", "tests/databases.py")


@contextmanager
def migrated_once() -> Iterator[None]:
    """Let Django make the databases of the tests, inside, from a copy instead of by migrating."""
    with _one_at_a_time(), pytest.MonkeyPatch.context() as patch:
        if connections["default"].vendor == "sqlite":
            patch.setattr(Migrate, "handle", _fill)
        else:
            _copy_on_postgresql(patch)
        yield


def migrated_file(path: Path) -> Path:
    """Put a migrated and empty SQLite database there, for a process that a test starts.

    It has a write-ahead log, as every start of a server leaves it: of two processes that convert it
    at the same moment, SQLite refuses one without waiting.
    """
    with _one_at_a_time():
        shutil.copyfile(_template_file(), path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=WAL")
    return path


def empty(_command: object, **options: Any) -> None:
    """Empty SQLite's database in memory at once, by a copy of an empty one."""
    connection = connections[options["database"]]
    connection.ensure_connection()
    _empty_one().backup(connection.connection)


@cache
def _empty_one() -> sqlite3.Connection:
    """The template in memory, where nobody replaces it while the tests run."""
    kept = sqlite3.connect(":memory:", check_same_thread=False)
    with _one_at_a_time(), closing(sqlite3.connect(_template_file())) as template:
        template.backup(kept)
    return kept


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Let no other process make a template meanwhile, or copy one that is not finished."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        hold(lock, alone=True, wait=True)
        yield


def _key() -> str:
    """A name for what the migrations make of an empty database."""
    known = hashlib.sha256(version("django").encode())
    for pattern in SOURCES:
        for path in sorted(ROOT.glob(pattern)):
            known.update(path.name.encode() + path.read_bytes())
    return known.hexdigest()[:16]


def _template_file() -> Path:
    """SQLite's template, made by a process that knows nothing of the tests' database."""
    template = FOLDER / f"{_key()}.sqlite3"
    if not template.exists():
        for older in FOLDER.glob("*.sqlite3*"):
            # A newer one may belong to a different Django whose tests are running right now.
            if older.stat().st_mtime < time.time() - A_DAY:
                older.unlink()
        new = template.with_suffix(".sqlite3-new")
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity=0"],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": f"sqlite:///{new}"},
            check=True,
        )
        with closing(sqlite3.connect(new)) as made:
            made.execute("PRAGMA journal_mode=DELETE")
        new.rename(template)
    return template


def _fill(_command: object, *_args: object, **options: Any) -> None:
    """Fill a new SQLite database from the template, in place of migrating it."""
    connection = connections[options["database"]]
    connection.ensure_connection()
    with closing(sqlite3.connect(_template_file())) as template:
        template.backup(connection.connection)


def _copy_on_postgresql(patch: pytest.MonkeyPatch) -> None:
    """Let Django make its database from the template; make that first if need be."""
    connection: Any = connections["default"]
    migrate = Migrate.handle
    # Leave out the suffix that distinguishes the workers of one run.
    base = settings.DATABASES["default"]["NAME"].rpartition("_gw")
    prefix = f"template_{base[0] or base[2]}"[:40]
    template = f"{prefix}_{_key()}"
    quote = connection.ops.quote_name

    with connection._nodb_cursor() as cursor:
        cursor.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [f"{prefix}_"]
        )
        there = {name for (name,) in cursor.fetchall()}
    if template in there:
        patch.setitem(connection.settings_dict["TEST"], "TEMPLATE", template)
        patch.setattr(Migrate, "handle", lambda *_args, **_options: None)
        return

    def kept(command: Migrate, *args: Any, **options: Any) -> None:
        migrate(command, *args, **options)
        connection.close()
        connection.close_pool()
        unfinished = f"{prefix}_making"
        with connection._nodb_cursor() as cursor:
            for older in {*there, unfinished}:
                cursor.execute(f"DROP DATABASE IF EXISTS {quote(older)}")
            made = connection.settings_dict["NAME"]
            cursor.execute(f"CREATE DATABASE {quote(unfinished)} TEMPLATE {quote(made)}")
            cursor.execute(f"ALTER DATABASE {quote(unfinished)} RENAME TO {quote(template)}")

    patch.setattr(Migrate, "handle", kept)
