"""Standings that a file prints, next to ours: equal, or different for a reason with a name."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from archive.values import Archive
from interchange.building import Built
from interchange.explaining import Evidence, Reason
from interchange.values import FoundEvent, Printed
from standings.archive import tournament_of
from standings.profile import Tiebreaker
from standings.ranking import compute
from standings.row import Row
from standings.types import Tournament

Rows = Mapping[int, Row]
FIGURES = {
    "omw": Tiebreaker.OMW,
    "gw": Tiebreaker.GW,
    "ogw": Tiebreaker.OGW,
    "oomw": Tiebreaker.OOMW,
}
# Tools that round match-win percentages to four digits order by what is left.
_ROUNDED = Fraction(1, 10**4)


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of one person: as the file prints it and as it is computed here."""

    player: int
    figure: str
    printed: str
    ours: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Comparison:
    """Printed lines next to ours: how many there are, and every difference.

    `after` is the round of ours after which the lines were printed; None for the last one.
    """

    rows: int
    differences: Sequence[Difference]
    after: int | None = None

    @property
    def different(self) -> int:
        """How many persons differ in something."""
        return len({item.player for item in self.differences})

    @property
    def equal(self) -> int:
        """How many persons are equal in everything that is printed."""
        return self.rows - self.different

    @property
    def reasons(self) -> Counter[Reason]:
        """How many persons differ, by the first reason of each."""
        first: dict[int, Reason] = {}
        for item in self.differences:
            first.setdefault(item.player, item.reason)
        return Counter(first.values())

    @property
    def unexplained(self) -> int:
        """How many persons differ for no reason that has a name."""
        return self.reasons[Reason.UNEXPLAINED]


class _Lines:
    """The printed lines, each of which is compared with rows of one computation."""

    def __init__(self, event: FoundEvent, built: Built, printed: Sequence[Printed]) -> None:
        self.event = event
        self.numbers = built.numbers
        self.printed = printed
        self.units = _units(printed)

    def wrong(self, line: Printed, row: Row | None) -> list[tuple[str, str, str]]:
        """Return the figures of a line that differ: name, printed, ours."""
        if row is None:
            played = line.points or sum(line.record or ())
            return [("points", _plain(line.points), "–")] if played else []
        figures: list[tuple[str, str, str]] = []
        scale = self.event.points_per_draw
        if line.points is not None and line.points * scale != row.points:
            figures.append(("points", _plain(line.points), _plain(Fraction(row.points, scale))))
        own = (row.wins, row.losses, row.draws)
        if line.record is not None and line.record != own:
            figures.append(("record", _record(line.record), _record(own)))
        for figure, value in line.figures.items():
            ours = _figures(row, figure)
            if ours and all(abs(value - item) > self.units[figure] for item in ours):
                figures.append((figure, _percent(value), _percent(ours[0])))
        return figures

    def count(self, rows: Rows) -> int:
        """Return how many lines differ from these rows."""
        return sum(
            bool(self.wrong(line, rows.get(self.numbers[line.key]))) for line in self.printed
        )


def compare(event: FoundEvent, built: Built, archive: Archive) -> Comparison:
    """Compare the standings that a file prints with those computed from its rounds."""
    printed = [row for row in event.printed if row.key in built.numbers]
    if not printed or not archive.rounds:
        return Comparison(0, ())
    tournament = tournament_of(archive)
    lines = _Lines(event, built, printed)
    if event.unlinked:
        return _unlinked(lines, _computed(tournament))
    rows, after = _best(lines, tournament, archive)
    evidence = Evidence(event, built, archive)
    others = _other_counts(tournament)
    differences: list[Difference] = []
    for line in printed:
        player = built.numbers[line.key]
        wrong = lines.wrong(line, rows.get(player))
        known = _known(lines, line, player, others) if wrong else None
        for figure, shown, ours in wrong:
            reason = known or evidence.reason(player, figure, rows.get(player))
            if reason is Reason.UNEXPLAINED and evidence.short_around(player, rows):
                reason = Reason.MISSING_ROUNDS
            differences.append(Difference(player, figure, shown, ours, reason))
    differences = _inherited(differences, evidence)
    differences += _order(lines, rows, evidence, {item.player for item in differences}, others)
    return Comparison(len(printed), differences, after)


def _inherited(differences: list[Difference], evidence: Evidence) -> list[Difference]:
    """Give opponents' figures the reason why an opponent's own results differ."""
    own = {
        item.player: item.reason
        for item in differences
        if item.figure in ("points", "record", "gw")
    }
    return [
        replace(item, reason=evidence.reason_near(item.player, own))
        if item.reason is Reason.UNEXPLAINED and item.figure in ("omw", "ogw", "oomw")
        else item
        for item in differences
    ]


def _computed(tournament: Tournament, through: int | None = None) -> Rows:
    return {row.player: row for row in compute(tournament, through)}


def _best(lines: _Lines, tournament: Tournament, archive: Archive) -> tuple[Rows, int | None]:
    """Return our rows after the round that the lines were printed after, most likely the last."""
    best, after = _computed(tournament), None
    wrong = lines.count(best)
    valued = any(line.points is not None or line.record for line in lines.printed)
    for number in range(len(archive.rounds) - 1, 0, -1) if wrong and valued else ():
        rows = _computed(tournament_of(archive, number), number)
        if (count := lines.count(rows)) * 2 < wrong:
            best, after, wrong = rows, number, count
    return best, after


