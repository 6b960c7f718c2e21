"""Unlock accounts after wrong passwords."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from events.accounts.guess_limits import unlock
from events.models import GuessCount


class Command(BaseCommand):
    """`manage.py axes_reset`, named after the command of a library used earlier."""

    help = "Let one account, or all, log in again after wrong passwords."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the account, which can be omitted for all."""
        parser.add_argument("username", nargs="?", default="")

    def handle(self, *_args: Any, username: str, **_options: Any) -> None:
        """Lift the login blocks of an account, or delete all counts of wrong passwords."""
        if username:
            unlock(username)
            self.stdout.write(f"{username} can log in again.")
            return
        rows = GuessCount.objects.filter(kind=GuessCount.Kind.PASSWORD)
        count, _models = rows.delete()
        self.stdout.write(f"{count} counts removed. Everybody can log in again.")
