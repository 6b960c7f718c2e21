"""The cost of every staff page: bytes, queries, milliseconds; compared with an earlier commit.

    python -m tests.bench.screens
    python -m tests.bench.screens --against e984c0c --players 226

The earlier commit simulates an event, which is migrated to this one, so that both show the same
rows. Each commit answers in a separate process. Milliseconds are processor time, the least of
several runs. A ratio above 1 means that a page became slower.
"""

import argparse
import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
OK = 200
EVENT, OWNER = "bench", "simulator"
TURNS, PASSES = 3, 2
# Differences too small to name: noise of the clock, a few words.
SAME_MS, SAME_BYTES = 1.15, 1.05


def measure(paths: Sequence[str]) -> dict[str, list[float]]:
    """Return status, bytes, gzipped bytes, queries and milliseconds of each address.

    It runs in the checkout in the current folder, however old, because it only uses Django.
    """
    import django

    django.setup()
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    settings.ALLOWED_HOSTS, settings.DEBUG = ["*"], False
    browser = Client(raise_request_exception=False)
    browser.force_login(User.objects.get(username=OWNER), settings.AUTHENTICATION_BACKENDS[-1])
    costs = {}
    for path in paths:
        browser.get(path)
        with CaptureQueriesContext(connection):
            answer = browser.get(path)
            # The next request clears the list.
            asked = len(connection.queries_log)
        times = []
        for _turn in range(TURNS if answer.status_code == OK else 0):
            began = time.process_time()
            browser.get(path)
            times.append(time.process_time() - began)
        costs[path] = [
            answer.status_code,
            len(answer.content),
            len(gzip.compress(answer.content, 6)),
            asked,
            min(times, default=0) * 1000,
        ]
    return costs


def unpack(revision: str, folder: Path) -> Path:
    """Extract the files of a commit into a folder."""
    command = ["git", "-c", f"safe.directory={ROOT}", "archive", revision]
    packed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        files.extractall(folder, filter="data")
    return folder


def run(checkout: Path, folder: Path, *arguments: str, given: str = "") -> str:
    """Run Python in a checkout, on the database in a folder; return its output."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}",
        "MATCHSLIP_VAR": str(folder),
        # Static files have their own names, because they were not collected.
        "MATCHSLIP_DEBUG": "1",
        "PYTHONPATH": str(checkout),
    }
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=checkout,
        env=environment,
        input=given,
        text=True,
        check=True,
        stdout=subprocess.PIPE,
    )
    return done.stdout


def costs_of(checkout: Path, folder: Path, paths: Sequence[str]) -> dict[str, list[float]]:
    """Measure the addresses in a checkout."""
    printed = run(checkout, folder, "-P", __file__, "--measure", given=json.dumps(paths))
    costs: dict[str, list[float]] = json.loads(printed.splitlines()[-1])
    return costs


def least(
    costs: Mapping[str, list[float]], again: dict[str, list[float]]
) -> dict[str, list[float]]:
    """Return the new costs with the lesser time of both passes."""
    for path, row in again.items():
        row[-1] = min(row[-1], costs.get(path, row)[-1])
    return again


def addresses_to_measure() -> list[str]:
    """Return the address of every staff page in the list of screens, in one event."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        os.environ["MATCHSLIP_VAR"] = folder
        import django

        django.setup()
        from tests.screens.addresses import SCREENS

        asked = (one for one in SCREENS if one.who == "staff" and one.status == OK)
        return list(dict.fromkeys(screen.path(EVENT) for screen in asked))


def lines(costs: Mapping[str, list[float]], before: Mapping[str, list[float]]) -> list[str]:
    """Return a line for each page that answers, with ratios if there are earlier costs."""
    table = []
    for path, (status, plain, packed, queries, milliseconds) in costs.items():
        if status != OK:
            continue
        line = f"{path:<46}{plain:>9.0f}{packed:>8.0f}{queries:>5.0f}{milliseconds:>8.1f}"
        earlier = before.get(path, [0])
        if earlier[0] == OK:
            ratios = plain / earlier[1], packed / earlier[2], milliseconds / earlier[4]
            line += f"  x{ratios[0]:<5.2f}x{ratios[1]:<5.2f}{queries - earlier[3]:>+4.0f}"
            line += f"  x{ratios[2]:.2f}"
            larger = ratios[1] > SAME_BYTES and packed - earlier[2] > 200
            slower = ratios[2] > SAME_MS and milliseconds - earlier[4] > 1
            words = ["larger"] * larger + ["slower"] * slower
            line += "  " + ", ".join(words + ["queries"] * (queries > earlier[3]))
        elif before:
            line += "  new" if earlier[0] != OK else ""
        table.append(line.rstrip())
    return table


def main() -> None:
    """Print a table for each size."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.screens")
    parser.add_argument("--players", type=int, nargs="+", default=[226, 1200])
    parser.add_argument("--against", metavar="COMMIT", help="an earlier commit to compare with")
    parser.add_argument("--only", default="", help="addresses that have this text")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(json.load(sys.stdin))))
        return
    paths = [path for path in addresses_to_measure() if options.only in path]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        earlier = unpack(options.against, folder / "earlier") if options.against else None
        for players in options.players:
            then, now = folder / f"{players}-then", folder / f"{players}-now"
            then.mkdir()
            run(earlier or ROOT, then, "manage.py", "simulate_event", *simulated(players))
            shutil.copytree(then, now)
            run(ROOT, now, "manage.py", "migrate", "--verbosity=0")
            before: dict[str, list[float]] = {}
            costs: dict[str, list[float]] = {}
            # Alternating, so that a busy minute affects all.
            for _pass in range(PASSES):
                if earlier:
                    before = least(before, costs_of(earlier, then, paths))
                costs = least(costs, costs_of(ROOT, now, paths))
            head = f"{players} players: bytes, gzipped, queries, ms"
            print(head + (f"; beside {options.against}" if earlier else ""))
            print("\n".join(lines(costs, before)), flush=True)


def simulated(players: int) -> list[str]:
    """Return the simulation's arguments: round 2 in progress, with a quarter of its results."""
    options: dict[str, Any] = {
        "players": players,
        "rounds": 5,
        "name": EVENT,
        "stop-in-round": 2,
        "outstanding": players * 3 // 8,
    }
    return [f"--{option}={value}" for option, value in options.items()]


if __name__ == "__main__":
    main()
