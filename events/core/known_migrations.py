"""Compare the migrations that this version knows with those of a database."""

from functools import cache

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from events.migrations.older import APP, FORMER_NAMES


@cache
def known_migrations() -> frozenset[str]:
    """Return this application's migrations, of this version and earlier ones, as `app.name`."""
    own = {name for app, name in MigrationLoader(None).disk_migrations if app == APP}
    return frozenset(f"{APP}.{name}" for name in own | FORMER_NAMES)


def newer_migrations() -> list[str]:
    """Return the migrations of the database that are newer than this version."""
    applied = MigrationRecorder(connection).applied_migrations()
    own = {f"{app}.{name}" for app, name in applied if app == APP}
    return sorted(own - known_migrations())


def has_tables() -> bool:
    """Return whether the database has tables of any version of this application."""
    return bool(MigrationRecorder(connection).applied_migrations())


def missing_migrations() -> list[str]:
    """Return the newest migrations of this version that the database lacks."""
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in _newest() if (app, name) not in applied)


@cache
def _newest() -> tuple[tuple[str, str], ...]:
    return tuple(MigrationLoader(None).graph.leaf_nodes())
