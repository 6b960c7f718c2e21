"""The steps by which a database of an older version gets the tables of 0001_initial.

A new database has these tables at once. A database that an older version made has recorded which of
the steps 0001 to 0063 it has; `Upgrade` takes the missing ones, each in a transaction of its own,
and records it. A step has only what changes tables and rows: no labels, no choices.
"""

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

from events.migrations.older import from_0001_to_0005, from_0006_to_0030, from_0031_to_0063

APP = "events"
STEPS: dict[str, list[Operation]] = {
    **from_0001_to_0005.STEPS,
    **from_0006_to_0030.STEPS,
    **from_0031_to_0063.STEPS,
}
# The first and the last name are recorded in new databases, too. This table of step 0008 is there and
# none of the others is recorded: 0001_initial made it.
BETWEEN = frozenset(list(STEPS)[1:-1])
TABLE_OF_NEW_DATABASES = "events_report"


class Upgrade(Operation):
    """Take the steps that an older database lacks; leave others alone."""

    reversible = True
    reduces_to_sql = False

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Change nothing: 0001_initial has described the tables of today."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Take the missing steps; Django records the last one itself."""
        todo = missing_steps(schema_editor.connection)
        if todo and not schema_editor.collect_sql:
            take_steps(schema_editor.connection, from_state, todo, record=todo[:-1])

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Change nothing: going back from 0001_initial removes all tables."""

    def describe(self) -> str:
        """Say what it does."""
        return "Upgrade a database that an older version made"


def recorded_steps(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the steps that are recorded in a database."""
    applied = MigrationRecorder(connection).applied_migrations()
    return [name for name in STEPS if (APP, name) in applied]


def missing_steps(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the steps that a database lacks; none if today's 0001_initial made it."""
    recorded = recorded_steps(connection)
    is_new = TABLE_OF_NEW_DATABASES in connection.introspection.table_names()
    if is_new and BETWEEN.isdisjoint(recorded):
        return []
    return [name for name in STEPS if name not in recorded]


def take_steps(
    connection: BaseDatabaseWrapper, state: ProjectState, todo: list[str], *, record: list[str]
) -> None:
    """Take the steps `todo` in a database that has all steps before them.

    `state` has the tables of the other applications.
    """
    state = without_this_app(state)
    for name in STEPS:
        if name not in todo:
            state = step(name).mutate_state(state, preserve=False)
            continue
        state.apps  # All models at once, as Django's own executor makes them.
        with connection.schema_editor(atomic=True) as editor:
            state = step(name).apply(state, editor)
            if name in record:
                MigrationRecorder(connection).record_applied(APP, name)
        if name == todo[-1]:
            return


def step(name: str) -> Migration:
    """Return a step as a migration."""
    migration: Migration = type("Step", (Migration,), {"operations": STEPS[name]})(name, APP)
    return migration


def without_this_app(state: ProjectState) -> ProjectState:
    """Return a copy of a state that has the other applications only."""
    models = {key: model.clone() for key, model in state.models.items() if key[0] != APP}
    return ProjectState(models, real_apps=state.real_apps)
