"""A kept database, brought to the newest version."""

import json
import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import DateTimeField, Model

from events.migrations.older import APP, missing_steps, step, take_steps, taken_steps
from tests.upgrades.make import KEPT

VERSIONS = sorted(path.name.removesuffix(".json.xz") for path in KEPT.glob("*.json.xz"))
SCRATCH = "matchslip_kept"
SQLITE = {"ENGINE": "django.db.backends.sqlite3", "OPTIONS": {}}


@pytest.fixture(params=VERSIONS)
def kept(
    request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path
) -> Iterator[dict[str, Any]]:
    """The facts about a database of an older version, which is the database of this test."""
    path = tmp_path / "kept.sqlite3"
    path.write_bytes(lzma.decompress((KEPT / f"{request.param}.sqlite3.xz").read_bytes()))
    facts = json.loads(lzma.decompress((KEPT / f"{request.param}.json.xz").read_bytes()))
    place = _sqlite(path) if connections["default"].vendor == "sqlite" else _postgresql(path)
    with place:
        call_command("migrate", verbosity=0)
        yield facts


@contextmanager
def _sqlite(path: Path) -> Iterator[None]:
    with _instead_of_the_default({"NAME": str(path)}):
        yield


@contextmanager
def _postgresql(path: Path) -> Iterator[None]:
    """The rows of the file in a PostgreSQL database that has the tables of that time."""
    newest, steps, tables = _rows(path)
    with empty_database(path):
        _fill(newest, steps, tables)
        yield


@contextmanager
def empty_database(path: Path) -> Iterator[None]:
    """Let the default database be one without tables: on SQLite this file."""
    server = connections["default"]
    if server.vendor == "sqlite":
        with _sqlite(path):
            yield
        return
    name = f"{SCRATCH}_{server.settings_dict['NAME']}"[:60]
    with server._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {server.ops.quote_name(name)}")
        cursor.execute(f"CREATE DATABASE {server.ops.quote_name(name)}")
    try:
        with _instead_of_the_default({"NAME": name, "OPTIONS": {}}):
            yield
    finally:
        with connections["default"]._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE {server.ops.quote_name(name)}")


@contextmanager
def _instead_of_the_default(changes: dict[str, Any]) -> Iterator[None]:
    before = connections["default"]
    settings = connections.settings["default"]
    connections.settings["default"] = {**settings, **changes}
    connections["default"] = connections.create_connection("default")
    try:
        yield
    finally:
        connections["default"].close()
        connections.settings["default"] = settings
        connections["default"] = before


def _rows(path: Path) -> tuple[list[tuple[str, str]], list[str], list[list[Model]]]:
    """The records of the file: the newest migrations, steps of older versions; all its rows.

    Steps of older versions are no migrations any more: they make their tables themselves.
    """
    with _instead_of_the_default({**SQLITE, "NAME": str(path)}):
        loader = MigrationExecutor(connections["default"]).loader
        applied = set(loader.applied_migrations)
        complete = not missing_steps(connections["default"])
        steps = [] if complete else taken_steps(connections["default"])
        nodes = [one for one in loader.graph.nodes if one in applied]
        newest = [one for one in nodes if not (steps and one[0] == APP)]
        newest = [one for one in newest if not _follows(loader, one, applied)]
        state = loader.project_state(newest)
        for name in steps:
            state = step(name).mutate_state(state)
        models = state.apps.get_models(include_auto_created=True)
        return newest, steps, [list(model._base_manager.all()) for model in models]


def _follows(loader: MigrationLoader, node: tuple[str, str], applied: set[tuple[str, str]]) -> bool:
    """Whether another migration of the same application was applied after this one."""
    children = (child.key for child in loader.graph.node_map[node].children)
    return any(child in applied and child[0] == node[0] for child in children)


def _fill(newest: list[tuple[str, str]], steps: list[str], tables: list[list[Model]]) -> None:
    """Migrate the default database to where the rows come from, and insert them."""
    default = connections["default"]
    state = MigrationExecutor(default).migrate(newest)
    if steps:
        take_steps(default, state, steps, record=steps)
    models = [type(rows[0]) for rows in tables if rows]
    for field in (field for model in models for field in model._meta.local_fields):
        if isinstance(field, DateTimeField):
            field.auto_now = field.auto_now_add = False
    with transaction.atomic():
        for rows in filter(None, tables):
            type(rows[0])._base_manager.bulk_create(rows)
    with default.cursor() as cursor:
        for statement in default.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
