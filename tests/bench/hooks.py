"""Measure whether a program that hangs delays the desk."""

import contextlib
import ipaddress
import os
import socket
import threading
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.hosting.rehearsal.load import AnswerTally
from events.hosting.rehearsal.own_server import keepers, request, served
from events.hosting.static_collection import collect_static_files
from events.integrations.actions import add_endpoint
from events.management.database import prepare_database
from events.models import Event, HookDelivery, HookKind
from events.simulation.made_up_results import made_up_field
from tests.bench.crowds import percentile, together
from tests.bench.phone_load import below, let_rest

LOOPBACK = "127.0.0.0/8"


class Command(BaseCommand):
    """`MATCHSLIP_VAR=$(mktemp -d) python -m tests.bench hooks`."""

    help = (
        "Let scorekeepers enter rounds in turns with and without a program that takes messages and "
        "never answers, in a database that has no event yet, and print the ratios."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options for the size."""
        parser.add_argument("--players", type=int, default=400)
        parser.add_argument("--keepers", type=int, default=4)
        parser.add_argument("--turns", type=int, default=5, help="of each kind")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print milliseconds with and without the program, and the ratios."""
        os.environ["MATCHSLIP_HOOK_NETWORKS"] = LOOPBACK
        prepare_database(self)
        if Event.objects.exists():
            raise CommandError("This makes events: name a database that has none.")
        settings.ALLOWED_HOSTS = ["*"]
        collect_static_files()
        without, hanging = AnswerTally(), AnswerTally()
        with socket.create_server(("127.0.0.1", 0)) as server, served() as port:
            threading.Thread(target=_take, args=(server,), daemon=True).start()
            address = f"http://127.0.0.1:{server.getsockname()[1]}/"
            # The first run warms the server up.
            enter_round(port, options, "")
            for turn in range(2 * options["turns"]):
                # In the order a b b a, so that other load affects both.
                is_without = turn % 4 in (0, 3)
                entered = enter_round(port, options, "" if is_without else address)
                _add(without if is_without else hanging, entered)
        waiting = HookDelivery.objects.filter(state=HookDelivery.State.WAITING).count()
        for share in (0.5, 0.99):
            before, after = percentile(without, share), percentile(hanging, share)
            self.stdout.write(
                f"p{100 * share:.0f} of a result: {before:.1f} ms without a program, "
                f"{after:.1f} ms with one that hangs, ratio {after / before:.2f}"
            )
        self.stdout.write(f"{len(hanging.times)} results each, {waiting} messages wait")


def enter_round(port: int, options: dict[str, Any], address: str) -> AnswerTally:
    """Let everyone enter round 1 of a new event; with an address, a program is notified."""
    event, actor = made_up_field(options["players"])
    if address:
        _listen(event, actor, address)
    who: dict[str, Any] = {"event_id": event.pk, "actor": actor, "number": 1}
    pair_next_round(**who, seed=1)
    post_round(**who)
    event.refresh_from_db()
    people = keepers(event, 1, options["keepers"])
    page = request("GET", reverse("public:standings", args=[event.slug]))
    let_rest(below(os.getpid()))
    (entered, _seconds), _read = together(port, people, page, 0)
    return entered


def _listen(event: Event, actor: User, address: str) -> None:
    settings.HOOK_NETWORKS = settings.HOOK_NETWORKS or (ipaddress.ip_network(LOOPBACK),)
    kinds = [kind.value for kind in HookKind]
    add_endpoint(of=event.pk, actor=actor, name="Stub", address=address, kinds=kinds)


def _take(server: socket.socket) -> None:
    """Accept every connection and never answer, until the server is closed."""
    taken = []
    with contextlib.suppress(OSError):
        while True:
            taken.append(server.accept())


def _add(tally: AnswerTally, more: AnswerTally) -> None:
    if set(more.statuses) != {200}:
        raise CommandError(f"A result was not entered: {more.statuses}")
    tally.times += more.times
