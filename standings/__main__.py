"""The standings engine on the command line: check, show."""

import argparse
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from archive.folders import UnreadableError, archives_in
from archive.values import Archive
from standings.archive import tournament_of
from standings.check import check
from standings.display import figure
from standings.profile import Profile
from standings.ranking import compute
from standings.row import Row


def _check(paths: list[Path]) -> int:
    total = rows = wrong = unreadable = 0
    for checked in chain.from_iterable(map(check, paths)):
        if isinstance(checked, UnreadableError):
            print(checked, file=sys.stderr)
            unreadable += 1
            continue
        total += 1
        rows += checked.rows
        wrong += len(checked.mismatches)
        if checked.mismatches:
            print(f"{checked.label}: {'; '.join(map(str, checked.mismatches))}")
    print(f"{total} archives, {rows} rows, {wrong} mismatches")
    return 2 if unreadable else 1 if wrong else 0


def _show(path: Path, through: int | None) -> int:
    for label, archive in archives_in(path):
        if isinstance(archive, UnreadableError):
            print(archive, file=sys.stderr)
            return 2
        try:
            tournament = tournament_of(archive, through)
            rows = compute(tournament, through)
        except ValueError as error:
            print(f"{label}: {error}", file=sys.stderr)
            return 2
        _print_table(archive, tournament.profile, rows)
    return 0


def _print_table(archive: Archive, profile: Profile, rows: Sequence[Row]) -> None:
    names_of = {player.number: player.name for player in archive.players}
    names = [*profile.ranked_by]
    print(f"{archive.event.name} (rules: {profile.name}, floor {profile.floor})")
    head = "".join(f"{name.value.upper():>10}" for name in names)
    print(f"{'place':>5} {'points':>6}  {'record':<8}{head}  name")
    for row in rows:
        record = f"{row.wins}-{row.losses}-{row.draws}"
        place = "-" if row.place is None else str(row.place)
        cells = "".join(f"{figure(name, row.shown(name), profile.digits):>10}" for name in names)
        mark = " *" if row.drawn else ""
        print(f"{place:>5} {row.points:>6}  {record:<8}{cells}  {names_of[row.player]}{mark}")
    print("* equal on everything with a neighbour: the order was drawn")


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m standings", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check", help="recompute the published rows of archives")
    checking.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    showing = commands.add_parser("show", help="print the standings of an archive")
    showing.add_argument("path", type=Path, metavar="ARCHIVE.json")
    showing.add_argument("--round", type=int, help="the last round that counts")
    chosen = parser.parse_args(arguments)
    if chosen.command == "check":
        return _check(chosen.paths)
    return _show(chosen.path, chosen.round)


if __name__ == "__main__":
    sys.exit(main())
