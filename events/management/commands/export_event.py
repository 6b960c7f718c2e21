"""Export one event as an archive."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.core.journal.words.archived_entries import journal_sentences
from events.core.read_snapshot import one_snapshot
from events.models import Event
from events.transfer.event_export import export_archive


class Command(BaseCommand):
    """`manage.py export_event SLUG`."""

    help = "Print the archive of an event, one JSON object, on standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the event's slug."""
        parser.add_argument("slug", help="the event as its address names it")
        parser.add_argument(
            "--without-emails", action="store_true", help="leave the players' addresses out"
        )

    def handle(self, *_args: Any, slug: str, without_emails: bool, **_options: Any) -> None:
        """Print the archive."""
        event = Event.objects.filter(slug=slug).first()
        if event is None:
            known = ", ".join(Event.objects.values_list("slug", flat=True)[:10]) or "none"
            raise CommandError(f"There is no event {slug!r}. Events: {known}.")
        with one_snapshot():
            event.refresh_from_db()
            sentences = () if without_emails else journal_sentences(event)
            archive = export_archive(event, emails=not without_emails, journal=sentences)
        self.stdout.write(json.dumps(archive, separators=(",", ":")))
