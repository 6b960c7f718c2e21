"""Many tables at once."""

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateTables(Operation):
    """Create the tables that operations describe, each one as it is after all of them.

    One by one, Django would make all models anew after each of them, as nearly all are related:
    seconds for each new database.
    """

    reversible = True

    def __init__(self, operations: Sequence[Operation]) -> None:
        """Take what makes models, fields, constraints and indexes, in the order of a migration."""
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Describe the tables; the models are made when somebody asks for them."""
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Make the tables with all that the operations add to them."""
        for operation in self.operations:
            if isinstance(operation, CreateModel):
                operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Remove the tables, the last one first."""
        for operation in reversed(self.operations):
            if isinstance(operation, CreateModel):
                operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        """Say what it does."""
        return "Create the tables of a new database"
