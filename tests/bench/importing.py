"""Measure how long results of one event wait while another event is imported."""

import os
import random
import subprocess
import sys
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from events.core.results.actions import enter_result
from events.core.results.slips import Slip, parse_slip
from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.management.database import prepare_database
from events.models import Event, Match
from events.simulation.made_up_results import made_up_field

PAUSE = 0.2


class Command(BaseCommand):
    """`MATCHSLIP_VAR=$(mktemp -d) python -m tests.bench importing FILE`."""

    help = (
        "Enter results one after another in a made-up event, in a database that has no event yet, "
        "while another process imports the archive FILE, and print what each result took."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options for the archive, and for the size of the event with results."""
        parser.add_argument("archive")
        parser.add_argument("--players", type=int, default=200)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print how long results took before the import and during it."""
        prepare_database(self)
        if Event.objects.exists():
            raise CommandError("This makes an event: name a database that has none.")
        event, actor = made_up_field(options["players"])
        who: dict[str, Any] = {"event_id": event.pk, "actor": actor, "number": 1}
        pair_next_round(**who, seed=1)
        post_round(**who)
        tables = list(Match.objects.filter(table__isnull=False).values_list("table", flat=True))
        slips = [parse_slip([text]) for text in ("20", "21", "12", "02")]
        self.stdout.write(f"{connection.vendor}, load {os.getloadavg()[0]:.0f}")
        quiet = [_entered(who, tables, slips) for _ in range(30)]
        self.stdout.write(_line("quiet", quiet))
        command = [sys.executable, "manage.py", "import_event", options["archive"]]
        begun, during = time.monotonic(), list[float]()
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as importing:
            while importing.poll() is None:
                during.append(_entered(who, tables, slips))
        if importing.returncode:
            raise CommandError(f"The import ended with {importing.returncode}.")
        took = time.monotonic() - begun
        self.stdout.write(_line("beside the import", during))
        self.stdout.write(f"the import took {took:.0f} s, load {os.getloadavg()[0]:.0f}")


def _entered(who: dict[str, Any], tables: list[int | None], slips: list[Slip]) -> float:
    """Enter one result, replacing the official one, after a pause; return its seconds."""
    time.sleep(PAUSE)
    table, slip = random.choice(tables) or 0, random.choice(slips)
    reported = Match.objects.get(round__event=who["event_id"], table=table).result_text or None
    begun = time.monotonic()
    enter_result(**who, table=table, slip=slip, replace=reported)
    return time.monotonic() - begun


def _line(name: str, times: list[float]) -> str:
    """Return the number of results, their median, 95th percentile and maximum."""
    times = sorted(times)
    middle, late = times[len(times) // 2], times[len(times) * 95 // 100]
    return (
        f"{name}: {len(times)} results, median {middle:.2f} s, "
        f"95 of 100 within {late:.2f} s, the slowest {times[-1]:.2f} s"
    )
