"""The printed list of tables of three to five players."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from events.core.rounds.table_words import table_mark
from events.core.seats.table_numbering import room_of
from events.models import Round
from events.paper.document import Cell, Document, name_on_paper, table_text, with_small
from events.paper.queries import PaperMatch
from events.paper.table_documents import (
    Column,
    round_list,
    side_cell,
    without_opponent,
)


def seats_by_table(round: Round, matches: Iterable[PaperMatch]) -> Document:
    """Return tables of three to five in their order, a line for each seat."""
    special = room_of(round.event).special
    shown = [
        Column(_("Table"), 24, 15, 7, bold=True, right=True),
        Column(_("Seat"), 14, 12, right=True),
        Column(_("Player"), -1, 12, 9),
    ]
    rows: list[list[Cell]] = []
    for paper in matches:
        table = with_small(table_text(paper.match.table), table_mark(special, paper.match))
        if not paper.at_table:
            rows.append(
                [
                    table,
                    "",
                    with_small(
                        name_on_paper(paper.first.player), without_opponent(paper.match.kind)
                    ),
                ]
            )
        for seat, side in enumerate(paper.at_table, 1):
            rows.append([table if seat == 1 else "", str(seat), side_cell(side)])
    return round_list(round, "pairings-by-table", shown, rows, row=1.1)
