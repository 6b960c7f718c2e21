"""Simulate an afternoon of on-demand queues."""

import statistics
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandParser

from events.management.database import prepare_database
from events.simulation.on_demand import play_afternoon


class Command(BaseCommand):
    """`manage.py simulate_queues --arrivals N --minutes M --seed S`."""

    help = (
        "Let made-up people join on-demand queues through the same actions as the screens, and "
        "print how long joins and posted pods took. The organisation Stand keeps what was made."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the size of the afternoon."""
        parser.add_argument("--arrivals", type=int, default=400)
        parser.add_argument("--minutes", type=float, default=30)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Simulate the afternoon and print the figures."""
        prepare_database(self)
        owner, _made = User.objects.get_or_create(username="stand")
        played = play_afternoon(
            owner, arrivals=options["arrivals"], minutes=options["minutes"], seed=options["seed"]
        )
        joins = sorted(played.joins)
        self.stdout.write(
            f"{len(joins)} joins: median {statistics.median(joins) * 1000:.0f} ms, "
            f"slowest {joins[-1] * 1000:.0f} ms"
        )
        self.stdout.write(
            f"{played.pods} pods, posted {max(played.posted_after, default=0):.1f} s after the "
            f"last player at most, {max(played.taps, default=0)} taps at most, "
            f"{sum(played.taps) / max(len(played.taps), 1):.2f} on average"
        )
        self.stdout.write(f"{played.twice} people in two pods, {played.refusals} refused joins")
