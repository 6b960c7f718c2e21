"""Prepare the database for commands on a new machine, and say where it is."""

from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import connection

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


def place_of_data() -> str:
    """Return the folder, file or database that holds the data, without user and password."""
    place = settings.DATABASES["default"]
    if connection.vendor == "sqlite":
        file = Path(str(place["NAME"]))
        return str(file.parent if file.parent == Path(settings.VAR_DIR) else file)
    host = place["HOST"] or place.get("OPTIONS", {}).get("host", "")
    return f"the PostgreSQL database {place['NAME']}{f' on {host}' if host else ''}"
