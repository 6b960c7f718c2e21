"""Measure the cost of a round, from the database to the database."""

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, transaction

import pairings
import standings
from events.core.adapters import field_of, snapshot_rows, tournament_of
from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.management.database import prepare_database
from events.models import Event
from events.simulation.made_up_results import made_up_field, report_and_complete


class Command(BaseCommand):
    """`python -m tests.bench round --players 2000 --rounds 6`; nothing stays in the database."""

    help = (
        "Play a made-up event inside a transaction that is taken back, and print what each part of "
        "a round took: pairing it from the database, the engine's share of that, posting it, and "
        "the standings from the database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options for the size."""
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
    """Play one event and format its times as a line of the table."""
    with transaction.atomic():
        event, actor = made_up_field(players)
        draw = random.Random(seed)
        times: dict[str, list[float]] = {"pair": [], "engine": [], "post": [], "standings": []}
        for number in range(1, rounds + 1):
            state = field_of(event, list(event.enrollments.all())).state
            who: dict[str, Any] = {"event_id": event.pk, "actor": actor, "number": number}
            times["engine"].append(_took(partial(pairings.pair, state, number)))
            times["pair"].append(_took(partial(pair_next_round, **who, seed=number)))
            times["post"].append(_took(partial(post_round, **who)))
            report_and_complete(event, number, draw)
            times["standings"].append(_took(partial(_standings, event, number)))
        transaction.set_rollback(True)
    middle = {name: statistics.median(seconds) for name, seconds in times.items()}
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


def _standings(event: Event, number: int) -> list[dict[str, Any]]:
    rows = standings.compute(tournament_of(event), number)
    return snapshot_rows(event, rows, number)


def _took(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started)
