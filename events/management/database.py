"""Prepare the database for commands on a new machine."""

from django.core.management import BaseCommand, CommandError

from events.core.known_migrations import has_tables
from events.hosting.updates import TooNewError, bring_up_to_date, check_not_newer


def prepare_database(command: BaseCommand) -> None:
    """Create the tables in a database that has none, and report it on standard error.

    Raises CommandError for the database of a newer version.
    """
    try:
        if not has_tables():
            command.stderr.write("The database is empty: creating its tables.")
            bring_up_to_date(command.stderr.write)
        else:
            check_not_newer()
    except TooNewError as error:
        raise CommandError(str(error)) from error
