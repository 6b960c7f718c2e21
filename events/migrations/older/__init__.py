"""The steps by which a database of an older version gets the tables of 0001_initial.

A new database has these tables at once. A database that an older version made has recorded which of
the steps 0001 to 0091 it has; `Upgrade` takes the missing ones, each in a transaction of its own,
and records it. A step has only what changes tables and rows: no labels, no choices.
"""

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

from events.migrations.older import (
    from_0001_to_0005,
    from_0006_to_0030,
    from_0031_to_0063,
    from_0064_to_0075,
    from_0076_to_0085,
    from_0086_to_0091,
)

APP = "events"
STEPS: dict[str, list[Operation]] = {
    **from_0001_to_0005.STEPS,
    **from_0006_to_0030.STEPS,
    **from_0031_to_0063.STEPS,
    **from_0064_to_0075.STEPS,
    **from_0076_to_0085.STEPS,
    **from_0086_to_0091.STEPS,
}
# Every name that a database of an older version may have recorded. The last one was the migration
# that took the steps of its time.
FORMER_NAMES = frozenset({*STEPS, "0063_older_databases"})
# A table of a later step that is there while only the first step is recorded tells how much the
# 0001_initial of that time made: all steps up to the one named.
MADE_AT_ONCE = (("events_badge", "0091_badges"), ("events_report", "0063_screen_words"))


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


def taken_steps(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the steps whose tables a database has, whether it took them or was made with them."""
    names = list(STEPS)
    applied = MigrationRecorder(connection).applied_migrations()
    last = max((number for number, name in enumerate(names) if (APP, name) in applied), default=-1)
    if last == 0:
        tables = connection.introspection.table_names()
        made = (names.index(name) for table, name in MADE_AT_ONCE if table in tables)
        last = next(made, last)
    return names[: last + 1]


def missing_steps(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the steps that a database lacks; none if today's 0001_initial made it."""
    return list(STEPS)[len(taken_steps(connection)) :]


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
