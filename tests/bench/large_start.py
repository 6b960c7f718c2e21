"""The cost of the pages and buttons before round 1, with 10,000 players on the roster.

    python -m tests.bench.large_start
    python -m tests.bench.large_start --players 1200

From the pasted list to the posted round, it requests each page twice and each button once, in a
separate database. Prints status, bytes of HTML and processor seconds of the last request.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.bench.large import MOST_BYTES, MOST_MILLISECONDS, environment_of, visitor
from tests.bench.screens import ROOT

DESK = "/staff/e/bench/"


def measure(players: int) -> None:
    """Print a line for each step to the first posted round."""
    import django

    django.setup()
    from django.core.management import call_command

    from events.hosting.server.garbage import pass_by_what_stays
    from tests import factories

    call_command("migrate", verbosity=0)
    event = factories.event(name="Bench", slug="bench")
    browser = visitor(factories.staff_member(event))
    pass_by_what_stays()
    people = [f"Given{number % 97} Family{number:05}" for number in range(players)]

    def line(method: str, path: str, data: Mapping[str, Any] | None = None) -> None:
        for _turn in range(2 if method == "get" else 1):
            began = time.process_time()
            answer = getattr(browser, method)(DESK + path, data or {})
            took = (time.process_time() - began) * 1000
        size = len(answer.content)
        over = ["bytes"] * (size > MOST_BYTES) + ["ms"] * (took > MOST_MILLISECONDS)
        print(
            f"{method:<5}{path or 'desk':<28}{answer.status_code:>4}{size:>10,}{took:>9.0f} ms  "
            f"{', '.join(over)}".rstrip(),
            flush=True,
        )

    line("post", "roster/paste/", {"text": "\n".join(people)})
    factories.enroll_players(event, people)
    for path in ("", "roster/", "roster/check-in/", "roster/drop-absent/", "sign-ups/"):
        line("get", path)
    line("post", "roster/players/2/check-in/", {"present": "on"})
    line("post", "rounds/1/pair/")
    line("post", "roster/selected/check-in/", {"number": list(range(1, players * 9 // 10))})
    line("get", "")
    line("post", "rounds/1/pair/", {"answers.absent": "leave-out"})
    line("get", "rounds/1/")
    line("post", "rounds/1/post/")
    line("get", "")


def main() -> None:
    """Measure in a separate process, whose database is deleted afterwards."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.large_start")
    parser.add_argument("--players", type=int, default=10_000)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        measure(options.players)
        return
    with tempfile.TemporaryDirectory() as name:
        command = [sys.executable, "-m", "tests.bench.large_start", "--here"]
        command += ["--players", str(options.players)]
        subprocess.run(command, cwd=ROOT, env=environment_of(Path(name)), check=True)


if __name__ == "__main__":
    main()
