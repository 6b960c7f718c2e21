"""Restore a backup in place of all current data."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.hosting.backups import BackupError, restore_backup


class Command(BaseCommand):
    """`manage.py restore FILE`."""

    help = "Check a backup and put it in the place of everything; what was there is set aside."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the file."""
        parser.add_argument("file", metavar="FILE", help="a file that backup made")

    def handle(self, *_args: Any, file: str, **_options: Any) -> None:
        """Restore the backup and print its contents."""
        try:
            backup, replaced = restore_backup(Path(file))
        except BackupError as error:
            raise CommandError(str(error)) from error
        events, players = backup.counts["events_event"], backup.counts["events_enrollment"]
        self.stdout.write(
            f"Restored as of {backup.made_at.astimezone():%Y-%m-%d %H:%M:%S}: {events} events, "
            f"{players} enrollments, {backup.rounds} posted rounds."
        )
        if replaced.exists():
            self.stdout.write(f"What was there before: {replaced}")
