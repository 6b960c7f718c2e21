"""Run the watch, which serve starts next to the server: backups, and which laptop is in charge."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from domain.operating_system import work_behind_others
from events.core.private_files import hold
from events.hosting.parent_process import SERVING, server_has_exited
from events.hosting.watch_process import keep_watch
from events.web.site_address import port_number


class Command(BaseCommand):
    """`manage.py keep_watch`."""

    help = "Make backups and tell other laptops with the same data who is in charge."
    # The server has just run them; they load every page of the site, which this process does not
    # need.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the server's port."""
        parser.add_argument("--port", type=port_number, default=8000)

    def handle(self, *_args: Any, port: int, **_options: Any) -> None:
        """Run the watch until the server ends."""
        work_behind_others()
        held = hold(Path(settings.VAR_DIR) / SERVING, alone=False)
        if held is None:
            raise CommandError("A backup is being restored here. Wait until that is done.")
        try:
            keep_watch(server_has_exited, port)
        except KeyboardInterrupt:
            self.stdout.write("")
