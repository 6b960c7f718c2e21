"""Publish the public pages where phones can reach them without the venue's network."""

import os
import re
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, InterfaceError, close_old_connections

from events.hosting.publishing.aws_signature import Keys
from events.hosting.publishing.publisher import Publisher
from events.hosting.publishing.rsync_target import RsyncTarget
from events.hosting.publishing.s3_target import S3Target
from events.hosting.publishing.target import Folder, Target, TargetError
from events.models import Event
from events.public_site.page_cache import page_cache

EVERY_SECONDS = 1.0
REMOTE = re.compile(r"rsync://|[\w.@-]+::?[^/\\]*")


class Command(BaseCommand):
    """`manage.py publish TARGET`."""

    help = "Copy the public pages to a folder, an rsync server or an S3-compatible store."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the target and the pages to publish."""
        parser.add_argument(
            "target", help="a folder, rsync://HOST/MODULE/PATH, USER@HOST:PATH, s3://BUCKET/PREFIX"
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
        try:
            target = target_of(options["target"])
        except TargetError as error:
            raise CommandError(str(error)) from error
        publisher = Publisher(target, options["languages"], options["event"])
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
            self._say(publisher.publish())
        except TargetError as error:
            raise CommandError(str(error)) from error

    def _go_on(self, publisher: Publisher) -> None:
        trouble = ""
        while True:
            began = time.monotonic()
            try:
                self._say(publisher.publish())
                trouble = ""
            except (TargetError, DatabaseError, InterfaceError) as error:
                if str(error) != trouble:
                    self.stdout.write(self.style.WARNING(f"{error} Tried again every second."))
                    self.stdout.flush()
                trouble = str(error)
                close_old_connections()
            time.sleep(max(0.0, EVERY_SECONDS - (time.monotonic() - began)))

    def _say(self, changed: int) -> None:
        if changed:
            self.stdout.write(f"{time.strftime('%H:%M:%S')} {changed} files published.")
            self.stdout.flush()


def target_of(text: str) -> Target:
    """Return the target with this name; TargetError if something is missing."""
    if text.startswith("s3://"):
        bucket, _slash, prefix = text.removeprefix("s3://").partition("/")
        asked = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL")
        if missing := [name for name in asked if not os.environ.get(name)]:
            raise TargetError(f"Set {' and '.join(missing)}.")
        access, secret, endpoint = (os.environ[name] for name in asked)
        keys = Keys(access, secret, os.environ.get("AWS_REGION") or "us-east-1")
        return S3Target(endpoint, bucket, prefix, keys)
    if REMOTE.match(text) and not Path(text).exists():
        name = re.sub(r"\W+", "-", text).strip("-")
        return RsyncTarget(text, Path(settings.VAR_DIR) / "published" / name)
    return Folder(Path(text))
