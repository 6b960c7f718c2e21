"""A migration locks no table for long, and the version before goes on with its tables.

Two versions serve one PostgreSQL while nodes are replaced one after the other, as
docs/hosting.md says. django-migration-linter reads the SQL for the database of the settings,
here mostly SQLite, and does not see that a table is new; this reads the operations.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.models.fields import NOT_PROVIDED

from events.migrations._constraints import AddConstraintNotValid
from events.migrations.older import APP, STEPS, step

# The version that introduced these rules needs a pause for its deployment; later versions follow
# them.
LAST_WITH_A_PAUSE = "0090"


def problems_of(migration: migrations.Migration) -> list[str]:
    """Return why a migration would lock a table for long or stop the version before."""
    new = {
        operation.name_lower
        for operation in migration.operations
        if isinstance(operation, migrations.CreateModel)
    }
    atomic = migration.atomic
    problems = [_problem(operation, new, atomic=atomic) for operation in migration.operations]
    return [f"{migration.name}: {words}" for words in problems if words]


def _problem(operation: Operation, new: set[str], *, atomic: bool) -> str:
    table = str(getattr(operation, "model_name", getattr(operation, "name", ""))).lower()
    if table in new:
        return ""
    if isinstance(operation, migrations.AddField):
        return _added(operation.field, f"{table}.{operation.name}")
    if isinstance(operation, migrations.AddIndex) and not isinstance(
        operation, AddIndexConcurrently
    ):
        return f"the index of {table} is not made concurrently"
    if isinstance(operation, migrations.AddConstraint) and not isinstance(
        operation, AddConstraintNotValid
    ):
        return f"the constraint of {table} reads the whole table: validate it later"
    removing = (migrations.RenameField, migrations.RenameModel, migrations.AlterModelTable)
    if isinstance(operation, removing):
        return f"{table} is renamed under the version before"
    if isinstance(operation, (migrations.RemoveField, migrations.DeleteModel)):
        return f"the version before reads a column or table of {table} that is removed"
    if isinstance(operation, migrations.RunPython) and atomic:
        return "data is rewritten in the transaction that holds the locks: atomic = False"
    return ""


def _added(field: Any, where: str) -> str:
    if field.default is not NOT_PROVIDED and callable(field.default):
        return f"{where} has a volatile default: each row is rewritten"
    if not field.null and field.db_default is NOT_PROVIDED and not field.many_to_many:
        return f"{where} has no default in the database: the version before can't insert"
    if field.unique or field.db_index:
        return f"{where} is indexed under a lock"
    return ""


def _made(operations: Sequence[Operation], *, atomic: bool = True) -> migrations.Migration:
    columns = {"operations": [*operations], "atomic": atomic}
    kind: type[migrations.Migration] = type("MadeUp", (migrations.Migration,), columns)
    return kind("0999_made_up", "events")


TEXT = models.CharField(max_length=9, db_default="")
INDEX = models.Index(fields=["name"], name="made_up")


def _nothing(_apps: object, _editor: object) -> None:
    """Stand for a change of data."""


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("event", "x", models.CharField(max_length=9, default="")),
        migrations.AddField("event", "x", models.CharField(default=str, db_default="")),
        migrations.AddField("event", "x", models.CharField(db_default="", unique=True)),
        migrations.AddIndex("event", INDEX),
        migrations.AddConstraint(
            "event", models.CheckConstraint(condition=models.Q(name=""), name="made_up")
        ),
        migrations.RenameField("event", "name", "x"),
        migrations.RemoveField("event", "name"),
        migrations.DeleteModel("event"),
        migrations.RunPython(_nothing),
    ],
)
def test_what_locks_or_stops_is_refused(operation: Operation) -> None:
    assert len(problems_of(_made([operation]))) == 1


def test_what_is_quick_is_allowed() -> None:
    operations: Iterable[Operation] = [
        migrations.CreateModel("fresh", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("fresh", "x", models.CharField(max_length=9)),
        migrations.AddIndex("fresh", INDEX),
        migrations.AddField("event", "x", TEXT),
        migrations.AddField("event", "y", models.IntegerField(null=True)),
    ]
    assert problems_of(_made([*operations])) == []
    concurrent = AddIndexConcurrently("event", INDEX)
    assert problems_of(_made([concurrent, migrations.RunPython(_nothing)], atomic=False)) == []


def test_migrations_lock_no_table_for_long() -> None:
    loader = MigrationLoader(None)
    own = [made for (app, _name), made in loader.disk_migrations.items() if app == APP]
    steps = [step(name) for name in STEPS]
    later = [made for made in (*steps, *own) if made.name[:4] > LAST_WITH_A_PAUSE]
    assert {"0091_badges", "0091_older_databases"} <= {made.name for made in later}
    assert [words for made in later for words in problems_of(made)] == []
