"""Commands that work on a machine where nothing has been prepared."""

from django.core.management import BaseCommand, call_command
from django.db import connection

from events.models import Event


def prepare_database(command: BaseCommand) -> None:
    """Create the tables in a database that has none yet, and say so on standard error."""
    if Event._meta.db_table not in connection.introspection.table_names():
        command.stderr.write("The database is empty: creating its tables.")
        call_command("migrate", verbosity=0, interactive=False)
