"""Open a page in this computer's browser; `serve --open` starts it with the server."""

import socket
import time
import webbrowser
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

SECONDS = 60
AGAIN_SECONDS = 0.2


class Command(BaseCommand):
    """`manage.py open_page ADDRESS --port PORT`."""

    help = "Wait until the server answers at its port, then show a page of it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the page and the server's port."""
        parser.add_argument("address")
        parser.add_argument("--port", type=int, required=True)

    def handle(self, *_args: Any, address: str, port: int, **_options: Any) -> None:
        """Wait for the server, then open the page."""
        until = time.monotonic() + SECONDS
        while not answers(port):
            if time.monotonic() > until:
                return
            time.sleep(AGAIN_SECONDS)
        if not webbrowser.open(address):
            self.stdout.write(f"No browser could be opened. The first page: {address}")


def answers(port: int) -> bool:
    """Return whether a server listens on a port of this computer."""
    with socket.socket() as asking:
        asking.settimeout(1)
        return asking.connect_ex(("127.0.0.1", port)) == 0
