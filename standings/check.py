"""Recomputing published standings of real events and naming every figure that differs."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from standings.archive import Archive, ArchiveError, PublishedRow, read_archive
from standings.profile import Tiebreaker
from standings.ranking import compute
from standings.row import Row

TOLERANCE = Fraction(1, 10**6)
SUFFIXES = (".json", ".jsonl", ".jsonl.gz")


class UnreadableError(Exception):
    """A file or line that is not an event archive; the text says which and why."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One published figure that was not met: `figure` of `player` as printed and computed."""

    player: int
    figure: str
    expected: str
    computed: str

    def __str__(self) -> str:
        return (
            f"player {self.player} {self.figure} expected {self.expected} computed {self.computed}"
        )


def files(path: Path) -> list[Path]:
    """A file itself, or the archive files in and under a folder, sorted by name."""
    if not path.is_dir():
        return [path]
    return sorted(item for item in path.rglob("*") if item.name.endswith(SUFFIXES))


def archives(path: Path) -> Iterator[tuple[str, Archive | UnreadableError]]:
    """Every archive of a file with its label: the path, and the line in a `.jsonl`.

    What cannot be read comes as the error that says so, and the next line follows.
    """
    try:
        if path.name.endswith(".jsonl.gz"):
            with gzip.open(path, "rt", encoding="utf-8") as stream:
                yield from _lines(path, stream)
        elif path.name.endswith(".jsonl"):
            with path.open(encoding="utf-8") as stream:
                yield from _lines(path, stream)
        else:
            yield str(path), _parse(str(path), path.read_text(encoding="utf-8"))
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        yield str(path), UnreadableError(f"{path}: {error}")


def _lines(path: Path, stream: Iterator[str]) -> Iterator[tuple[str, Archive | UnreadableError]]:
    for number, line in enumerate(stream, start=1):
        if line.strip():
            label = f"{path}:{number}"
            yield label, _parse(label, line)


def _parse(label: str, text: str) -> Archive | UnreadableError:
    try:
        return read_archive(json.loads(text))
    except (json.JSONDecodeError, ArchiveError) as error:
        return UnreadableError(f"{label}: {error}")


@dataclass(frozen=True, slots=True)
class Checked:
    """One archive that was recomputed, with its label and how many rows it had."""

    label: str
    rows: int
    mismatches: list[Mismatch]


def check(path: Path) -> Iterator[Checked | UnreadableError]:
    """Recompute every archive of a file or folder."""
    found = files(path)
    if not found:
        yield UnreadableError(f"{path}: no archive in this folder")
    for file in found:
        for label, archive in archives(file):
            yield archive if isinstance(archive, UnreadableError) else _checked(label, archive)


def _checked(label: str, archive: Archive) -> Checked | UnreadableError:
    rows = len(archive.published.rows) if archive.published else 0
    try:
        return Checked(label, rows, mismatches(archive))
    except ValueError as error:
        return UnreadableError(f"{label}: {error}")


def mismatches(archive: Archive) -> list[Mismatch]:
    """Every published figure that the computed standings do not meet.

    Percentages must agree to 1e-6, points exactly; where the archive says that ranks follow
    the tiebreakers, so must the order. Raises ValueError for a score that cannot be.
    """
    if archive.published is None:
        return []
    # Other systems print GW% and OGW% of one-game matches too, and rank by them.
    profile = replace(archive.tournament.profile, use_games=True)
    rows = {row.player: row for row in compute(replace(archive.tournament, profile=profile))}
    found: list[Mismatch] = []
    previous: Row | None = None
    for printed in archive.published.rows:
        row = rows[printed.player]
        found += _compare(printed, row)
        if printed.points is None or not archive.published.ranks_follow_tiebreakers:
            continue
        if previous is not None and _key(row) > _key(previous):
            ahead = f"behind {previous.player}"
            found.append(Mismatch(row.player, "order", ahead, f"ahead of {previous.player}"))
        previous = row
    return found


def _key(row: Row) -> tuple[int, ...]:
    return row.points, *row.ranked


def _compare(printed: PublishedRow, row: Row) -> Iterator[Mismatch]:
    if printed.points is not None and printed.points != row.points:
        yield Mismatch(row.player, "points", str(printed.points), str(row.points))
    floor = row.scales.profile.floor
    empty = (floor, Fraction(0))  # a dash has no figure: the floor or nothing is printed for it
    omw, ogw = row.shown(Tiebreaker.OMW), row.shown(Tiebreaker.OGW)
    raw = Fraction(row.game_points, 3 * row.games) if row.games else None
    candidates = {
        "omw": (printed.omw, empty if omw is None else (omw,)),
        "gw": (printed.gw, empty if raw is None else (raw, max(raw, floor))),
        "ogw": (printed.ogw, empty if ogw is None else (ogw,)),
    }
    for figure, (expected, computed) in candidates.items():
        if expected is None:
            continue
        if all(abs(expected - value) > TOLERANCE for value in computed):
            shown = " or ".join(f"{float(value):.8f}" for value in dict.fromkeys(computed))
            yield Mismatch(row.player, figure, f"{float(expected):.8f}", shown)
