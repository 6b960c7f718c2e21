"""Serve from the copy made by `follow`, in place of a failed laptop."""

import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from domain.operating_system import become
from events.hosting.standby.database_copy import Copy, CopyError
from events.hosting.standby.leadership import Registry, claim_header
from events.hosting.standby.wire import TOKEN, WireError, send
from events.web.site_address import port_number


class Command(BaseCommand):
    """`manage.py take_over`."""

    help = "Serve from the copy that follow kept. The laptop that died must stay off the desk."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the copy's location and the address for serving."""
        parser.add_argument("--folder", default=str(Path(settings.VAR_DIR) / "copy"))
        parser.add_argument("--host", default="0.0.0.0", help="where to serve")  # noqa: S104
        parser.add_argument("--port", type=port_number, default=8000)
        parser.add_argument(
            "--anyway", action="store_true", help="although the other laptop still answers"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Check the copy, take charge, and become the server."""
        folder = Path(options["folder"])
        copy = Copy(folder)
        try:
            copy.check()
        except CopyError as error:
            raise CommandError(str(error)) from error
        registry = Registry(folder)
        if not options["anyway"]:
            self._check_gone(copy, registry)
        registry.claim()
        as_of = datetime.fromtimestamp(copy.about.as_of).astimezone()
        self.stdout.write(f"Taking over. The copy is as of {as_of:%Y-%m-%d %H:%M:%S}.")
        self.stdout.write("What was entered after that: see the list on each desk's round page.")
        self.stdout.flush()
        # Data, key and token all belong to the copy.
        others = ("MATCHSLIP_SECRET_KEY", "DATABASE_URL")
        kept = {key: value for key, value in os.environ.items() if key not in others}
        where = {"MATCHSLIP_VAR": str(folder)}
        command = [sys.executable, "manage.py", "serve", "--no-demo", "--host", options["host"]]
        command += ["--port", str(options["port"])]
        os.chdir(settings.BASE_DIR)
        become(command, {**kept, **where})

    def _check_gone(self, copy: Copy, registry: Registry) -> None:
        token = (registry.folder / TOKEN).read_text("ascii")
        try:
            send(copy.about.desk, token, claim_header(registry.own()), timeout=2.0)
        except WireError:
            return
        raise CommandError(
            f"{copy.about.desk} still answers. Two laptops in charge lose results: stop that one "
            "first, or say --anyway."
        )
