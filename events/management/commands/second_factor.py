"""Help an account that has lost its second factor."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.accounts.factor_actions import reset_second_factor
from events.models import AccountEntry, Authenticator


class Command(BaseCommand):
    """`manage.py second_factor`."""

    help = "Show the second factors of an account, or remove them all and end its logins."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the account, and whether to remove its factors."""
        parser.add_argument("username")
        parser.add_argument("--remove", action="store_true")

    def handle(self, *_args: Any, username: str, remove: bool, **_options: Any) -> None:
        """List the second factors, or remove them; the password remains valid."""
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"No account is named {username}.")
        if not remove:
            for factor in Authenticator.objects.filter(user=user):
                self.stdout.write(f"{factor.get_kind_display()}: {factor.name}")
            return
        count = reset_second_factor(user=user)
        AccountEntry.objects.create(user=user, verb=AccountEntry.Verb.RESET)
        self.stdout.write(f"{count} removed. {username} logs in with the password alone.")
