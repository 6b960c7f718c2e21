"""Measure players' phones that report a whole round at once, next to scorekeepers."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from events.core.phones.actions import PhoneData, change_phones
from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.hosting.rehearsal.own_server import keepers, served
from events.hosting.static_collection import collect_static_files
from events.management.database import prepare_database
from events.models import Event
from events.simulation.made_up_results import made_up_field
from tests.bench.crowds import side_by_side
from tests.bench.desk import rate
from tests.bench.phone_load import below, kept_of, phones_of, processor_seconds


class Command(BaseCommand):
    """`MATCHSLIP_VAR=$(mktemp -d) python -m tests.bench reports`."""

    help = (
        "Let the phones of all tables of a made-up round report at once against a server, with "
        "scorekeepers who enter slips of some of these tables, in a database that has no event yet."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options for the size."""
        parser.add_argument("--tables", type=int, default=600)
        parser.add_argument("--connections", type=int, default=48, help="of phones, at a time")
        parser.add_argument("--keepers", type=int, default=10)
        parser.add_argument("--slips", type=int, default=10, help="that each of them enters")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the answers, their times, and the reports in the database."""
        prepare_database(self)
        if Event.objects.exists():
            raise CommandError("This makes an event: name a database that has none.")
        collect_static_files()
        event, actor = made_up_field(2 * options["tables"])
        who: dict[str, Any] = {"event_id": event.pk, "actor": actor}
        data = PhoneData(private_pages=True, phone_reports=Event.PhoneReports.COUNT)
        change_phones(**who, data=data)
        pair_next_round(**who, number=1, seed=1)
        round = post_round(**who, number=1)
        event.refresh_from_db()
        people = keepers(event, 1, options["keepers"], options["slips"])
        phones = phones_of(event, round, options["connections"])
        with served() as port:
            server = below(os.getpid())
            before = processor_seconds(server)
            told, entered = side_by_side(port, phones, people)
            took = processor_seconds(server) - before
        asked = sum(told[0].statuses.values()) + sum(entered[0].statuses.values())
        self.stdout.write(
            f"{connection.vendor}; {options['tables']} tables, {len(phones)} connections of "
            "phones, "
            f"{len(people)} scorekeepers; load {os.getloadavg()[0]:.1f}"
        )
        self.stdout.write(rate("phones", *told))
        self.stdout.write(rate("results", *entered))
        self.stdout.write(f"server        {1000 * took / asked:8.1f} ms processor time a request")
        self.stdout.write(kept_of(round))
