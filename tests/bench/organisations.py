"""The requirements of many organisations: a sample of their peak is played, and its costs scaled.

    MATCHSLIP_VAR=$(mktemp -d) DATABASE_URL=postgres://... python -m tests.bench.organisations

Makes 1,000 organisations with 10,000 events in an empty database, and plays some of the running
events in full, as large as an event of a shop. A separate server answers phones, posts a round of
each and accepts the results of all tables. The processor time is scaled to the peak: the last
column shows how many of the named parts the peak needs, and the scarcest part is on the first line.
"""

import argparse
import datetime
import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from events.models import Event

HOST = "127.0.0.1"
ROUNDS, EVERY = 5, 10.0
# Seconds for which an idle server is measured.
REST = 10
# Half of a day's events run at once during the same six hours.
PEAK_SECONDS, PEAK_SHARE = 6 * 3600, 0.5
GIGABYTE = 1024**3
# The setup of docs/hosting.md: a node of four cores with a worker each, a PostgreSQL of four cores,
# and a disk of 500 GB for a year.
CORES, DISK, DAYS = 4, 500 * GIGABYTE, 365


@dataclass(frozen=True, slots=True)
class Size:
    """The number of organisations and of events per day, and the number played in full."""

    organisations: int
    events: int
    players: int
    sample: int


@dataclass(slots=True)
class Costs:
    """Costs of one of each in processor seconds or bytes; the database's costs are separate."""

    idle: float = 0
    idle_database: float = 0
    opening: float = 0
    question: float = 0
    posting: float = 0
    posting_database: float = 0
    result: float = 0
    result_database: float = 0
    result_bytes: float = 0
    build_bytes: float = 0


def fill(size: Size) -> "list[Event]":
    """Make the organisations and events; return the events to play, in their second round."""
    import random

    from django.contrib.auth.models import User
    from django.utils import timezone

    from events.core.events.actions import create_event
    from events.core.events.declared_settings import EventData
    from events.core.players.enrollment_actions import enroll
    from events.core.players.player_entries import NewEnrollment
    from events.core.rounds.actions import post_round
    from events.core.rounds.pairing_actions import pair_next_round
    from events.core.standings.actions import publish_standings
    from events.models import Event, Organisation
    from events.simulation.made_up_results import report_and_complete

    names = [f"Shop {number:05}" for number in range(size.sample, size.organisations)]
    Organisation.objects.bulk_create(
        Organisation(name=name, slug=name.lower().replace(" ", "-")) for name in names
    )
    played = []
    for number in range(size.sample):
        # An account without an organisation gets one with its first event.
        actor = User.objects.create_user(f"owner-{number}")
        data = EventData(name=f"Tonight {number}", date=timezone.localdate(), rounds=ROUNDS)
        event = create_event(actor=actor, data=data)
        people = (f"Player {place:03}" for place in range(1, size.players + 1))
        entries = [NewEnrollment(name=name) for name in people]
        enroll(event_id=event.pk, actor=actor, entries=entries)
        pair_next_round(event_id=event.pk, actor=actor, number=1, seed=number)
        post_round(event_id=event.pk, actor=actor, number=1)
        report_and_complete(event, 1, random.Random(number))
        publish_standings(event_id=event.pk, actor=actor, number=1)
        played.append(event)
    form = Event.objects.get(pk=played[0].pk)
    owners = list(Organisation.objects.order_by("pk").values_list("pk", flat=True))
    rows = []
    for number in range(size.events - size.sample):
        values = {field.attname: getattr(form, field.attname) for field in Event._meta.fields}
        values |= {"id": None, "slug": f"other-{number}", "name": f"Other {number}"}
        values["organisation_id"] = owners[number % len(owners)]
        if number % 2:
            values |= {"state": "finished", "date": form.date - datetime.timedelta(days=1)}
        rows.append(Event(**values))
    Event.objects.bulk_create(rows, batch_size=500)
    return played


def database_seconds(name: str) -> float:
    """Return the processor seconds of all connections to a PostgreSQL database so far."""
    ticks = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f" {name} " in (folder / "cmdline").read_text("utf-8", "replace"):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def database_bytes() -> int:
    """Return the size of the database in bytes."""
    from django.conf import settings
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    return Path(settings.DATABASES["default"]["NAME"]).stat().st_size


