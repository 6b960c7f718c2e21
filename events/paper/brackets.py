"""The bracket of a playoff: columns of matches on one sheet."""

from typing import Any

from django.utils.translation import gettext as _

from events.core.sentences import join_sentences
from events.core.stages.bracket_values import Box, Column, Picture, Side
from events.core.stages.stage_words import column_title, play_rule
from events.paper.document import Document, document, name_on_paper


def bracket(picture: Picture) -> Document:
    """Return the bracket as it is now."""
    event = picture.stage.event
    return document(
        event,
        "bracket",
        f"bracket-{picture.stage.number}",
        _("Bracket"),
        full=picture.full,
        winner=name_on_paper(picture.winner) if picture.winner else "",
        winner_label=_("Winner"),
        key=join_sentences((_("The small number is the seed."), play_rule(picture.stage))),
        rows=[[_column(column) for column in row] for row in picture.drawn_rows],
    )


def _column(column: Column) -> dict[str, Any]:
    return {"title": str(column_title(column)), "boxes": [_box(box) for box in column.boxes]}


def _box(box: Box) -> dict[str, Any]:
    where = _("Table %(table)d") % {"table": box.table} if box.open else ""
    where = _("waits for the next round") if box.waits else where
    return {"where": where, "sides": [_side(side) for side in box.sides]}


def _side(side: Side) -> dict[str, Any]:
    name = name_on_paper(side.player) if side.player else "–" if side.nobody else ""
    return {
        "name": name,
        "seed": "" if side.seed is None else str(side.seed),
        "games": "" if side.games is None else str(side.games),
        "won": side.won,
    }
