"""Measure what a round costs, from the database to the database."""

import datetime
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, transaction
from django.utils import timezone

import pairings
import standings
from archive.results import result_of
from events.adapters import field_of, snapshot_rows, tournament_of
from events.management.database import prepare_database
from events.models import Event, Report, Round
from events.rules.entries import NewEnrollment
from events.services.enrollment import enroll
from events.services.events import EventData, create_event
from events.services.pairing import pair_next_round
from events.services.reports import Said, let_newest_stand, write_reports
from events.services.rounds import post_round

SCORES = ((2, 0, 0), (2, 1, 0), (1, 2, 0), (0, 2, 0), (1, 1, 1))


class Command(BaseCommand):
    """`manage.py bench_round --players 2000 --rounds 6`; nothing stays in the database."""

    help = (
        "Play a made-up event inside a transaction that is taken back, and print what each part of "
        "a round took: pairing it from the database, the engine's share of that, posting it, and "
        "the standings from the database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the size."""
        parser.add_argument("--players", type=int, nargs="+", default=[410, 2000, 10000])
        parser.add_argument("--rounds", type=int, default=5)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print a line for each size."""
        prepare_database(self)
        self.stdout.write(f"{connection.vendor}; medians of the rounds, milliseconds")
        heads = ("players", "pair", "engine", "engine/pair", "post", "standings", "slowest pair")
        self.stdout.write("".join(f"{head:>13}" for head in heads))
        for players in options["players"]:
            self.stdout.write(_line(players, options["rounds"], options["seed"]))


def _line(players: int, rounds: int, seed: int) -> str:
    """Play one event and put its times into a line of the table."""
    with transaction.atomic():
        event, actor = _event(players)
        draw = random.Random(seed)
        times: dict[str, list[float]] = {"pair": [], "engine": [], "post": [], "standings": []}
        for number in range(1, rounds + 1):
            state = field_of(event, list(event.enrollments.all())).state
            who: dict[str, Any] = {"event_id": event.pk, "actor": actor, "number": number}
            times["engine"].append(_took(partial(pairings.pair, state, number)))
            times["pair"].append(_took(partial(pair_next_round, **who, seed=number)))
            times["post"].append(_took(partial(post_round, **who)))
            _report(event, number, draw)
            times["standings"].append(_took(partial(_standings, event, number)))
        transaction.set_rollback(True)
    middle = {name: statistics.median(found) for name, found in times.items()}
    figures = (
        f"{players}",
        f"{middle['pair']:.1f}",
        f"{middle['engine']:.1f}",
        f"{middle['engine'] / middle['pair']:.3f}",
        f"{middle['post']:.1f}",
        f"{middle['standings']:.1f}",
        f"{max(times['pair']):.1f}",
    )
    return "".join(f"{figure:>13}" for figure in figures)


def _event(players: int) -> tuple[Event, User]:
    actor = User.objects.create_user(f"bench-{players}-{time.monotonic_ns()}")
    data = EventData(name=f"Bench {players}", date=datetime.date(2026, 1, 1), rounds=40)
    event = create_event(actor=actor, data=data)
    entries = [NewEnrollment(name=f"Player {number:05}") for number in range(1, players + 1)]
    enroll(event_id=event.pk, actor=actor, entries=entries)
    return event, actor


def _report(event: Event, number: int, draw: random.Random) -> None:
    """Give every match of a round a result and complete it, without the services' care."""
    round = Round.objects.get(event=event, number=number)
    write_reports(
        [
            Said(match, result_of(*draw.choice(SCORES)), Report.Source.SLIP)
            for match in round.matches.played()
        ]
    )
    let_newest_stand([round])
    round.state = Round.State.COMPLETE
    round.completed_at = timezone.now()
    round.save(update_fields=["state", "completed_at"])


def _standings(event: Event, number: int) -> list[dict[str, Any]]:
    rows = standings.compute(tournament_of(event), number)
    return snapshot_rows(event, rows, number)


def _took(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started)