def play(events: "Sequence[Event]") -> Costs:
    """Return the costs of one of each, using a separate server."""
    from django.db import connection
    from django.urls import reverse

    from events.hosting.rehearsal.day_drill import DayDrill
    from events.hosting.rehearsal.desk_line import DeskLine
    from events.hosting.rehearsal.load import enter_at_once
    from events.hosting.rehearsal.own_server import keepers, served
    from events.hosting.rehearsal.posting_drill import WatchedEvent
    from events.hosting.rehearsal.watching_phones import run
    from events.public_site.build import build
    from events.public_site.reads.events import read_event
    from tests.bench.phone_load import below, let_rest, processor_seconds

    costs, name = Costs(), str(connection.settings_dict["NAME"])
    idle = (0.0, 0.0)

    def cost(act: Callable[[], int]) -> tuple[float, float]:
        """Return the seconds of the server and of the database per unit that `act` counts."""
        before, stored = processor_seconds(below(os.getpid())), database_seconds(name)
        began = time.monotonic()
        count = act()
        # Pages are compressed again after the answer.
        time.sleep(3)
        took = time.monotonic() - began
        spent = processor_seconds(below(os.getpid())) - before - took * idle[0]
        asked = database_seconds(name) - stored - took * idle[1]
        return max(0.0, spent) / count, max(0.0, asked) / count

    def rest() -> int:
        """Wait for some seconds: checks for news cost processor time even without requests."""
        time.sleep(REST - 3)
        return REST

    def ask() -> int:
        halls = [
            WatchedEvent(HOST, port, event.slug, range(1, len(events)), 10, 0.5) for event in events
        ]
        drill = DayDrill(halls, 99, part="asked")
        run(drill.run(lambda: time.sleep(10)))
        return len(drill.asked["asked"].seconds)

    def post() -> int:
        for event in events:
            member = event.staff.get(organizer=True)
            desk = DeskLine(f"http://{HOST}:{port}", member.user)
            for button in ("pair", "post"):
                desk.post(reverse(f"staff:{button}", args=[event.slug, 2]), without="1")
            desk.close()
        return len(events)

    def enter() -> int:
        import queue

        people = []
        for event in events:
            event.refresh_from_db()
            people += keepers(event, 2, 1)
        out: queue.Queue[object] = queue.Queue()
        enter_at_once(port, people, out)  # type: ignore[arg-type]
        return sum(len(person.requests) for person in people)

    with served() as port:
        # Running events are loaded into memory first, for at most ten seconds.
        time.sleep(12)
        let_rest(below(os.getpid()))
        idle = costs.idle, costs.idle_database = cost(rest)

        def first() -> int:
            # Each worker reads each event once; later requests are served from memory.
            ask()
            return len(events)

        costs.opening = cost(first)[0]
        costs.question = cost(ask)[0]
        costs.posting, costs.posting_database = cost(post)
        before = database_bytes()
        results = 0

        def counted() -> int:
            nonlocal results
            results = enter()
            return results

        costs.result, costs.result_database = cost(counted)
        costs.result_bytes = (database_bytes() - before) / results
    costs.build_bytes = build(read_event(events[0].pk)).weight()
    return costs


def table(size: Size, costs: Costs) -> list[str]:
    """Return a line for each part, the scarcest first."""
    from django.conf import settings

    at_once = size.events * PEAK_SHARE
    a_second = at_once / PEAK_SECONDS
    results = a_second * ROUNDS * size.players / 2
    postings = a_second * ROUNDS
    questions = at_once * size.players / EVERY
    pages = at_once * costs.build_bytes
    daily = size.events * ROUNDS * size.players / 2 * costs.result_bytes
    nodes = {
        "phones' questions": (questions, costs.question),
        "looks for news, all workers here": (1, costs.idle),
        "results": (results, costs.result),
        "rounds, paired and posted": (postings, costs.posting),
    }
    database = (
        costs.idle_database + results * costs.result_database + postings * costs.posting_database
    )
    rows = [
        (share * cost / CORES, f"{name}: {share:,.1f} a second, {1000 * cost:.3f} ms each", "nodes")
        for name, (share, cost) in nodes.items()
    ]
    rows += [
        (database / CORES, f"database: {database:.2f} cores", "PostgreSQL"),
        (
            pages / settings.PAGE_BYTES,
            f"pages of {at_once:,.0f} events: {costs.build_bytes / 1024:.0f} KB each",
            "memories for pages of one worker",
        ),
        (
            daily * DAYS / DISK,
            f"rows of a year: {costs.result_bytes / 1024:.1f} KB a result",
            "disks of 500 GB",
        ),
    ]
    return [f"{share:8.2f} {part:34}{words}" for share, words, part in sorted(rows, reverse=True)]


def main() -> None:
    """Fill, play, and print the costs and the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.organisations")
    parser.add_argument("--organisations", type=int, default=1000)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=40)
    parser.add_argument("--sample", type=int, default=20, help="events that are played")
    options = parser.parse_args()
    size = Size(**vars(options))
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from events.hosting.static_collection import collect_static_files
    from events.models import Event

    call_command("migrate", verbosity=0)
    if Event.objects.exists():
        parser.error("This makes events: name a database that has none.")
    settings.ALLOWED_HOSTS = ["*"]
    collect_static_files()
    began = time.monotonic()
    events = fill(size)
    print(f"{size.organisations:,} organisations, {size.events:,} events", end="")
    print(f" made in {time.monotonic() - began:.0f} s", flush=True)
    costs = play(events)
    print(f"costs of one: {costs}")
    print("\n".join(table(size, costs)))


if __name__ == "__main__":
    main()
