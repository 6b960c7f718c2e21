"""An update of the tables: never by an older version, and by one process at a time."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from events.hosting import updates
from events.hosting.backups import make_backup
from events.hosting.parent_process import SERVER, serve_alone
from events.hosting.rehearsal.own_server import free_port
from events.hosting.updates import TooNewError, bring_up_to_date, check_not_newer
from events.models import Event
from events.web.health import Readiness
from tests import factories
from tests.databases import migrated_file

NEWER = "0999_from_the_future"


@pytest.fixture
def var(tmp_path: Path) -> Path:
    folder = tmp_path / "the shop's var"
    folder.mkdir()
    return folder


@pytest.fixture
def as_it_was(transactional_db: None) -> Iterator[None]:
    """Emptying the tables after a test leaves those of the migrations as they are."""
    yield
    MigrationRecorder(connection).record_unapplied("events", NEWER)


def make_newer() -> None:
    MigrationRecorder(connection).record_applied("events", NEWER)


@pytest.mark.django_db
def test_the_database_of_a_newer_version_is_refused_by_name(var: Path) -> None:
    check_not_newer()
    make_newer()
    with override_settings(VAR_DIR=var), pytest.raises(TooNewError) as error:
        bring_up_to_date(print)
    assert str(error.value) == (
        f"The database is of a newer version: this is Matchslip {settings.VERSION}, which does not "
        f"know events.{NEWER}. Start the newer version again. {var / 'backups'} has no backup that "
        "fits this version."
    )


def test_the_version_that_is_needed_and_the_backup_that_fits_are_named(
    as_it_was: None, file_database: None, var: Path
) -> None:
    with override_settings(VAR_DIR=var):
        (var / updates.LAST_VERSION).write_text("9.1.0")
        (var / "backups").mkdir()
        (var / "backups" / "99990101T000000000000Z-rounds-0000-by-hand.zip").write_bytes(b"odd")
        fits = make_backup(var / "backups")
        make_newer()
        make_backup(var / "backups")
        with pytest.raises(TooNewError) as error:
            check_not_newer()
    words = str(error.value)
    assert "is of a newer version (Matchslip 9.1.0)" in words
    assert f"or go back to {fits.made_at:%Y-%m-%d %H:%M} UTC: {sys.executable} manage.py " in words
    assert fits.path.name in words


@pytest.mark.sqlite
def test_an_empty_database_gets_the_tables_that_came_with_the_program(
    file_database: None, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "MADE", migrated_file(var / "empty.sqlite3"))
    in_file = Path(connection.settings_dict["NAME"])
    connection.close()
    in_file.write_bytes(b"")
    with override_settings(VAR_DIR=var):
        with CaptureQueriesContext(connection) as asked:
            bring_up_to_date(print)
        assert not [query for query in asked if "CREATE TABLE" in query["sql"]]
        executor = MigrationExecutor(connection)
        assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
        factories.event()
        bring_up_to_date(print)
        assert Event.objects.exists(), "nothing is laid over tables that are there"


@pytest.mark.sqlite
def test_the_shipped_tables_are_those_of_the_migrations(
    file_database: None, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "MADE", var / "empty.sqlite3")
    with pytest.raises(RuntimeError, match="Name an empty folder"):
        updates.ship_tables()
    in_file = Path(connection.settings_dict["NAME"])
    connection.close()
    in_file.write_bytes(b"")
    updates.ship_tables()
    shipped, migrated = (
        contents(path) for path in (updates.MADE, migrated_file(var / "migrated.sqlite3"))
    )
    assert shipped == migrated


def contents(path: Path) -> dict[str, list[Any]]:
    """Return the schema of a database, and its rows by table; those of migrations without times."""
    with closing(sqlite3.connect(path)) as opened:
        schema = opened.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        tables = [name for name, sql in schema if (sql or "").startswith("CREATE TABLE")]
        rows = {name: sorted(opened.execute(f"SELECT * FROM {name}")) for name in tables}
    rows["django_migrations"] = [row[:-1] for row in rows["django_migrations"]]
    return {"schema": schema, **rows}


@pytest.mark.django_db
def test_neither_a_command_nor_the_readiness_passes_over_a_newer_database(var: Path) -> None:
    assert Readiness().ask(in_request=True) == (True, "Ready.")
    make_newer()
    with override_settings(VAR_DIR=var):
        with pytest.raises(CommandError, match="is of a newer version"):
            call_command("import_event", "cup.json")
        assert Readiness().ask(in_request=True) == (
            False,
            f"The database is of a newer version: events.{NEWER}.",
        )
    assert Client().get("/healthz").status_code in (200, 404), "the process itself lives"


HOLDER = """
import sys
from pathlib import Path
from events.core.private_files import hold
held = hold(Path(sys.argv[1]), alone=True)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.sqlite
@pytest.mark.django_db
def test_a_second_start_waits_for_the_first_and_says_so(var: Path) -> None:
    told: list[str] = []
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(var / "update.lock")],
        cwd=settings.BASE_DIR,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"

        def tell(words: str) -> None:
            assert first.poll() is None
            told.append(words)
            first.stdin.close()  # type: ignore[union-attr]  # which ends it

        with override_settings(VAR_DIR=var), updates._alone(tell):
            assert first.wait(60) == 0, "it had ended by then"
    assert told == ["Another start brings the database up to date. Waiting for it."]


@pytest.mark.sqlite
@pytest.mark.django_db
def test_a_second_server_on_the_same_data_is_refused(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SERVER, "")
    with override_settings(VAR_DIR=var):
        first = serve_alone(var)
        assert first is not None
        with first, pytest.raises(CommandError, match="already serves the data in") as error:
            call_command("serve", port=free_port())
    assert "name another folder with MATCHSLIP_VAR" in str(error.value)
    again = serve_alone(var)
    assert again is not None, "it ended with the first"
    again.close()
