"""The printed lines of standings, and their comparison with our rows."""

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction

from interchange.building import Built
from interchange.values import FoundEvent, Printed
from standings.ranking import compute
from standings.row import Row
from standings.rule_values import Tiebreaker
from standings.types import Tournament

Rows = Mapping[int, Row]
FIGURES = {
    "omw": Tiebreaker.OMW,
    "gw": Tiebreaker.GW,
    "ogw": Tiebreaker.OGW,
    "oomw": Tiebreaker.OOMW,
}

# The usual floor is 0.33 or a third, printed with any number of digits.
_HIGHEST_FLOOR = Fraction(1, 3)


class Lines:
    """The printed lines of an event, to be compared with the rows of one computation."""

    def __init__(self, event: FoundEvent, built: Built, printed: Sequence[Printed]) -> None:
        self.event = event
        self.numbers = built.numbers
        self.printed = printed
        self.units = _units(printed)

    def wrong(self, line: Printed, row: Row | None) -> list[tuple[str, str, str]]:
        """Return the differences of a line: name of the figure, printed value, our value."""
        if row is None:
            return _without_a_row(line)
        figures: list[tuple[str, str, str]] = []
        scale = self.event.points_per_draw
        if line.points is not None and line.points * scale != row.exact_points:
            figures.append(("points", plain(line.points), plain(row.exact_points / scale)))
        own = (row.wins, row.losses, row.draws)
        # Some tools exclude byes from the record, but not from the points.
        unaided = (row.wins - row.byes, row.losses, row.draws)
        if line.record is not None and line.record not in (own, unaided):
            figures.append(("record", _record(line.record), _record(own)))
        for figure, value in line.figures.items():
            ours = _figures(row, figure)
            if ours and not any(self.near(figure, value, item) for item in ours):
                figures.append((figure, _percent(value), _percent(ours[0])))
        return figures

    def near(self, figure: str, printed: Fraction, ours: Fraction) -> bool:
        """Return whether our figure equals the printed one, to the last digit of its column."""
        return abs(printed - ours) <= self.units[figure]

    def rounded_order(self, first: int, second: int) -> bool:
        """Return whether the printed figures put the first of two players above the other."""
        keys = [
            (line.points or 0, *(line.figures.get(name, 0) for name in ("omw", "gw", "ogw")))
            for player in (first, second)
            for line in self.printed
            if self.numbers[line.key] == player
        ]
        return len(keys) == 2 and bool(self.units) and keys[0] >= keys[1]

    def distance(self, rows: Rows) -> tuple[int, int]:
        """Return how many lines and how many figures differ from these rows."""
        wrong = [self.wrong(line, rows.get(self.numbers[line.key])) for line in self.printed]
        return sum(map(bool, wrong)), sum(map(len, wrong))

    def out_of_order(self, rows: Rows) -> int:
        """Count neighbors in the printed order that these rows rank the other way round."""
        ranked = [line for line in self.printed if line.rank is not None]
        ranked.sort(key=lambda line: (line.group, line.rank or 0))
        places = [
            rows[self.numbers[line.key]].place or 0
            for line in ranked
            if self.numbers[line.key] in rows
        ]
        return sum(above > below for above, below in itertools.pairwise(places))

    def against_points(self, first: int, second: int) -> bool:
        """Return whether the first of two players has fewer printed points than the second."""
        points = {self.numbers[line.key]: line.points for line in self.printed}
        upper, lower = points.get(first), points.get(second)
        return upper is not None and lower is not None and upper < lower

    def scored_otherwise(self, rows: Rows) -> int:
        """Return how many lines have different points or a different record from these rows."""
        figures = ("points", "record")
        return sum(
            any(item[0] in figures for item in self.wrong(line, rows.get(self.numbers[line.key])))
            for line in self.printed
        )

    def count(self, rows: Rows) -> int:
        """Return how many lines differ from these rows."""
        return sum(
            bool(self.wrong(line, rows.get(self.numbers[line.key]))) for line in self.printed
        )


def computed(tournament: Tournament, through: int | None = None) -> Rows:
    """Return our rows by player, after one round or after all."""
    return {row.player: row for row in compute(tournament, through)}


def _without_a_row(line: Printed) -> list[tuple[str, str, str]]:
    """Return the differences of a line whose player took part in no match here.

    Zeros and the floor are printed for such a player too, and are no difference.
    """
    if line.points or sum(line.record or ()):
        return [("points", plain(line.points), "–")]
    return [
        (figure, _percent(value), "–")
        for figure, value in line.figures.items()
        if value > _HIGHEST_FLOOR + Fraction(1, 100)
    ]


def _units(printed: Sequence[Printed]) -> Mapping[str, Fraction]:
    """Return the unit of the last printed digit for each figure: the finest in its column."""
    units: dict[str, Fraction] = {}
    for figure in FIGURES:
        values = [line.figures[figure] for line in printed if figure in line.figures]
        digits = 2
        while digits < 8 and any(10**digits % value.denominator for value in values):
            digits += 1
        units[figure] = Fraction(1, 10**digits)
    return units


def _figures(row: Row, figure: str) -> list[Fraction]:
    """Return the possible printed values of our figure: with the floor and without."""
    floor = row.scales.profile.floor
    if figure == "gw":
        raw = Fraction(row.game_points, 3 * row.games) if row.games else Fraction(0)
        return [max(raw, floor), raw]
    try:
        value = row.shown(FIGURES[figure])
    except ValueError:
        return []
    return [floor, Fraction(0)] if value is None else [value]


def plain(value: Fraction | None) -> str:
    """Format points; None becomes a dash."""
    if value is None:
        return "–"
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def _record(record: tuple[int, int, int]) -> str:
    return "-".join(map(str, record))


def _percent(value: Fraction) -> str:
    return f"{float(value) * 100:.2f}"
