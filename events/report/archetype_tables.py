"""Archetypes in the PDF of the report: their records, and the match-ups."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.decks.archetypes import Archetypes, Score
from events.paper.document import breakable


def archetype_tables(archetypes: Archetypes | None) -> dict[str, Any]:
    """Return the table and the matrix as the template `report.typ` takes them; {} for none.

    A column of the matrix is headed with the number of its archetype: names have no room there.
    """
    if archetypes is None:
        return {}
    numbered = {name: number for number, name in enumerate(archetypes.columns, 1)}
    heads = [_("Archetype"), _("Players"), _("Share of players"), _("Record"), _("Win rate")]
    if archetypes.has_cut:
        heads.append(_("Advanced"))
    rows = [
        [
            breakable(row.name),
            str(row.entries),
            f"{row.share} %",
            f"{row.score.won}-{row.score.lost}-{row.score.drawn}",
            " ".join(_shares(row.score)),
            *([f"{row.advanced} ({row.conversion} %)"] if archetypes.has_cut else []),
        ]
        for row in archetypes.rows
    ]
    return {
        "title": _("Archetypes"),
        "heads": heads,
        "rows": rows,
        "note": _note(archetypes),
        "matrix_title": _("Match-ups"),
        "matrix_note": _(
            "Share of matches won by the archetype of the row, its interval, and the number of "
            "matches"
        ),
        "numbers": [str(number) for number in numbered.values()],
        "matrix": [
            [str(numbered[name]), breakable(name), [_cell(score) for score in scores]]
            for name, scores in archetypes.matrix
        ]
        if len(numbered) > 1
        else [],
    }


def _note(archetypes: Archetypes) -> str:
    note = _(
        "The win rate leaves out draws and matches between players of the same archetype. "
        "In brackets: its interval (Wilson, 19 of 20)."
    )
    if not archetypes.unnamed:
        return note
    more = ngettext(
        "%(players)s player has no archetype.",
        "%(players)s players have no archetype.",
        archetypes.unnamed,
    )
    return f"{note} {more % {'players': archetypes.unnamed}}"


def _shares(score: Score) -> list[str]:
    """Return the share of matches won and its interval; a dash without a decided match."""
    if not score.decided:
        return ["–"]
    low, high = score.interval
    return [f"{score.percent} %", f"({low}–{high})"]


def _cell(score: Score | None) -> list[str]:
    """Return the lines of a cell: share, interval, number of decided matches."""
    if score is None or not score.decided:
        return ["–"]
    return [*_shares(score), f"n={score.decided}"]
