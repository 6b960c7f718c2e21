"""An upgraded database gets the tables that a new one has; a new one needs no step for that."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from events.migrations.older import STEPS, missing_steps, take_steps
from tests.databases import migrated_file
from tests.upgrades.conftest import empty_database

pytestmark = pytest.mark.slow

POSTGRESQL = {
    "columns": "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, "
    "column_default, is_identity, identity_generation FROM information_schema.columns "
    "WHERE table_schema = 'public'",
    "constraints": "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) "
    "FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
    "indexes": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "triggers": "SELECT tgrelid::regclass::text, pg_get_triggerdef(oid) FROM pg_trigger "
    "WHERE NOT tgisinternal",
    "functions": "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
}
# Generated names, which contain the former name of a table or column. Django finds such indexes and
# constraints by their columns.
AUTOMATIC = re.compile(r"\b(?:events_\w+_check|\w+_(?:[0-9a-f]{8}(?:_\w+)?|pkey|key))\b")


def test_the_steps_from_older_versions_end_with_the_tables_of_a_new_database(
    transactional_db: None, tmp_path: Path
) -> None:
    # A separate database, because another test may have restored the tests' own, which rewrites
    # constraints.
    with new_database(tmp_path / "new.sqlite3"):
        new = schema()
    with empty_database(tmp_path / "older.sqlite3"):
        older = connections["default"]
        others = [
            key for key in MigrationExecutor(older).loader.graph.leaf_nodes() if key[0] != "events"
        ]
        state = MigrationExecutor(older).migrate(others)
        take_steps(older, state, list(STEPS), record=list(STEPS))
        call_command("migrate", verbosity=0)
        assert missing_steps(older) == []
        upgraded = schema()
    assert upgraded.keys() == new.keys()
    assert {
        kind: rows ^ upgraded[kind] for kind, rows in new.items() if rows != upgraded[kind]
    } == {}


@pytest.mark.django_db
def test_a_new_database_takes_no_step() -> None:
    applied = {name for app, name in MigrationRecorder(connection).applied_migrations()}
    assert {"0001_initial", "0091_older_databases"} <= applied
    # The first and last steps have the names of the migrations that create and complete a new one.
    assert set(list(STEPS)[1:-1]).isdisjoint(applied)
    assert missing_steps(connection) == []


@contextmanager
def new_database(path: Path) -> Iterator[None]:
    """Let the default database be one that all migrations have just made.

    On SQLite it is a copy of the one that `manage.py migrate` made of the same migrations.
    """
    if connections["default"].vendor == "sqlite":
        migrated_file(path)
    with empty_database(path):
        # Only missing migrations run, and a copy lacks none.
        call_command("migrate", verbosity=0)
        yield


def schema() -> dict[str, set[Any]]:
    """Return all tables with columns, types, constraints and indexes, in no order, and triggers."""
    found: dict[str, set[Any]] = {}
    with connections["default"].cursor() as cursor:
        if connections["default"].vendor == "sqlite":
            cursor.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
            for kind, name, table, sql in cursor:
                parts = _parts(sql or "") if kind == "table" else [AUTOMATIC.sub("", sql or "")]
                found.setdefault(f"{kind} {AUTOMATIC.sub('', name)} {table}", set()).update(parts)
            return found
        for kind, statement in POSTGRESQL.items():
            cursor.execute(statement)
            found[kind] = {
                tuple(AUTOMATIC.sub("", text) if isinstance(text, str) else text for text in row)
                for row in cursor
            }
        return found


def _parts(sql: str) -> Iterator[str]:
    """Split a statement at the commas of its outermost brackets."""
    depth, quoted, part = 0, "", ""
    for letter in sql:
        if quoted:
            quoted = "" if letter == quoted else quoted
        elif letter in "'\"":
            quoted = letter
        elif (depth == 1 and letter in ",)") or (depth == 0 and letter == "("):
            yield part.strip(" ,(")
            part = ""
        if not quoted and letter in "()":
            depth += 1 if letter == "(" else -1
        part += letter
    yield part