def _other_counts(tournament: Tournament) -> list[tuple[Reason, Rows]]:
    """Return rows as tools compute them that count the playoff like Swiss rounds."""
    if all(stage.swiss for stage in tournament.stages):
        return []
    mixed = tuple(replace(stage, swiss=True, advancing=None) for stage in tournament.stages)
    free = tuple(replace(stage, advancing=None) for stage in tournament.stages)
    return [
        (Reason.PLAYOFF, _computed(replace(tournament, stages=stages))) for stages in (mixed, free)
    ]


def _known(
    lines: _Lines, line: Printed, player: int, others: Sequence[tuple[Reason, Rows]]
) -> Reason | None:
    """Return the reason that a recomputation proves: the line is equal when counted that way."""
    for reason, rows in others:
        if not lines.wrong(line, rows.get(player)):
            return reason
    return None


def _unlinked(lines: _Lines, rows: Rows) -> Comparison:
    """Compare lines with the rows of anybody: the list of players has other numbers."""
    free = list(rows.values())
    differences: list[Difference] = []
    for line in lines.printed:
        fitting = next((row for row in free if not lines.wrong(line, row)), None)
        if fitting is not None:
            free.remove(fitting)
            continue
        player = lines.numbers[line.key]
        differences.append(Difference(player, "points", _plain(line.points), "–", Reason.OTHER_IDS))
    return Comparison(len(lines.printed), differences)


def _order(
    lines: _Lines,
    rows: Rows,
    evidence: Evidence,
    different: set[int],
    others: Sequence[tuple[Reason, Rows]],
) -> Iterator[Difference]:
    """Yield who is printed above a player that is better by our figures, table by table."""
    groups: dict[str, list[Printed]] = defaultdict(list)
    for line in lines.printed:
        if line.rank is not None and lines.numbers[line.key] in rows:
            groups[line.group].append(line)
    for printed in groups.values():
        printed.sort(key=lambda line: line.rank or 0)
        for above, below in itertools.pairwise(printed):
            first, second = lines.numbers[above.key], lines.numbers[below.key]
            if {first, second} & different or above.rank == below.rank:
                continue
            upper, other = (_key(lines.event, evidence, rows[item]) for item in (first, second))
            if upper >= other:
                continue
            reason = _order_reason(lines, evidence, rows, first, second, others)
            yield Difference(first, "rank", str(above.rank), f"> {below.rank}", reason)


def _order_reason(
    lines: _Lines,
    evidence: Evidence,
    rows: Rows,
    first: int,
    second: int,
    others: Sequence[tuple[Reason, Rows]],
) -> Reason:
    event = lines.event
    for reason, counted in others:
        if first in counted and second in counted:
            keys = [
                _key(event, evidence, counted[item], own=rows[item]) for item in (first, second)
            ]
            if keys[0] >= keys[1]:
                return reason
    cause = evidence.reason(first, "rank", rows[first])
    if cause is Reason.UNEXPLAINED:
        cause = evidence.reason(second, "rank", rows[second])
    if cause is Reason.UNEXPLAINED and _close(rows[first], rows[second]):
        return Reason.ROUNDING
    if cause is Reason.UNEXPLAINED and evidence.short_around(first, rows):
        return Reason.MISSING_ROUNDS
    return cause


def _close(first: Row, second: Row) -> bool:
    """Whether two rows are so close in the first figure that rounded opponents decide."""
    names = first.scales.names
    if first.points != second.points or not names:
        return False
    return abs(first.exact(names[0]) - second.exact(names[0])) <= _ROUNDED


def _key(
    event: FoundEvent, evidence: Evidence, row: Row, own: Row | None = None
) -> tuple[object, ...]:
    """Return what a printed order follows: the playoff where it is final, then the figures.

    `own` gives the points where another computation counts the playoff in `row`.
    """
    figures = () if event.ranked_by_points else tuple(row.exact(name) for name in row.scales.names)
    if row.place is None:
        return (-1,)
    reached = evidence.reached(row.player) if event.final_order else ()
    return (*reached, (own or row).points, *figures)


def _units(printed: Sequence[Printed]) -> Mapping[str, Fraction]:
    """Return for each figure the unit of its last printed digit: the finest in the column."""
    units: dict[str, Fraction] = {}
    for figure in FIGURES:
        values = [line.figures[figure] for line in printed if figure in line.figures]
        digits = 2
        while digits < 8 and any(10**digits % value.denominator for value in values):
            digits += 1
        units[figure] = Fraction(1, 10**digits)
    return units


def _figures(row: Row, figure: str) -> list[Fraction]:
    """Return every way in which a figure of ours is printed: with the floor and without."""
    floor = row.scales.profile.floor
    if figure == "gw":
        raw = Fraction(row.game_points, 3 * row.games) if row.games else Fraction(0)
        return [max(raw, floor), raw]
    try:
        value = row.shown(FIGURES[figure])
    except ValueError:
        return []
    return [floor, Fraction(0)] if value is None else [value]


def _plain(value: Fraction | None) -> str:
    if value is None:
        return "–"
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def _record(record: tuple[int, int, int]) -> str:
    return "-".join(map(str, record))


def _percent(value: Fraction) -> str:
    return f"{float(value) * 100:.2f}"
