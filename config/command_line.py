"""Run the commands of the clone and of the package; errors at the start end in one sentence."""

import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import connection
from django.db.utils import OperationalError


def run_command(words: list[str]) -> None:
    """Run a command; exit with one sentence for a wrong setting or an unreachable database."""
    try:
        execute_from_command_line(words)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except OperationalError as error:
        # A connection that was open says more in a traceback.
        if connection.connection is not None:
            raise
        reason = " ".join(str(error).split())
        sys.exit(
            f"The database does not answer: {reason} Start the database, or correct DATABASE_URL."
        )
