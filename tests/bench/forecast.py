"""Measure how often the forecast range of a round's end is right in simulated rounds."""

from argparse import ArgumentParser
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any

from django.core.management.base import BaseCommand

from events.core.clock.prediction import MINUTE, PastRound, Progress, predict_end

ROUNDS = 8
TABLES = (20, 150, 1000)
LIMIT = 50 * MINUTE
# A match takes 34 ± 12 minutes, at least 6; some events are faster.
LENGTH, SPREAD, LEAST, TEMPO = 34 * MINUTE, 12 * MINUTE, 6 * MINUTE, 3 * MINUTE
# Additional turns take three minutes on average; one table in fifty has an extension.
TURNS, EXTENDED, EXTENSIONS = 3 * MINUTE, 0.02, (3 * MINUTE, 5 * MINUTE, 10 * MINUTE)
# Outstanding tables at each forecast; at the start nothing is reported.
LEFT = (None, 10, 3)


@dataclass
class Held:
    """How often a range was right, and its width in minutes."""

    inside: list[bool] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)


class Command(BaseCommand):
    """Play rounds of matches with random lengths, without a database."""

    help = "How often the forecast range of a round's end held, in simulated rounds."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options for the number of events of each size, and the seed."""
        parser.add_argument("--events", type=int, default=200, help="events of each size")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print a line for each size, moment and number of earlier rounds."""
        self.stdout.write("tables  rounds before  outstanding  held      width, median")
        for tables in TABLES:
            held_by: dict[tuple[int, int | None], Held] = {}
            chance = Random(options["seed"])
            for _event in range(options["events"]):
                _one_event(chance, tables, held_by)
            for (before, left), held in sorted(
                held_by.items(), key=lambda item: (item[0][0], item[0][1] or tables)
            ):
                share = sum(held.inside) / len(held.inside)
                asked = "start" if left is None else str(left)
                self.stdout.write(
                    f"{tables:6}  {before:13}  {asked:>11}  {share:6.1%}  "
                    f"{median(held.widths):8.1f} min"
                )


def _one_event(chance: Random, tables: int, held_by: dict[tuple[int, int | None], Held]) -> None:
    tempo = chance.gauss(LENGTH, TEMPO)
    past: list[PastRound] = []
    for before in range(ROUNDS):
        longest, finishes = _round(chance, tables, tempo)
        if before in (0, 3, ROUNDS - 1):
            for left in LEFT:
                held = held_by.setdefault((before, left), Held())
                _ask(past, longest, finishes, left, held)
        past.append(PastRound(LIMIT + longest, tuple(finishes), extended=longest))


def _round(chance: Random, tables: int, tempo: float) -> tuple[float, list[float]]:
    """Return the longest extension, and the finish of each table, ascending."""
    longest, finishes = 0.0, []
    for _table in range(tables):
        more = chance.choice(EXTENSIONS) if chance.random() < EXTENDED else 0.0
        longest = max(longest, more)
        length = max(LEAST, chance.gauss(tempo, SPREAD)) + more
        called = LIMIT + more
        finishes.append(length if length < called else called + chance.expovariate(1 / TURNS))
    return longest, sorted(finishes)


def _ask(
    past: list[PastRound], longest: float, finishes: list[float], left: int | None, held: Held
) -> None:
    """Forecast at the start, or when `left` tables are outstanding; record whether it was right."""
    if left is None:
        now = Progress(0.0, LIMIT, len(finishes))
    else:
        last = finishes[-left - 1]
        now = Progress(last, LIMIT + longest, left, last, longest)
    span = predict_end(past, now)
    if span is not None:
        held.inside.append(span.earliest <= finishes[-1] <= span.latest)
        held.widths.append((span.latest - span.earliest) / MINUTE)
