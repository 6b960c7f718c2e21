"""The cost of every staff page and of posting a round, in an event of 10,000 players.

    python -m tests.bench.large
    python -m tests.bench.large --players 1200 --only floor
    python -m tests.bench.large --folder /tmp/large       # build once, measure again and again

Prints a line for each page: bytes of HTML, queries, processor milliseconds (the least of three
requests after the first), and goals that are exceeded. Then follow the bytes that phones load,
packed, and the requests that complete, publish, pair and post a round, each once.
"""

import argparse
import gzip
import json
import logging
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

from events.hosting.server.garbage import pass_by_what_stays
from tests.bench.screens import EVENT, OWNER, ROOT, addresses_to_measure, run, simulated

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

MOST_MILLISECONDS, MOST_BYTES, MOST_PHONE_BYTES, MOST_SECONDS = 200, 700_000, 30_000, 2.0
TURNS = 3
# Memory limit of the measuring process: a page that needs more fails.
MEMORY = 6 * 1024**3
PHONE = (
    "",
    "pairings/?q=an",
    "pairings/?part=3",
    "standings/",
    "standings/?part=9",
    "players/{number}/",
)


def measure(paths: Sequence[str]) -> None:
    """Print a line for each address, each requested in its own process."""
    import django

    django.setup()
    # As a worker of the server does.
    pass_by_what_stays()
    for path in paths:
        child = os.fork()
        if not child:
            # A page that needs more memory fails.
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            measure_page(path)
            sys.stdout.flush()
            os._exit(0)
        os.waitpid(child, 0)


def measure_page(path: str) -> None:
    """Print the cost of a page; nothing if the event has no such page."""
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    browser = visitor(User.objects.get(username=OWNER))
    with CaptureQueriesContext(connection):
        answer = browser.get(path)
        queries = len(connection.queries_log)
    if answer.status_code in {HTTPStatus.NOT_FOUND, HTTPStatus.FOUND}:
        return
    times = []
    for _turn in range(TURNS if answer.status_code == HTTPStatus.OK else 0):
        began = time.process_time()
        browser.get(path)
        times.append(time.process_time() - began)
    milliseconds, size = min(times, default=0) * 1000, len(answer.content)
    over = ["failed"] * (answer.status_code != HTTPStatus.OK)
    over += ["bytes"] * (size > MOST_BYTES) + ["ms"] * (milliseconds > MOST_MILLISECONDS)
    line = f"{path:<46}{size:>10,}{queries:>5}{milliseconds:>9.1f}  {', '.join(over)}"
    print(line.rstrip())


def visitor(user: "User | None" = None) -> "Client":
    """Return a browser, logged in if a user is named."""
    from django.conf import settings
    from django.test import Client

    logging.disable(logging.CRITICAL)
    settings.ALLOWED_HOSTS, settings.DEBUG = ["*"], False
    browser = Client(raise_request_exception=False)
    if user is not None:
        browser.force_login(user, settings.AUTHENTICATION_BACKENDS[-1])
    return browser


def phones(number: int) -> None:
    """Print the packed size of each address of players."""
    import django

    django.setup()
    phone = visitor()
    for path in (f"/e/{EVENT}/{rest.format(number=number)}" for rest in PHONE):
        answer = phone.get(path, headers={"accept-encoding": "br, gzip"})
        if answer.status_code != HTTPStatus.OK:
            continue
        size = len(answer.content)
        if not answer.get("Content-Encoding"):
            size = len(gzip.compress(answer.content, 6))
        over = "bytes" if size > MOST_PHONE_BYTES else ""
        print(f"{path:<46}{size:>10,}  {over}".rstrip(), flush=True)


def play() -> None:
    """Complete the current round, publish, pair and post the next; print each request."""
    import django

    django.setup()
    from django.contrib.auth.models import User

    from events.core.results.actions import enter_result
    from events.core.results.slips import parse_slip
    from events.core.rounds.pairing_actions import pair_next_round
    from events.core.standings.actions import publish_standings
    from events.models import Event, Match

    user = User.objects.get(username=OWNER)
    browser = visitor(user)
    event = Event.objects.get(slug=EVENT)
    for match in Match.objects.outstanding().filter(round__event=event, table__gt=0):
        enter_result(
            event_id=event.pk,
            actor=user,
            number=2,
            table=match.table or 0,
            slip=parse_slip(["20"]),
            reports_drops=True,
        )
    post_round = f"/staff/e/{EVENT}/rounds/%d/%s/"
    told: dict[str, Any] = {"event_id": event.pk, "actor": user}
    steps: dict[str, Callable[[], object]] = {
        "complete round 2": lambda: browser.post(post_round % (2, "complete"), {}),
        "publish standings": lambda: publish_standings(**told, number=2),
        "pair round 3": lambda: pair_next_round(**told, number=3),
        "post round 3": lambda: browser.post(post_round % (3, "post"), {}),
    }
    for words, step in steps.items():
        began, busy = time.perf_counter(), time.process_time()
        step()
        took, busy = time.perf_counter() - began, time.process_time() - busy
        over = "seconds" if took > MOST_SECONDS else ""
        print(f"{words:<46}{took:>9.2f} s{busy:>9.2f} s  {over}".rstrip())
    posted = event.rounds.get(number=3)
    print(f"round 3 is {posted.state}")


def main() -> None:
    """Build the event unless the folder has it, and print the three tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.large")
    parser.add_argument("--players", type=int, default=10_000)
    parser.add_argument("--folder", type=Path, help="build here, or measure what is here")
    parser.add_argument("--only", default="", help="staff addresses that have this text")
    parser.add_argument("--part", choices=["staff", "phones", "play"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part:
        parts = {"staff": lambda: measure(json.load(sys.stdin)), "phones": lambda: phones(3)}
        parts.get(options.part, play)()
        return
    with tempfile.TemporaryDirectory() as name:
        folder = options.folder or Path(name)
        if not (folder / "bench.sqlite3").exists():
            folder.mkdir(exist_ok=True)
            run(ROOT, folder, "manage.py", "simulate_event", *simulated(options.players))
        paths = [path for path in addresses_to_measure() if options.only in path]
        print(f"{options.players:,} players: bytes, queries, ms", flush=True)
        part(folder, "staff", json.dumps(paths))
        if options.only:
            return
        print("a phone, bytes on the wire", flush=True)
        part(folder, "phones")
        print("seconds, processor", flush=True)
        part(folder, "play")


def part(folder: Path, name: str, given: str = "") -> None:
    """Run one part on the database in a folder, in a separate process."""
    command = [sys.executable, "-m", "tests.bench.large", "--part", name]
    environment = environment_of(folder)
    subprocess.run(command, cwd=ROOT, env=environment, input=given, text=True, check=False)


def environment_of(folder: Path) -> dict[str, str]:
    """Return the environment for a process that uses the database in a folder."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}",
        "MATCHSLIP_VAR": str(folder),
        "MATCHSLIP_DEBUG": "1",
        "PYTHONWARNINGS": "ignore",
    }


if __name__ == "__main__":
    main()
