"""Measure the engines: python -m tests.bench.engines pairing, repairing, standings."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tests.bench.engines import standings
from tests.bench.engines.pairing import bench
from tests.bench.engines.repairing import bench_repairing


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table of one engine."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.engines", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    timed = commands.add_parser("pairing", help="simulate events and time every round")
    timed.add_argument("--rounds", type=int, help="so many rounds instead of the recommended")
    timing = commands.add_parser("repairing", help="time the re-pairing of simulated rounds")
    for command in (timed, timing):
        command.add_argument("--players", type=int, nargs="+", help="only these sizes")
        command.add_argument("--events", type=int, default=3, help="of each size (default 3)")
        command.add_argument("--seed", type=int, default=1, help="of the simulation (default 1)")
        command.add_argument("--peers", action="store_true", help="run other engines as well")
    commands.add_parser("standings", help="measure the time of a full recomputation")
    chosen = parser.parse_args(arguments)
    if chosen.command == "standings":
        standings.run()
        return
    sizes, events, seed, peers = chosen.players, chosen.events, chosen.seed, chosen.peers
    lines = (
        bench(sizes, chosen.rounds, events, seed, peers=peers)
        if chosen.command == "pairing"
        else bench_repairing(sizes, events, seed, peers=peers)
    )
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    main()
