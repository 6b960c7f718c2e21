"""Back up all data to one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.hosting.backups import BackupError, make_backup
from events.hosting.backups.retention import backups_folder


class Command(BaseCommand):
    """`manage.py backup`."""

    help = (
        "Save everything, also while the server runs, to a new file that is read back and checked."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the folder."""
        parser.add_argument(
            "folder", nargs="?", metavar="FOLDER", help="default: backups/ in the data's folder"
        )

    def handle(self, *_args: Any, folder: str | None, **_options: Any) -> None:
        """Make a backup and print its contents."""
        try:
            backup = make_backup(Path(folder) if folder else backups_folder())
        except BackupError as error:
            raise CommandError(str(error)) from error
        events, players = backup.counts["events_event"], backup.counts["events_enrollment"]
        self.stdout.write(
            f"{backup.path}: {events} events, {players} enrollments, {backup.rounds} posted rounds"
        )
        self.stdout.write(
            "It holds passwords' hashes, the signing key and investigation notes: keep it to "
            "yourself."
        )
