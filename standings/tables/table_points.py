"""A result at a table of three to five: one mark a seat, and what each seat gets."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from standings.packed_sums import pack
from standings.profile import Profile
from standings.rule_values import LARGEST_TABLE, SMALLEST_TABLE

WON, DREW, LOST = "w", "d", "l"


def check_marks(marks: str) -> None:
    """Raise ValueError for marks that cannot be.

    One seat won and the others lost, some drew and the others lost, everybody lost, or digits: the
    place of each seat, equal ones from the highest that they share ("1224").
    """
    if not SMALLEST_TABLE <= len(marks) <= LARGEST_TABLE:
        raise ValueError(f"a table has {SMALLEST_TABLE} to {LARGEST_TABLE} seats, not {marks!r}")
    if marks.isdecimal() and marks.isascii():
        if any(int(mark) != 1 + sum(other < mark for other in marks) for mark in marks):
            raise ValueError(f"{marks!r} are not the places of a table")
        return
    counts = Counter(marks)
    if set(counts) - {WON, DREW, LOST}:
        raise ValueError(f"marks are {WON}, {DREW}, {LOST} or places, not {marks!r}")
    if counts[WON] > 1 or (counts[WON] and counts[DREW]) or counts[DREW] == 1:
        raise ValueError(f"one seat wins, or two or more draw, not {marks!r}")


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
