"""Measure the cost of players' pages against the same bytes as a file of nginx."""

import gzip
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import brotli
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.urls import reverse

from events.core.rounds.actions import post_round, unpost_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.actions import publish_standings
from events.hosting.rehearsal.watching_phones import (
    Phone,
    PhonesError,
    PhoneTally,
    connect,
    hang_up,
    request,
    room_for,
    run,
)
from events.hosting.static_collection import collect_static_files
from events.management.commands.compile_translations import compile_translations
from events.models import Event
from events.public_site.build import Build, build
from events.public_site.reads.events import read_event
from events.simulation.made_up_results import made_up_field, report_and_complete
from tests.bench.crowds import again_and_again, all_at_once
from tests.bench.servers import Running, nginx, ours

HERE = "127.0.0.1"
LINES = 64
TURNS = 8
BUILDS = 7


class Command(BaseCommand):
    """`python -m tests.bench serving --players 1200 --phones 10000`."""

    help = (
        "Make up an event in a folder of its own, serve it as `make run` does, and ask it from "
        "this process: pages, unchanged pages, many phones at once, everybody's own page. "
        "Where nginx is installed it serves the same bytes in the same run."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options for the sizes."""
        parser.add_argument("--players", type=int, default=1200)
        parser.add_argument("--rounds", type=int, default=8)
        parser.add_argument("--phones", type=int, default=10_000)
        parser.add_argument("--seconds", type=float, default=3.0, help="for each row")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the table."""
        try:
            room_for(options["phones"], HERE)
        except PhonesError as error:
            raise CommandError(str(error)) from error
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            database = self._move_to(folder)
            event = _played(options["players"], options["rounds"])
            self._pages(event)
            connections.close_all()
            with ours(folder, database) as here:
                paths = Paths(event.slug, options["players"])
                page = run(_fetch(here, paths.standings))
                (folder / "page.html").write_bytes(page)
                # The first request builds the data, because nothing was posted while this server
                # ran.
                (folder / "data.json").write_bytes(run(_fetch(here, paths.data)))
                with nginx(folder) as there:
                    self._serving(here, there, paths, options)

    def _move_to(self, folder: Path) -> str:
        """Use a new database in this folder from now on."""
        path = folder / "matchslip.sqlite3"
        connections.close_all()
        default = connections.settings["default"]
        default.update({"ENGINE": "django.db.backends.sqlite3", "NAME": str(path)})
        default.update({"OPTIONS": {"transaction_mode": "IMMEDIATE"}, "CONN_HEALTH_CHECKS": False})
        connections["default"] = connections.create_connection("default")
        call_command("migrate", verbosity=0, interactive=False)
        compile_translations()
        collect_static_files()
        return f"sqlite:///{path}"

    def _pages(self, event: Event) -> None:
        """Print the cost of a build, and the size of the standings."""
        ready: list[float] = []
        rest: list[float] = []
        for _ in range(BUILDS):
            made = _posted_again(event, ready, rest)
        page = made.pages["standings", "en"]
        plain = len(gzip.decompress(page.gzip)) / 1000
        self.stdout.write(f"{len(made.cards)} players, standings after {event.rounds.count()}")
        self.stdout.write(
            f"standings page: {plain:.0f} KB, {len(page.gzip) / 1000:.1f} KB gzip, "
            f"{len(page.brotli) / 1000:.1f} KB Brotli "
            f"({len(brotli.compress(gzip.decompress(page.gzip), quality=11)) / 1000:.1f} at best)"
        )
        self.stdout.write(
            f"a round posted, processor: {statistics.median(ready):.0f} ms until all is ready "
            f"in both languages, {statistics.median(rest):.0f} ms behind that"
        )

    def _serving(
        self, here: Running, there: Running | None, paths: "Paths", options: dict[str, Any]
    ) -> None:
        heads = ("", "ours", "nginx", "ratio")
        self.stdout.write("".join(f"{head:>26}" for head in heads))
        both = ((here, paths.standings), (there, "/page.html"))
        data = ((here, paths.data), (there, "/data.json"))
        for name, asked, known in (
            ("pages a second", both, False),
            ("unchanged (304) a second", both, True),
            ("/api/v1/ standings a second", data, False),
            ("  unchanged (304) a second", data, True),
        ):
            rates = _by_turns(asked, known, options["seconds"])
            self._line(name, [None if rate is None else rate[0] for rate in rates], "{:.0f}")
            self._line(
                "  processor, µs each",
                [None if rate is None else rate[1] for rate in rates],
                "{:.1f}",
            )
        crowds = [
            None if server is None else run(_crowd(server, [path] * options["phones"]))
            for server, path in both
        ]
        what = f"{options['phones']} at once, last, s"
        self._line(what, [None if crowd is None else crowd.took for crowd in crowds], "{:.2f}")
        self._line(
            "  served", [None if crowd is None else len(crowd.seconds) for crowd in crowds], "{}"
        )
        for crowd, whose in zip(crowds, ("ours", "nginx"), strict=True):
            if crowd is not None and crowd.errors:
                self.stdout.write(f"  {whose}: {crowd.faults()}")
        own = run(_each_once(here, paths.own()))
        self.stdout.write(
            f"{len(own.seconds)} own pages, each for the first time: {own.took:.2f} s, "
            f"{1000 * own.median():.1f} ms each over {LINES} lines, errors: {own.faults()}"
        )

    def _line(self, name: str, values: list[Any], form: str) -> None:
        cells = [form.format(value) if value is not None else "-" for value in values]
        first, second = values
        ratio = ""
        if first and second and not name.strip().startswith("served"):
            ratio = f"{first / second:.2f}"
        self.stdout.write("".join(f"{cell:>26}" for cell in (name, *cells, ratio)))


class Paths:
    """Addresses of the measured event."""

    def __init__(self, slug: str, players: int) -> None:
        self.standings = reverse("public:standings", args=[slug])
        self.data = reverse("public:api-standings", args=[slug])
        self._slug, self._players = slug, players

    def own(self) -> list[str]:
        """Return the own page of every player."""
        return [reverse("public:player", args=[self._slug, n + 1]) for n in range(self._players)]


def _played(players: int, rounds: int) -> Event:
    """Play an event up to the posted pairings of its last round."""
    draw = random.Random(1)
    event, actor = made_up_field(players)
    for number in range(1, rounds + 1):
        who: dict[str, Any] = {"event_id": event.pk, "actor": actor, "number": number}
        pair_next_round(**who, seed=number)
        post_round(**who)
        if number < rounds:
            report_and_complete(event, number, draw)
            publish_standings(**who)
    return Event.objects.get(pk=event.pk)


def _posted_again(event: Event, ready: list[float], rest: list[float]) -> Build:
    """Withdraw the newest round and post it again; add the processor ms of its build.

    `ready`: until every page can be answered; `rest`: until all is written and packed.
    """
    who: dict[str, Any] = {
        "event_id": event.pk,
        "actor": User.objects.earliest("pk"),
        "number": event.rounds.count(),
    }
    unpost_round(**who, reason="measured again")
    before = build(read_event(event.pk))
    post_round(**who)
    began = time.process_time()
    made = build(read_event(event.pk), before, quickly=True)
    done = time.process_time()
    made.make_small()
    for texts in (made.cards, *(own.contents for own in made.own.values())):
        dict(texts)
    ready.append(1000 * (done - began))
    rest.append(1000 * (time.process_time() - done))
    return made


async def _fetch(server: Running, path: str) -> bytes:
    phone: Phone = await connect(HERE, server.port)
    answer = await phone.ask(request(f"{HERE}:{server.port}", path))
    hang_up([phone])
    return answer.body


def _by_turns(
    servers: Sequence[tuple[Running | None, str]], known: bool, seconds: float
) -> list[tuple[float, float | None] | None]:
    """Return answers per second and processor microseconds per answer for each server.

    Both are requested in short turns, so that other work on the machine affects them equally.
    """
    tags = [run(_tag(server, path)) if server and known else "" for server, path in servers]
    answers, took, processor = ([0.0] * len(servers) for _ in range(3))
    for _ in range(TURNS):
        for at, (server, path) in enumerate(servers):
            if server is None:
                continue
            asked = request(f"{HERE}:{server.port}", path, tags[at])
            before = server.processor()
            until = _until(seconds / TURNS, asked)
            tally = run(again_and_again(HERE, server.port, until, LINES))
            answers[at] += len(tally.seconds)
            took[at] += tally.took
            processor[at] += (server.processor() or 0) - (before or 0)
    return [
        None
        if server is None
        else (answers[at] / took[at], 1_000_000 * processor[at] / (answers[at] or 1) or None)
        for at, (server, _path) in enumerate(servers)
    ]


def _until(seconds: float, asked: bytes) -> Callable[[], bytes | None]:
    end = time.perf_counter() + seconds
    return lambda: asked if time.perf_counter() < end else None


async def _tag(server: Running, path: str) -> str:
    phone = await connect(HERE, server.port)
    answer = await phone.ask(request(f"{HERE}:{server.port}", path))
    hang_up([phone])
    return answer.etag


async def _crowd(server: Running, paths: list[str]) -> PhoneTally:
    tally, phones = await all_at_once(HERE, server.port, paths)
    hang_up(phones)
    return tally


async def _each_once(server: Running, paths: list[str]) -> PhoneTally:
    left: Iterator[bytes] = iter([request(f"{HERE}:{server.port}", path) for path in paths])
    return await again_and_again(HERE, server.port, lambda: next(left, None), LINES)
