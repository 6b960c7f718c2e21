"""Give an account the events that have no staff member able to log in."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.core.organisations.owner_actions import adopt_events
from events.management.commands.import_event import find_owner


class Command(BaseCommand):
    """`manage.py adopt_events`."""

    help = "Give an owner to the events that were imported before there was an account."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the account."""
        parser.add_argument("--owner", metavar="USERNAME", help="default: as for import_event")

    def handle(self, *_args: Any, owner: str | None, **_options: Any) -> None:
        """Make the account organizer, head judge and scorekeeper of those events."""
        actor = find_owner(owner)
        if actor is None:
            raise CommandError("There is no account yet.")
        for event in adopt_events(actor=actor):
            self.stdout.write(f"On the desk of {actor.get_username()}: {event.slug}")
