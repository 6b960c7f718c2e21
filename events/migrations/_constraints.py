"""Constraints of large tables: added for new rows first, checked for old ones afterwards."""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddConstraint
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class AddConstraintNotValid(AddConstraint):
    """Add a constraint that PostgreSQL does not check old rows for: that would hold a lock.

    `ValidateConstraint` in a later migration checks them while others write. SQLite, which one
    laptop uses, makes the table again with the constraint.
    """

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Add the constraint for the rows to come."""
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        added: Any = self.constraint.create_sql(model, schema_editor)
        schema_editor.execute(f"{added} NOT VALID", params=None)


class ValidateConstraint(Operation):
    """Check the old rows of a table for a constraint, while others write to it."""

    reversible = True
    reduces_to_sql = True

    def __init__(self, model_name: str, name: str) -> None:
        """Take the model and the name of its constraint."""
        self.model_name, self.name = model_name, name

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Change nothing: the constraint is known."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Validate the constraint; SQLite has done so."""
        if schema_editor.connection.vendor != "postgresql":
            return
        table = to_state.apps.get_model(app_label, self.model_name)._meta.db_table
        quote = schema_editor.quote_name
        schema_editor.execute(
            f"ALTER TABLE {quote(table)} VALIDATE CONSTRAINT {quote(self.name)}", params=None
        )

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Change nothing."""

    def describe(self) -> str:
        """Say what it does."""
        return f"Validate constraint {self.name} on {self.model_name}"
