"""Find the rules by which an event was most likely counted, from its printed standings."""

import itertools
from dataclasses import replace
from fractions import Fraction

from archive.values import Archive
from interchange.building import Built
from interchange.printed.printed_lines import Lines, Rows, computed
from interchange.profiles import own_rules, profile_named
from interchange.values import FoundEvent
from standings.archive import tournament_of
from standings.types import Stage

_MOST_WIN = 10
_LEAST_LINES = 4


def likeliest(event: FoundEvent, built: Built, archive: Archive) -> str:
    """Return the profile with the fewest different lines, then the fewest different figures."""
    printed = [row for row in event.printed if row.key in built.numbers]
    if len(event.profiles) == 1 or not printed or not archive.rounds:
        return event.profiles[0]
    tournament = tournament_of(archive)
    lines = Lines(event, built, printed)
    distances: dict[str, tuple[int, int, int]] = {}
    for name in event.profiles:
        profile = own_rules(profile_named(name), event.points)
        rows = computed(replace(tournament, profile=profile))
        distances[name] = (*lines.distance(rows), lines.out_of_order(rows))
        if not any(distances[name]):
            break
    return min(distances, key=lambda name: distances[name])


def fitted_cut(event: FoundEvent, built: Built, archive: Archive) -> int | None:
    """Return the Swiss round after which the figures of players who missed the cut are frozen.

    At most three in five players advance after it, and such a cut brings the printed lines nearer.
    """
    lines = Lines(event, built, [row for row in event.printed if row.key in built.numbers])
    swiss = [item for item in event.rounds if not item.playoff and item.pairings]
    swiss.sort(key=lambda item: item.number)
    if len(swiss) < _LEAST_LINES or not lines.printed:
        return None
    tournament = tournament_of(archive)
    rows = computed(tournament)
    best, wrong = None, lines.distance(rows)
    for place, (before, after) in enumerate(itertools.pairwise(swiss), start=1):
        if len(after.pairings) * 5 > len(before.pairings) * 3:
            continue
        advancing = {
            built.numbers[key]
            for item in swiss[place:]
            for pair in item.pairings
            for key in pair.keys
        }
        stages = (
            Stage(1, place, advancing=frozenset(advancing)),
            *(
                replace(stage, first_round=place + 1) if at == 0 else stage
                for at, stage in enumerate(tournament.stages)
            ),
        )
        distance = lines.distance(computed(replace(tournament, stages=stages)))
        if distance[0] * 10 < wrong[0] * 9:
            best, wrong = before.number, distance
    return best


def fitted_points(event: FoundEvent, built: Built, archive: Archive) -> tuple[int, int, int] | None:
    """Return the points for a win, a draw and a loss behind the printed lines.

    None if the usual points give most lines, or if no others give four in five of them.
    """
    lines = Lines(event, built, [row for row in event.printed if row.key in built.numbers])
    if event.points is not None or len(lines.printed) < _LEAST_LINES or not archive.rounds:
        return None
    rows = computed(tournament_of(archive))
    if _fitting(lines, rows, None) * 2 >= len(lines.printed):
        return None
    fits = {
        points: _fitting(lines, rows, points)
        for win in range(1, _MOST_WIN + 1)
        for draw in range(win)
        if (points := (win, draw, 0))
    }
    best = max(fits, key=lambda points: fits[points])
    return best if fits[best] * 5 >= len(lines.printed) * 4 else None


def _fitting(lines: Lines, rows: Rows, points: tuple[int, int, int] | None) -> int:
    count = 0
    for line in lines.printed:
        row = rows.get(lines.numbers[line.key])
        if line.points is None:
            continue
        if row is None:
            own = Fraction(0)
        elif points is None:
            own = row.exact_points
        else:
            own = Fraction(points[0] * row.wins + points[1] * row.draws)
        count += own == line.points
    return count
