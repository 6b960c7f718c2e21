"""Create the key for push notices of new rounds."""

from typing import Any

from django.core.management.base import BaseCommand

from events.core.phones.push_keys import new_private_key


class Command(BaseCommand):
    """`manage.py push_key`."""

    help = "Print a new key for messages to phones, as settings for the environment."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print a new key, which is not stored."""
        self.stdout.write(f"MATCHSLIP_PUSH_KEY={new_private_key()}")
        self.stdout.write("MATCHSLIP_PUSH_CONTACT=mailto:desk@swiss.example")
        self.stderr.write(
            "Keep the key to yourself, put your own address behind mailto:, start again with both."
        )
