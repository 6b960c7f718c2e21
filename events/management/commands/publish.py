"""Publish the public pages where phones can reach them without the venue's network."""

import re
import shlex
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, InterfaceError, close_old_connections

from events.hosting.publishing.folder import Folder, FolderError, run_on
from events.hosting.publishing.publisher import Publisher
from events.models import Event
from events.public_site.page_cache import page_cache

EVERY_SECONDS = 1.0
# The targets that earlier versions published to themselves.
REMOTE = re.compile(r"rsync://|[\w.@-]+::?[^/\\]*")


class Command(BaseCommand):
    """`manage.py publish FOLDER --then COMMAND`."""

    help = "Copy the public pages to a folder, and let another program take them from there."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the folder, the way on from there, and the pages to publish."""
        parser.add_argument("folder", help="of these files alone")
        parser.add_argument(
            "--then", default="", metavar="COMMAND", help="run after each change, until it succeeds"
        )
        parser.add_argument(
            "--packed", action="store_true", help="write texts compressed only, for a store"
        )
        parser.add_argument("--event", action="append", default=[], metavar="SLUG")
        codes = [code for code, _name in settings.LANGUAGES]
        parser.add_argument(
            "--languages", nargs="+", default=codes, choices=codes, help="the first has plain names"
        )
        parser.add_argument("--once", action="store_true", help="publish what there is and end")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Publish until stopped."""
        known = set(Event.objects.filter(slug__in=options["event"]).values_list("slug", flat=True))
        if unknown := sorted(set(options["event"]) - known):
            raise CommandError(f"There is no event {', '.join(unknown)}.")
        if way_out := way_on_from(options["folder"]):
            raise CommandError(way_out)
        folder = Folder(Path(options["folder"]), packed=options["packed"])
        publisher = Publisher(folder, options["languages"], options["event"])
        self._then = shlex.split(options["then"])
        # It may have failed before an earlier run ended.
        self._is_waiting = bool(self._then)
        # Uses builds of other processes like a server, but stores none in the database.
        page_cache.watched = True
        try:
            if options["once"]:
                self._once(publisher)
            else:
                self._go_on(publisher)
        except KeyboardInterrupt:
            self.stdout.write("\nStopped. What is published stays.")
        finally:
            page_cache.watched = False

    def _once(self, publisher: Publisher) -> None:
        try:
            self._publish(publisher)
        except FolderError as error:
            raise CommandError(str(error)) from error

    def _go_on(self, publisher: Publisher) -> None:
        trouble = ""
        while True:
            began = time.monotonic()
            try:
                self._publish(publisher)
                trouble = ""
            except (FolderError, DatabaseError, InterfaceError) as error:
                if str(error) != trouble:
                    self.stdout.write(self.style.WARNING(f"{error} Tried again every second."))
                    self.stdout.flush()
                trouble = str(error)
                close_old_connections()
            time.sleep(max(0.0, EVERY_SECONDS - (time.monotonic() - began)))

    def _publish(self, publisher: Publisher) -> None:
        changed = publisher.publish()
        if changed:
            self._is_waiting = bool(self._then)
            self.stdout.write(f"{time.strftime('%H:%M:%S')} {changed} files published.")
            self.stdout.flush()
        if self._is_waiting:
            run_on(self._then)
            self._is_waiting = False


def way_on_from(target: str) -> str:
    """Say how a target of earlier versions is reached now; "" for a folder."""
    if target.startswith("s3://"):
        return (
            "publish writes to a folder, and rclone takes it to a store. Configure it once, then: "
            "publish FOLDER --packed --languages en --then 'deploy/to-store.sh FOLDER STORE:BUCKET'"
        )
    if not REMOTE.match(target) or Path(target).exists():
        return ""
    # Where earlier versions kept what they had sent.
    name = re.sub(r"\W+", "-", target).strip("-")
    folder = Path(settings.VAR_DIR) / "published" / name
    is_daemon = target.startswith("rsync://") or "::" in target
    line = "--contimeout=3" if is_daemon else '-e "ssh -o BatchMode=yes -o ConnectTimeout=3"'
    # --checksum: a page that changes twice in a second may keep its length.
    sent = f"rsync -rt --checksum --delete --delay-updates --timeout=3 {line}"
    return (
        "publish writes to a folder, and rsync takes it from there. "
        f"Run: publish {folder} --then '{sent} {folder}/ {target.rstrip('/')}/'"
    )
