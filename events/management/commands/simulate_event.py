"""Simulate an event."""

import time
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.core.progress.recommendations import Follows, propose
from events.core.progress.recommendations import RoundsTable as Recommended
from events.core.refusals import RefusedError
from events.management.commands.import_event import find_owner
from events.management.database import prepare_database
from events.simulation.event_shapes import AT_TABLES, Kind
from events.simulation.simulate import Plan, simulate_event

QUIET_SECONDS = 2.0
STAND_IN = "simulator"
WITHOUT_PLAYOFF = frozenset({Kind.SWISS, Kind.TWO_HEADED_GIANT})


class Command(BaseCommand):
    """`manage.py simulate_event --players N --rounds R --seed S`."""

    help = (
        "Play a made-up event through the same services as the screens: for a demonstration, or "
        "as load. The same numbers give the same event."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the plan of the event."""
        parser.add_argument("--players", type=int, required=True, help="players, or teams")
        parser.add_argument(
            "--rounds",
            type=int,
            help="Swiss rounds of the first stage, 1 to 40 (default: what the tables propose)",
        )
        parser.add_argument(
            "--kind", choices=Kind.values, default=Kind.SWISS.value, help="default: swiss"
        )
        parser.add_argument(
            "--tables-of-four",
            action="store_const",
            dest="kind",
            const=Kind.TABLES_OF_FOUR.value,
            help="short for --kind tables-of-four",
        )
        parser.add_argument("--seed", type=int, default=1, help="another seed, another event")
        parser.add_argument("--name", default="", help="the event's name")
        parser.add_argument("--owner", metavar="USERNAME", help="default: as for import_event")
        parser.add_argument(
            "--stop-in-round", type=int, metavar="K", help="leave round K being played"
        )
        parser.add_argument(
            "--outstanding", type=int, default=0, metavar="M", help="tables without a result in K"
        )
        parser.add_argument("--finish", action="store_true", help="finish the event")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Simulate the event; print a line that ends with its slug."""
        prepare_database(self)
        actor = find_owner(options["owner"]) or _stand_in()
        plan = Plan(
            players=options["players"],
            kind=Kind(options["kind"]),
            rounds=_rounds(options["players"], options["rounds"], Kind(options["kind"])),
            seed=options["seed"],
            name=options["name"] or f"Simulation {options['seed']}",
            stop_in_round=options["stop_in_round"],
            outstanding=options["outstanding"],
            finish=options["finish"],
        )
        started = told_at = time.monotonic()

        def tell(number: int, rounds: int) -> None:
            nonlocal told_at
            if time.monotonic() - told_at >= QUIET_SECONDS:
                told_at = time.monotonic()
                self.stderr.write(f"round {number} of {rounds}")

        try:
            event = simulate_event(actor=actor, plan=plan, progress=tell)
        except RefusedError as error:
            raise CommandError(str(error)) from error
        seconds = time.monotonic() - started
        rounds = event.rounds.count()
        who = "teams" if event.is_for_teams else "players"
        self.stdout.write(f"{plan.players} {who}, {rounds} rounds in {seconds:.1f} s: {event.slug}")


def _rounds(players: int, rounds: int | None, kind: Kind) -> int:
    if rounds is not None:
        return rounds
    if kind in AT_TABLES:
        return propose([0] * max(0, players), Recommended.TABLES, Follows.NOTHING).rounds
    follows = Follows.NOTHING if kind in WITHOUT_PLAYOFF else Follows.PLAYOFF
    return propose([0] * max(0, players), follows=follows).rounds


def _stand_in() -> User:
    """Return an account that cannot log in, for an installation without one that can."""
    user = User.objects.filter(username=STAND_IN).first()
    return user or User.objects.create_user(STAND_IN)
