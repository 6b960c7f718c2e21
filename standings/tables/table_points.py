"""The result of a table of three to five: one mark per seat, and the points of each seat."""

from functools import lru_cache

from domain.table_marks import DREW, LOST, SMALLEST_TABLE, WON, check_marks
from standings.packed_sums import pack
from standings.profile import Profile


def shown_points(points: int, parts: int) -> int | float:
    """Return points as a number to show: whole, or with two digits, which distinguish all sums."""
    whole, rest = divmod(points, parts)
    return round(points / parts, 2) if rest else whole


def marked_points(profile: Profile, marks: str) -> list[int]:
    """Return the match points of each seat, in parts of a point (`Profile.parts`).

    Seats that share places share their points equally.
    """
    check_marks(marks)
    if not marks.isdecimal():
        worth = {WON: profile.win, DREW: profile.draw, LOST: profile.loss}
        return [worth[mark] * profile.parts for mark in marks]
    if not profile.places:
        raise ValueError(f"places do not count in profile {profile.name}")
    by_place = profile.places[len(marks) - SMALLEST_TABLE]
    points = []
    for mark in marks:
        first, sharing = int(mark) - 1, marks.count(mark)
        points.append(sum(by_place[first : first + sharing]) * profile.parts // sharing)
    return points


@lru_cache(maxsize=2000)
def seat_totals(profile: Profile, marks: str) -> tuple[int, ...]:
    """Return the packed totals of each seat."""
    short = max(0, (profile.table_size or len(marks)) - len(marks))
    totals = []
    for mark, points in zip(marks, marked_points(profile, marks), strict=True):
        is_first = mark in (WON, "1")
        won = is_first and marks.count(mark) == 1
        drew = mark == DREW or (is_first and not won)
        totals.append(
            pack(
                points=points,
                rounds=1,
                faced=len(marks) - 1,
                tables=1,
                beaten=len(marks) - 1 if won else 0,
                phantoms=short * profile.short_opponents,
                **{"wins" if won else "draws" if drew else "losses": 1},
            )
        )
    return tuple(totals)
