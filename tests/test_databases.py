"""The database that the tests get by copying."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


@pytest.mark.django_db
def test_the_copy_has_every_migration_and_every_table() -> None:
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    assert executor.migration_plan(leaves) == []
    models = executor.loader.project_state(leaves).apps.get_models(include_auto_created=True)
    there = set(connection.introspection.table_names())
    assert {model._meta.db_table for model in models} <= there
