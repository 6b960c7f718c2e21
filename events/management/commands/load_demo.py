"""Load the demonstration: events in rounds 4 and 2, and a finished one."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from events.models import Event
from events.web.demonstration import DEMO_USERNAME, make_demo_account


class Command(BaseCommand):
    """`manage.py load_demo`."""

    help = "Add the demonstration's account and its events to an empty database."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Simulate the demonstration's events, all or nothing."""
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
                name="Lighthouse Commander Night",
                kind="tables-cut",
                players=14,
                rounds=3,
                seed=3,
                owner=DEMO_USERNAME,
                stop_in_round=2,
                outstanding=2,
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
