"""Measure the cost of printing a round: time, bytes, sheets."""

import datetime
import os
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from events import paper
from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.pod_queries import meeting_seats
from events.management.database import prepare_database
from events.models import Event, Round
from events.paper import queries as printing
from events.simulation.names import make_names

RUNS = 3


class Command(BaseCommand):
    """`python -m tests.bench paper --players 1200`; nothing stays in the database."""

    help = (
        "Pair the first round of a made-up event inside a transaction that is taken back, print "
        "it, and say of each document how long it took from the database to the file, how much "
        "processor time that is, how large the file is, and how many sheets it has."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options for the size."""
        parser.add_argument("--players", type=int, default=1200)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print a line for each document."""
        prepare_database(self)
        players = options["players"]
        self.stdout.write(f"{players} players, A4; medians of {RUNS} runs, seconds")
        heads = ("time", "processor", "kB", "sheets")
        self.stdout.write(f"{'document':<24}" + "".join(f"{head:>10}" for head in heads))
        with transaction.atomic():
            round = _round(players, options["seed"])
            for name, make in _documents(round).items():
                self.stdout.write(_line(name, make))
            transaction.set_rollback(True)


def _round(players: int, seed: int) -> Round:
    actor = User.objects.create_user(f"bench-{players}-{time.monotonic_ns()}")
    data = EventData(name=f"Bench {players}", date=datetime.date(2026, 1, 1))
    event = create_event(actor=actor, data=data)
    names = make_names(players, random.Random(seed))
    enroll(event_id=event.pk, actor=actor, entries=[NewEnrollment(name=name) for name in names])
    pair_next_round(event_id=event.pk, actor=actor, number=1, seed=seed)
    return Round.objects.select_related("event", "stage").get(event=event, number=1)


def _documents(round: Round) -> dict[str, Callable[[], paper.Document]]:
    event: Event = round.event

    def by_name(columns: int) -> paper.Document:
        lines = printing.lines_by_name(printing.paper_matches(round))
        return paper.pairings_by_name(round, lines, columns)

    def slips(a_page: int) -> paper.Document:
        matches = printing.at_tables(printing.paper_matches(round))
        return paper.slips(round, printing.in_cutting_order(matches, a_page), a_page)

    return {
        "by name, two columns": lambda: by_name(2),
        "by name, three columns": lambda: by_name(3),
        "by table": lambda: paper.pairings_by_table(round, printing.paper_matches(round)),
        "slips, 4 a sheet": lambda: slips(4),
        "slips, 6 a sheet": lambda: slips(6),
        "slips, 8 a sheet": lambda: slips(8),
        "seats": lambda: paper.meeting_seats(event, meeting_seats(event)),
        "sign-in list": lambda: paper.sign_in(event, printing.players_by_name(event)),
        "decklist labels": lambda: paper.labels(event, printing.players_by_name(event)),
    }


def _line(name: str, make: Callable[[], paper.Document]) -> str:
    """Make one document several times and format the medians as a line of the table."""
    whole, work = [], []
    pdf = b""
    for _run in range(RUNS):
        started, worked = time.perf_counter(), _processor_time()
        pdf = paper.press(make())
        whole.append(time.perf_counter() - started)
        work.append(_processor_time() - worked)
    figures = (
        f"{statistics.median(whole):.2f}",
        f"{statistics.median(work):.2f}",
        f"{len(pdf) / 1000:.0f}",
        f"{paper.sheets_of(pdf)}",
    )
    return f"{name:<24}" + "".join(f"{figure:>10}" for figure in figures)


def _processor_time() -> float:
    """Return the processor seconds of this process and its children."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system
