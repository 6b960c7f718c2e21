"""Load the demonstration: an event in the middle of round 4 and a finished one."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from events.models import Event
from events.web.demonstration import DEMO_USERNAME, make_demo_account


class Command(BaseCommand):
    """`manage.py load_demo`."""

    help = "Add the demonstration's account and its two events to an empty database."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Simulate the two events, all or nothing."""
        if Event.objects.exists():
            raise CommandError("There are events already; the demonstration is for an empty one.")
        with transaction.atomic():
            make_demo_account()
            call_command(
                "simulate_event",
                name="Autumn Warm-up",
                players=23,
                rounds=5,
                seed=5,
                owner=DEMO_USERNAME,
                finish=True,
                stdout=self.stdout,
            )
            call_command(
                "simulate_event",
                name="Harbour City Open",
                players=64,
                rounds=6,
                seed=7,
                owner=DEMO_USERNAME,
                stop_in_round=4,
                outstanding=9,
                stdout=self.stdout,
            )
