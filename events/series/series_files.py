"""The standings of a series as tables for spreadsheet programs."""

from collections.abc import Sequence
from graphlib import TopologicalSorter
from itertools import pairwise

from django.http import HttpResponse
from django.utils.translation import gettext as _

from events.models import Series
from events.series.queries import ShownRow
from events.web.heavy import run
from events.web.spreadsheets.sheet_tables import (
    CSV_TYPE,
    XLSX_TYPE,
    Cell,
    Column,
    SheetTable,
    csv_text,
)

CSV, XLSX = "csv", "xlsx"


def series_tables(rows: Sequence[ShownRow], *, full_names: bool) -> list[SheetTable]:
    """Return the standings with points by event, and each result with the reason for its points.

    `full_names`: for staff. Otherwise names are as public as the strictest event of the player.
    """
    return [_standings(rows, full_names), _results(rows, full_names)]


def series_file(
    series: Series, rows: Sequence[ShownRow], kind: str, *, full_names: bool
) -> HttpResponse:
    """Answer with the standings as CSV, or as a workbook that also has every result."""
    tables = series_tables(rows, full_names=full_names)
    if kind == CSV:
        answer = HttpResponse(csv_text(tables[0]), content_type=CSV_TYPE)
    else:
        from events.web.spreadsheets.workbooks import xlsx_bytes  # openpyxl is slow to import

        answer = HttpResponse(run(xlsx_bytes, tables), content_type=XLSX_TYPE)
    answer["Content-Disposition"] = f'attachment; filename="series-{series.number}.{kind}"'
    return answer


def _standings(rows: Sequence[ShownRow], full_names: bool) -> SheetTable:
    """Return the standings, with a column for each event."""
    events = _in_order(rows)
    heads = [_("Place"), _("Name"), _("Points"), _("Earned"), *(name for _slug, name in events)]
    cells: list[tuple[Cell, ...]] = []
    for row in rows:
        points = {line.slug: line.points for line in row.lines if line.counts}
        by_event = [points.get(slug) for slug, _name in events]
        cells.append((row.place, _name(row, full_names), row.total, row.reward, *by_event))
    return SheetTable("standings", _("Standings"), tuple(map(Column, heads)), cells)


def _in_order(rows: Sequence[ShownRow]) -> list[tuple[str, str]]:
    """Return address and name of each event, in the order that all players' lines agree on.

    A closed series stores lines only, each player's by date.
    """
    order: TopologicalSorter[tuple[str, str]] = TopologicalSorter()
    for row in rows:
        events = [(line.slug, line.event) for line in row.lines]
        for event in events:
            order.add(event)
        for earlier, later in pairwise(events):
            order.add(later, earlier)
    return list(order.static_order())


def _results(rows: Sequence[ShownRow], full_names: bool) -> SheetTable:
    """Return a line for each player and event."""
    heads = (
        *(_("Place"), _("Name"), _("Event"), _("Place in the event"), _("Players")),
        *(_("Points"), _("Counts")),
    )
    cells: list[tuple[Cell, ...]] = [
        (
            row.place,
            _name(row, full_names),
            line.event,
            line.place,
            line.players,
            line.points,
            _("yes") if line.counts else _("no"),
        )
        for row in rows
        for line in row.lines
    ]
    return SheetTable("results", _("Results"), tuple(map(Column, heads)), cells)


def _name(row: ShownRow, full_names: bool) -> str:
    return row.name if full_names else row.public_name
