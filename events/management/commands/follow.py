"""Follow the desk: copy its data to this laptop, ready to take over."""

import contextlib
import os
import sys
import threading
import time
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from domain.operating_system import become
from domain.own_command import typed
from events.core.private_files import hold
from events.hosting.parent_process import SERVING
from events.hosting.standby.follower import ASK_EVERY, Follower
from events.hosting.standby.wire import AwayError, WireError
from events.web.site_address import port_number

STANDARD_INPUT = 0


class Command(BaseCommand):
    """`manage.py follow ADDRESS`."""

    help = "Keep a copy of another laptop's data; press Enter to take over when that one is dead."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the desk's address, its token, and this laptop's address for serving."""
        parser.add_argument("desk", metavar="ADDRESS", help="of the laptop that serves")
        parser.add_argument("--token", required=True, help="as the other laptop prints it")
        parser.add_argument("--host", default="0.0.0.0", help="where this one would serve")  # noqa: S104
        parser.add_argument("--port", type=port_number, default=8000)
        parser.add_argument("--folder", default=str(Path(settings.VAR_DIR) / "copy"))

    def handle(self, *_args: Any, **options: Any) -> None:
        """Follow the desk until stopped or until a failover."""
        desk = options["desk"].rstrip("/") + "/"
        Path(options["folder"]).mkdir(mode=0o700, parents=True, exist_ok=True)
        held = hold(Path(options["folder"]) / SERVING, alone=True)
        if held is None:
            raise CommandError("This copy is followed or served already, in another window.")
        try:
            follower = Follower(desk, options["token"], Path(options["folder"]), options["port"])
        except ValueError as error:
            raise CommandError(str(error)) from error
        try:
            follower.ask()
        except WireError as error:
            if not follower.copy.about.state:
                raise CommandError(str(error)) from error
        self.stdout.write(f"Following {desk}: the copy is in {follower.folder}")
        self.stdout.write(f"When that laptop is dead: press Enter here, or {typed('take_over')}.")
        try:
            self._follow(follower)
        except KeyboardInterrupt:
            self.stdout.write(f"\nStopped. The copy stays; {typed('take_over')} serves from it.")
            return
        self._become_take_over(options)

    def _follow(self, follower: Follower) -> None:
        """Request changes every second; return when a person takes over from a lost desk."""
        reported, shown, pressed = None, "", enter_key()
        while True:
            began = time.monotonic()
            trouble = ""
            try:
                follower.ask()
            except AwayError as error:
                trouble = str(error)
            except (WireError, OSError) as error:
                # The desk answers, but the copy is not updated: one of the two disks has a problem.
                trouble = str(error)
                if trouble != shown:
                    self.stdout.write(self.style.WARNING(f"The copy is not up to date: {trouble}"))
                    self.stdout.flush()
            shown = trouble
            if follower.lost != reported:
                reported = follower.lost
                self._say(follower, trouble)
            if pressed.wait(max(0.0, ASK_EVERY - (time.monotonic() - began))):
                pressed.clear()
                if follower.lost:
                    return
                self.stdout.write("The desk still answers: nothing to take over.")

    def _say(self, follower: Follower, trouble: str) -> None:
        as_of = datetime.fromtimestamp(follower.copy.about.as_of).astimezone()
        self.stdout.write(f"The copy is as of {as_of:%H:%M:%S}.")
        if follower.lost:
            self.stdout.write(self.style.WARNING(f"{trouble} Press Enter to serve from the copy."))
        self.stdout.flush()

    def _become_take_over(self, options: dict[str, Any]) -> None:
        self.stdout.flush()
        command = [sys.executable, "manage.py", "take_over", "--folder", options["folder"]]
        command += ["--host", options["host"], "--port", str(options["port"])]
        os.chdir(settings.BASE_DIR)
        become(command)


def enter_key() -> threading.Event:
    """Return what each Enter at the terminal or in a pipe sets."""
    pressed = threading.Event()
    threading.Thread(target=_read_keys, args=[pressed], daemon=True).start()
    return pressed


def _read_keys(pressed: threading.Event) -> None:
    # Windows has no `select` for a terminal. A thread in `sys.stdin` would hold its lock at exit.
    with contextlib.suppress(OSError):
        while os.read(STANDARD_INPUT, 1024):
            pressed.set()
