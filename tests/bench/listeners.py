"""Compare programs that listen to an event's stream with as many that poll its data.

`python -m tests.bench.listeners` serves a made-up event as `make run` does. It prints, for each
kind, the cost for the server, and when programs read about a post and about published standings.
"""

import argparse
import asyncio
import contextlib
import os
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

HERE = "127.0.0.1"
# Seconds until a program that polls every 8 to 12 seconds notices a change.
ROUND_OF_QUESTIONS = 13.0
KINDS: dict[str, tuple[float, float] | None] = {
    "nobody": None,
    "stream": (0, 0),
    "8 to 12 s": (8, 12),
    "2 to 3 s": (2, 3),
}


@dataclass
class Cost:
    """The cost of one kind of program."""

    idle_seconds: float = 0
    idle: float = 0
    changing: float = 0
    changes: int = 0
    before: float = 0
    memory: float = 0
    heard: list[float] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    errors: int = 0

    def line(self, name: str, base: "Cost", programs: int) -> str:
        idle = 1000 * self.idle / self.idle_seconds
        changing = 1000 * (self.changing / self.changes - base.changing / base.changes)
        cells = [f"{idle:.2f}", f"{changing:.0f}", f"{self.memory / programs * 1024:.1f}"]
        for times in (self.heard, self.read):
            ordered = sorted(times) or [0.0]
            cells += [f"{ordered[int(share * (len(ordered) - 1))]:.2f}" for share in (0.5, 0.99, 1)]
        return f"{name:12}" + "".join(f"{cell:>11}" for cell in [*cells, str(self.errors)])


class News:
    """The time at which a change was sent, and the times at which programs heard and read of it."""

    def __init__(self) -> None:
        self.sent = 0.0
        self.path = ""
        self.cost = Cost()


class Stream(asyncio.Protocol):
    """A program that listens, and reads changes over a connection that stays open."""

    def __init__(self, news: News, reader: Any, host: str) -> None:
        self.news, self.reader, self.host = news, reader, host
        self.began = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        if b"event: change" not in data:
            return
        if self.began and self.news.sent:
            self.news.cost.heard.append(time.perf_counter() - self.news.sent)
            asyncio.get_running_loop().create_task(read(self.reader, self.news, self.host))
        self.began = True

    def connection_lost(self, exc: Exception | None) -> None:
        self.news.cost.errors += 1


async def read(phone: Any, news: News, host: str) -> None:
    """Read the change."""
    from events.hosting.rehearsal.watching_phones import request

    sent, status = news.sent, 0
    with contextlib.suppress(OSError):
        status = (await phone.ask(request(host, news.path))).status
    if status == 200:
        news.cost.read.append(time.perf_counter() - sent)
    else:
        news.cost.errors += 1


async def poll(phone: Any, path: str, news: News, host: str, between: tuple[float, float]) -> None:
    """Poll the event and read its changes."""
    from events.hosting.rehearsal.watching_phones import request

    etag = (await phone.ask(request(host, path))).etag
    await asyncio.sleep(random.uniform(0, between[1]))
    while True:
        answer = await phone.ask(request(host, path, etag))
        if answer.status == 200:
            etag = answer.etag
            if news.sent:
                news.cost.heard.append(time.perf_counter() - news.sent)
                await read(phone, news, host)
        await asyncio.sleep(random.uniform(*between))


async def call(port: int, slug: str, number: int, token: str, what: str) -> None:
    """Post a round or publish its standings, as a program does."""
    from events.hosting.rehearsal.watching_phones import connect, hang_up

    phone = await connect(HERE, port)
    answer = await phone.ask(
        f"POST /api/v1/events/{slug}/rounds/{number}/{what} HTTP/1.1\r\nHost: {HERE}\r\n"
        f"Content-Length: 0\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    )
    hang_up([phone])
    if answer.status != 200:
        raise RuntimeError(f"{what}: {answer.status} {answer.body!r}")


def in_a_thread(write: Callable[[], None]) -> None:
    """Write to the database in a thread, and close the thread's connection."""
    from django.db import connections

    write()
    connections.close_all()


def memory_of(server: Any) -> float:
    """Return the memory of the workers in MB."""
    pages = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in server.workers]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE") / 1024**2


