"""Put an event that was imported before there was an account on somebody's desk."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.management.commands.import_event import find_owner
from events.models import Event
from events.services.archive import adopt_event
from events.services.errors import RefusedError


class Command(BaseCommand):
    """`manage.py adopt_event SLUG`."""

    help = "Give an event without any staff an owner."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the event's slug and the account."""
        parser.add_argument("slug", help="the event as its address names it")
        parser.add_argument("--owner", metavar="USERNAME", help="default: as for import_event")

    def handle(self, *_args: Any, slug: str, owner: str | None, **_options: Any) -> None:
        """Make the account organizer, head judge and scorekeeper of the event."""
        actor = find_owner(owner)
        event = Event.objects.filter(slug=slug).first()
        if actor is None or event is None:
            missing = "account yet" if actor is None else f"event {slug!r}"
            raise CommandError(f"There is no {missing}.")
        try:
            adopt_event(event_id=event.pk, actor=actor)
        except RefusedError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{slug}: on the desk of {actor.get_username()}")
