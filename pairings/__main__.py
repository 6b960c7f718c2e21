"""The engine from the command line: python -m pairings solve, repair, audit, replay."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from archive.folders import UnreadableError
from pairings.commands.audit import audit
from pairings.commands.json_problems import answer_text, solved
from pairings.commands.replay import replay
from pairings.repairing.json_rounds import repairing_text
from pairings.tables_of_four.json_tables import is_of_tables, seated
from pairings.types import PairingError


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m pairings", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    solve = commands.add_parser("solve", help="pair a problem given as JSON")
    solve.add_argument("file", metavar="FILE", help="the problem, or a list of them; - for input")
    solve.add_argument("--seed", type=int, default=1, help="draw from this seed (default 1)")
    repairing = commands.add_parser("repair", help="what to do about a posted round that is wrong")
    repairing.add_argument(
        "file", metavar="FILE", help="the problem, or a list of them; - for input"
    )
    repairing.add_argument("--seed", type=int, default=1, help="draw from this seed (default 1)")
    check = commands.add_parser("audit", help="compare the rounds of finished events with ours")
    check.add_argument("paths", metavar="PATH", nargs="+", type=Path)
    again = commands.add_parser("replay", help="make the pairings of an exported event again")
    again.add_argument("path", metavar="PATH", type=Path)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status: 0, or 2 with a message on standard error."""
    chosen = _parser().parse_args(arguments)
    try:
        if chosen.command in ("solve", "repair"):
            from_input = chosen.file == "-"
            text = sys.stdin.read() if from_input else Path(chosen.file).read_text("utf-8")
            answer = solve_text if chosen.command == "solve" else repairing_text
            print(answer(text, chosen.seed))
        elif chosen.command == "audit":
            for line in audit(chosen.paths):
                print(line, flush=True)
        else:
            for line in replay(chosen.path):
                print(line, flush=True)
    except (PairingError, UnreadableError, OSError, UnicodeDecodeError) as error:
        print(f"{parser_name()}: {error}", file=sys.stderr)
        return 2
    return 0


def parser_name() -> str:
    """Return the name of the command in messages."""
    return "python -m pairings"


if __name__ == "__main__":
    sys.exit(main())


def solve_text(text: str, seed: int) -> str:
    """Return the JSON answer to one problem, or to a list of problems, given as JSON.

    A problem with sizes or a policy is a round of tables of three to five. Raises PairingError when
    the text is not JSON or a problem is malformed.
    """
    return answer_text(text, seed, _answer)


def _answer(data: object, seed: int) -> dict[str, Any]:
    return seated(data, seed) if is_of_tables(data) else solved(data, seed)
