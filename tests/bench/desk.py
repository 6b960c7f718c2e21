"""Measure the waiting times at the desk of a large event."""

import os
import random
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.actions import publish_standings
from events.hosting.rehearsal.load import AnswerTally
from events.hosting.rehearsal.own_server import keepers, request, served
from events.hosting.static_collection import collect_static_files
from events.management.database import prepare_database
from events.models import Event
from events.simulation.made_up_results import made_up_field, report_and_complete
from tests.bench.crowds import percentile, together
from tests.bench.desk_requests import Desk, head
from tests.bench.phone_load import below, let_rest, processor_seconds


class Command(BaseCommand):
    """`MATCHSLIP_VAR=$(mktemp -d) python -m tests.bench desk`."""

    help = (
        "Play a made-up event up to a round that is being played, in a database that has no event "
        "yet, and print what the desk's pages and buttons take."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options for the size."""
        parser.add_argument("--players", type=int, default=1200)
        parser.add_argument("--round", type=int, default=8)
        parser.add_argument("--times", type=int, default=7)
        parser.add_argument("--keepers", type=int, default=10, help="who enter at once; 0: nobody")
        parser.add_argument("--reads", type=int, default=2000, help="a second, beside them")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print a line for each page and button."""
        prepare_database(self)
        if Event.objects.exists():
            raise CommandError("This makes an event: name a database that has none.")
        settings.ALLOWED_HOSTS = ["*"]
        if options["keepers"]:
            collect_static_files()
        event, actor = play(options["players"], options["round"])
        self.stdout.write(f"{connection.vendor}; {options['players']} players, medians")
        self.stdout.write(head())
        for cost in costs(event, actor, options["round"], options["times"]):
            self.stdout.write(cost.line())
            self.stdout.flush()
        if options["keepers"]:
            self.at_once(event, actor, options)

    def at_once(self, event: Event, actor: User, options: dict[str, Any]) -> None:
        """Print the answers of a server when everyone enters the next round at once."""
        number = options["round"] + 1
        who: dict[str, Any] = {"event_id": event.pk, "actor": actor, "number": number}
        pair_next_round(**who, seed=number)
        post_round(**who)
        event.refresh_from_db()
        people = keepers(event, number, options["keepers"])
        page = request("GET", reverse("public:standings", args=[event.slug]))
        with served() as port:
            let_rest(below(os.getpid()))
            servers = below(os.getpid())
            spent = processor_seconds(servers)
            entered, read = together(port, people, page, options["reads"])
            spent = processor_seconds(servers) - spent
        self.stdout.write(f"{len(people)} scorekeepers at once, a server of its own")
        self.stdout.write(rate("results", *entered))
        self.stdout.write(rate("reads beside", *read))
        a_result = 1000 * spent / len(entered[0].times)
        self.stdout.write(f"{a_result:.1f} ms of the server's processor a result, reads included")


def rate(name: str, tally: AnswerTally, seconds: float) -> str:
    """Return the answers per second, the time they took, and their outcomes."""
    statuses = ", ".join(f"{count} x {status}" for status, count in sorted(tally.statuses.items()))
    middle, late = percentile(tally, 0.5), percentile(tally, 0.99)
    speed = len(tally.times) / seconds
    return f"{name:14}{speed:8.0f} a second, p50 {middle:.0f} ms, p99 {late:.0f} ms: {statuses}"


def play(players: int, number: int) -> tuple[Event, User]:
    """Return an event in which all rounds before `number` are complete and published."""
    event, actor = made_up_field(players)
    # Measured on the event's day, so that no line shows the date.
    event.date = timezone.localdate()
    event.save(update_fields=["date"])
    draw = random.Random(1)
    who: dict[str, Any] = {"event_id": event.pk, "actor": actor}
    for played in range(1, number):
        pair_next_round(**who, number=played, seed=played)
        post_round(**who, number=played)
        report_and_complete(event, played, draw)
        publish_standings(**who, number=played)
    return event, actor


def costs(event: Event, actor: User, number: int, times: int) -> Any:
    """Yield the costs of a round's pages and buttons, in the order of the day."""
    who: dict[str, Any] = {"event_id": event.pk, "actor": actor, "number": number}
    desk = Desk(event, actor, times)
    yield desk.button(f"pair round {number}", desk.address("pair", number))
    pair_next_round(**who, seed=number)
    yield desk.page("the unposted round", desk.address("round", number))
    yield desk.button(f"post round {number}", desk.address("post", number))
    post_round(**who)
    yield desk.page("the desk, all outstanding", desk.address("desk"))
    event.refresh_from_db()
    yield desk.entry("one result entered", number, 1, event.revision)
    report_and_complete(event, number, random.Random(number))
    yield desk.button("publish, back to the desk", desk.address("publish", number), back="desk")
    yield desk.button("publish, to the standings", desk.address("publish", number))
    yield desk.page("the round", desk.address("round", number))
    yield desk.page("the standings", desk.address("standings"))
    yield desk.page("the roster", desk.address("roster"))
    yield desk.page("the report", desk.address("report"))
    yield desk.page("the report, XLSX", desk.address("report-xlsx"))
