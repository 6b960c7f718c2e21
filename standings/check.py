"""Recompute published standings of real events and list every figure that differs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from archive.folders import UnreadableError, archive_files, archives_in
from archive.records import PublishedRow
from archive.values import Archive
from standings.archive import tournament_of
from standings.ranking import compute
from standings.row import Row
from standings.rule_values import Tiebreaker

TOLERANCE = Fraction(1, 10**6)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One published figure that differs: `figure` of `player`, as printed and as computed."""

    player: int
    figure: str
    expected: str
    computed: str

    def __str__(self) -> str:
        return (
            f"player {self.player} {self.figure} expected {self.expected} computed {self.computed}"
        )


@dataclass(frozen=True, slots=True)
class Checked:
    """A recomputed archive, with its label and its number of rows."""

    label: str
    rows: int
    mismatches: list[Mismatch]


def check(path: Path) -> Iterator[Checked | UnreadableError]:
    """Recompute every archive of a file or folder."""
    files = archive_files(path)
    if not files:
        yield UnreadableError(f"{path}: no archive in this folder")
    for file in files:
        for label, archive in archives_in(file):
            yield archive if isinstance(archive, UnreadableError) else _checked(label, archive)


def _checked(label: str, archive: Archive) -> Checked | UnreadableError:
    rows = 0 if archive.published is None else len(archive.published.rows)
    try:
        return Checked(label, rows, mismatches(archive))
    except ValueError as error:
        return UnreadableError(f"{label}: {error}")


def mismatches(archive: Archive) -> list[Mismatch]:
    """Return every published figure that differs from the computed standings.

    Percentages must agree to 1e-6, points exactly; if the archive says that ranks follow the
    tiebreakers, so must the order. Raises ValueError for impossible rules or an impossible score.
    """
    if archive.published is None:
        return []
    # Other systems also print GW% and OGW% of one-game matches, and rank by them.
    tournament = tournament_of(archive)
    profile = replace(tournament.profile, use_games=True)
    # They also print players who did not take part.
    players = tuple(player.number for player in archive.players)
    tournament = replace(tournament, profile=profile, players=players)
    rows = {row.player: row for row in compute(tournament)}
    differences: list[Mismatch] = []
    previous: Row | None = None
    for printed in sorted(archive.published.rows, key=lambda row: row.rank):
        row = rows[printed.player]
        differences += _compare(printed, row)
        if printed.points is None or not archive.published.ranks_follow_tiebreakers:
            continue
        if previous is not None and _key(row) > _key(previous):
            ahead = f"behind {previous.player}"
            differences.append(Mismatch(row.player, "order", ahead, f"ahead of {previous.player}"))
        previous = row
    return differences


def _key(row: Row) -> tuple[Fraction | int, ...]:
    return row.exact_points, *row.ranked


def _compare(printed: PublishedRow, row: Row) -> Iterator[Mismatch]:
    if printed.points is not None and printed.points != row.points:
        yield Mismatch(row.player, "points", str(printed.points), str(row.points))
    floor = row.scales.profile.floor
    empty = (floor, Fraction(0))  # no figure is defined, so the floor or nothing is printed
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
        if all(abs(Fraction(expected) - value) > TOLERANCE for value in computed):
            shown = " or ".join(f"{float(value):.8f}" for value in dict.fromkeys(computed))
            yield Mismatch(row.player, figure, f"{float(expected):.8f}", shown)
