"""Table of files and formats: `python -m tests.interchange PATH...` reads, compares, counts."""

import argparse
import datetime
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from archive.document import parse
from archive.errors import ArchiveError
from archive.loading import archive_of
from domain.limits import MOST_BYTES
from interchange.checking import Checked, checked_events
from interchange.values import ForeignError
from standings.check import mismatches

ARCHIVE = "event archive"


@dataclass(slots=True)
class Line:
    """One format: files, those with rounds, those equal or explained, events, rows, reasons."""

    files: int = 0
    with_rounds: int = 0
    equal_files: int = 0
    explained_files: int = 0
    events: int = 0
    rows: int = 0
    equal: int = 0
    unread: int = 0
    reasons: Counter[str] = field(default_factory=Counter)


def files_in(paths: list[Path]) -> list[Path]:
    """Return the files of the paths, and of the folders among them."""
    files: list[Path] = []
    for path in paths:
        inside = sorted(item for item in path.rglob("*") if item.is_file())
        files += [item for item in inside if item.suffix != ".md"] if path.is_dir() else [path]
    return files


def measured(paths: list[Path], *, loud: bool = False) -> tuple[dict[str, Line], list[str]]:
    """Return the lines of the table by format, and the files that were refused with the reason."""
    lines: dict[str, Line] = {}
    refused: list[str] = []
    for path in files_in(paths):
        with path.open("rb") as handle:
            data = handle.read(MOST_BYTES + 1)
        try:
            if b'"event-archive"' in data[:2000]:
                _archive(lines.setdefault(ARCHIVE, Line()), data)
            else:
                reading, events = checked_events(data, datetime.date.today())
                _count(lines.setdefault(reading.label, Line()), events)
                if loud:
                    _tell(path, reading.label, events)
        except (ForeignError, ArchiveError) as error:
            refused.append(f"{path.name}: {error}")
    return lines, refused


def _archive(line: Line, data: bytes) -> None:
    archive = archive_of(parse(data), lenient=True)
    rows = 0 if archive.published is None else len(archive.published.rows)
    wrong = {item.player for item in mismatches(archive)}
    line.files += 1
    line.events += 1
    line.rows += rows
    line.with_rounds += bool(archive.rounds)
    line.equal += rows - len(wrong)
    line.equal_files += bool(archive.rounds) and not wrong
    line.explained_files += bool(archive.rounds) and not wrong
    line.reasons.update({"unexplained": len(wrong)} if wrong else {})


def _count(line: Line, events: list[Checked]) -> None:
    line.files += 1
    line.events += len(events)
    comparisons = [event.comparison for event in events]
    line.rows += sum(item.rows for item in comparisons)
    line.equal += sum(item.equal for item in comparisons)
    line.unread += sum(len(event.unread) for event in events)
    for item in comparisons:
        line.reasons.update({reason.value: count for reason, count in item.reasons.items()})
    if any(item.event.rounds for item in events):
        line.with_rounds += 1
        line.equal_files += not any(item.different for item in comparisons)
        line.explained_files += not any(item.unexplained for item in comparisons)


def _tell(path: Path, label: str, events: list[Checked]) -> None:
    for event in events:
        print(
            f"{path.name}: {label}: “{event.archive.event.name}”, {len(event.archive.players)} "
            f"players, {len(event.archive.rounds)} rounds, {event.comparison.equal} of "
            f"{event.comparison.rows} rows equal"
        )
        for note in event.unread:
            print(f"  {note.text(str)}")
        for item in event.comparison.differences:
            print(
                f"  player {item.player} {item.figure}: {item.printed}, here {item.ours} "
                f"({item.reason.value})"
            )


def main(arguments: list[str] | None = None) -> int:
    """Print the table; return 1 where less than 95 % of files with rounds are explained."""
    parser = argparse.ArgumentParser(prog="python -m tests.interchange", description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--loud", action="store_true", help="also each file and its differences")
    chosen = parser.parse_args(arguments)
    lines, refused = measured(chosen.paths, loud=chosen.loud)
    print(
        "| format | files | with rounds | equal or explained | events | rows | equal | unread | "
        "reasons |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for label, line in sorted(lines.items()):
        reasons = ", ".join(f"{reason} {count}" for reason, count in line.reasons.most_common())
        print(
            f"| {label} | {line.files} | {line.with_rounds} | {line.explained_files} | "
            f"{line.events} | {line.rows} | {line.equal} | {line.unread} | {reasons or '–'} |"
        )
    for text in refused:
        print(f"refused: {text}", file=sys.stderr)
    with_rounds = sum(line.with_rounds for line in lines.values())
    explained = sum(line.explained_files for line in lines.values())
    share = 100 * explained / with_rounds if with_rounds else 100
    print(f"{explained} of {with_rounds} files with rounds are equal or explained ({share:.0f} %)")
    return 0 if share >= 95 else 1


if __name__ == "__main__":
    sys.exit(main())
