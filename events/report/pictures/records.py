"""Players by wins after each round for points."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.results import Outcome
from events.core.report.report_values import Report, ReportRound
from events.report.pictures.picture import WIDTH, Picture

_LEFT, _FIRST, _ROW, _GAP = 34, 26, 22, 2
_SHADES = 5
# In narrower columns a round shows only its number, in smaller letters.
_NARROW = 30
_WINS = (Outcome.WON, Outcome.BYE)


def records_picture(report: Report) -> Picture | None:
    """Draw how many players had how many wins after each round; None without such rounds."""
    rounds = [round for round in report.rounds if not round.playoff and round.complete]
    if not rounds:
        return None
    wins: Counter[int] = Counter()
    columns = []
    for played in rounds:
        present = _count(played, wins)
        columns.append(Counter(wins[number] for number in present))
    most = max(max(column) for column in columns)
    crowd = max(max(column.values()) for column in columns)
    across = (WIDTH - _LEFT) / len(columns)
    cells = [
        {
            "x": round(_LEFT + at * across, 1),
            "y": _FIRST + (most - won) * _ROW,
            "middle": round(_LEFT + (at + 0.5) * across - _GAP / 2, 1),
            "players": players,
            "shade": f"shade shade-{max(1, round(_SHADES * players / crowd))}",
        }
        for at, column in enumerate(columns)
        for won, players in sorted(column.items())
    ]
    return Picture(
        code="records",
        title=_title(columns[-1], len(rounds)),
        note=_("Players by number of wins after each round."),
        height=_FIRST + (most + 1) * _ROW,
        shapes={
            "cells": cells,
            "wide": round(across - _GAP, 1),
            "high": _ROW - _GAP,
            "narrow": across < _NARROW,
            "letters": "middle strong narrow" if across < _NARROW else "middle strong",
            "wins": [(won, _FIRST + (most - won) * _ROW) for won in range(most + 1)],
            "rounds": [
                (played.number, round(_LEFT + (at + 0.5) * across - _GAP / 2, 1))
                for at, played in enumerate(rounds)
            ],
        },
        heads=[_("Wins"), *(str(played.number) for played in rounds)],
        rows=_rows(columns, most),
    )


def _count(played: ReportRound, wins: Counter[int]) -> list[int]:
    """Add a round to the wins, and return the numbers of its players."""
    sides = [side for match in played.matches for side in match.outcomes]
    wins.update([number for number, outcome in sides if outcome in _WINS])
    return [number for number, _outcome in sides]


def _rows(columns: Sequence[Counter[int]], most: int) -> list[list[object]]:
    return [[won, *(column[won] or "" for column in columns)] for won in range(most, -1, -1)]


def _title(last: Counter[int], rounds: int) -> str:
    """Say what the top of the last column shows."""
    after = ngettext("after %(count)d round", "after %(count)d rounds", rounds) % {"count": rounds}
    most = max(last)
    words = ngettext(
        "%(count)d player has the most wins %(after)s: %(wins)d",
        "%(count)d players have the most wins %(after)s: %(wins)d",
        last[most],
    )
    return words % {"count": last[most], "after": after, "wins": most}
