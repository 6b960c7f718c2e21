"""Export one event as an archive."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.models import Event
from events.services.archive import export_archive


class Command(BaseCommand):
    """`manage.py export_event SLUG`."""

    help = "Print the archive of an event, one JSON object, on standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the event's slug."""
        parser.add_argument("slug", help="the event as its address names it")

    def handle(self, *_args: Any, slug: str, **_options: Any) -> None:
        """Print the archive."""
        event = Event.objects.filter(slug=slug).first()
        if event is None:
            known = ", ".join(Event.objects.values_list("slug", flat=True)[:10]) or "none"
            raise CommandError(f"There is no event {slug!r}. Events: {known}.")
        self.stdout.write(json.dumps(export_archive(event), separators=(",", ":")))