async def measure(
    server: Any,
    slug: str,
    name: str,
    options: argparse.Namespace,
    cost: Cost,
    change: Callable[[str], Awaitable[None]],
    between_changes: Callable[[], None],
) -> None:
    """Measure programs of one kind while nothing happens, and while a round is posted."""
    from events.hosting.rehearsal.watching_phones import connect, hang_up, request

    host, path = f"{HERE}:{server.port}", f"/api/v1/events/{slug}"
    news = News()
    news.cost = cost
    between = KINDS[name]
    loop = asyncio.get_running_loop()
    warm = await connect(HERE, server.port)
    for each in (path, f"{path}/rounds", f"{path}/standings"):
        await warm.ask(request(host, each))
    held = memory_of(server)
    phones, tasks, streams = [], [], []
    for _ in range(0 if between is None else options.programs):
        phones.append(await connect(HERE, server.port))
        # An idle connection is closed after 20 seconds.
        await phones[-1].ask(request(host, path))
        if name == "stream":
            transport, stream = await loop.create_connection(
                lambda: Stream(news, phones[-1], host), HERE, server.port
            )
            transport.write(request(host, f"{path}/stream"))
            streams.append(stream)
        else:
            tasks.append(loop.create_task(poll(phones[-1], path, news, host, between or (1, 1))))
    await asyncio.sleep(ROUND_OF_QUESTIONS)
    cost.memory = max(cost.memory, memory_of(server) - held)
    began, before = time.perf_counter(), server.processor()
    await asyncio.sleep(options.idle)
    cost.idle += server.processor() - before
    cost.idle_seconds += time.perf_counter() - began
    for what, changed in (("post", "rounds"), ("publish", "standings")):
        if what == "publish":
            await asyncio.to_thread(in_a_thread, between_changes)
        news.path = f"{path}/{changed}"
        before, news.sent = server.processor(), time.perf_counter()
        await change(what)
        await asyncio.sleep(ROUND_OF_QUESTIONS)
        cost.changing += server.processor() - before
        cost.changes += 1
        news.sent = 0
    for task in tasks:
        task.cancel()
    errors = cost.errors
    for stream in streams:
        if stream.transport is not None:
            stream.transport.abort()
    hang_up([*phones, warm])
    await asyncio.sleep(1)
    cost.errors = errors


def main(options: argparse.Namespace, folder: Path) -> None:
    """Print the table."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from django.db import connections

    from events.api.token_actions import make_token
    from events.core.rounds.pairing_actions import pair_next_round
    from events.hosting.rehearsal.watching_phones import room_for, run
    from events.hosting.static_collection import collect_static_files
    from events.simulation.made_up_results import made_up_field, report_and_complete
    from tests.bench.servers import ours

    room_for(3 * options.programs, HERE)
    collect_static_files()
    event, actor = made_up_field(options.players)
    _row, token = make_token(event_id=event.pk, actor=actor, name="Bench", scopes=["post"])
    costs = {name: Cost() for name in KINDS}
    for number, name in enumerate([*KINDS, *reversed(KINDS)] * options.turns, start=1):
        pair_next_round(event_id=event.pk, actor=actor, number=number, seed=number)
        connections.close_all()
        play = partial(report_and_complete, event, number, random.Random(number))
        with ours(folder, os.environ["DATABASE_URL"]) as server:
            change = partial(call, server.port, event.slug, number, token)
            run(measure(server, event.slug, name, options, costs[name], change, play))
        print(costs[name].line(name, costs["nobody"], options.programs), flush=True)
    heads = ("idle ms/s", "change ms", "KB each", *("heard 50%", "99%", "last"))
    print(
        f"{'':12}"
        + "".join(f"{head:>11}" for head in (*heads, "read 50%", "99%", "last", "errors"))
    )
    for name, cost in costs.items():
        print(cost.line(name, costs["nobody"], options.programs))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.listeners")
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--players", type=int, default=226)
    parser.add_argument("--idle", type=float, default=30, help="seconds")
    parser.add_argument("--turns", type=int, default=1, help="of all kinds, there and back")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/listeners.sqlite3"
        main(parser.parse_args(), Path(folder))
