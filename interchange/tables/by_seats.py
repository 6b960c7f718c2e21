"""Lists with a row for each player: the players of one table of a round are one match."""

from __future__ import annotations

from dataclasses import replace

from archive.errors import _
from interchange.tables.plausibility import Content, content_of
from interchange.tables.sheets import Table
from interchange.tables.table_doubts import place_of
from interchange.values import FoundEvent, Subject

MORE_THAN_TWO = _("More than two players are at this table. Such pods cannot be imported.")


def is_by_seats(table: Table) -> bool:
    """Whether a list has rounds and tables, and one player in a row."""
    columns = table.columns.keys()
    return {"round", "table", "first"} <= columns and not {"second", "rank", "points"} & columns


def by_matches(event: FoundEvent, table: Table) -> Table:
    """Return a table with a row for each match: its players are those of one table of a round.

    Tables of more than two are a doubt and are left out.
    """
    groups: dict[tuple[str, str], list[tuple[int, list[str]]]] = {}
    label = ""
    for line, row in table.rows:
        label = table.cell(row, "round") or label
        if table.cell(row, "first"):
            groups.setdefault((label, table.cell(row, "table")), []).append((line, row))
    large = [rows[2][0] for rows in groups.values() if len(rows) > 2]
    if large:
        event.doubt(Subject.RESULT, place_of(table, large[0]), MORE_THAN_TWO)
    width = max(map(len, (row for _line, row in table.rows)))
    columns = {**table.columns, "second": width, "result": width + 1}
    rows = []
    for (number, _table), seats in groups.items():
        if len(seats) > 2:
            continue
        line, row = seats[0]
        cells = [*row, *[""] * (width - len(row))]
        cells[table.columns["round"]] = number
        results = [table.cell(seat, "result") for _line, seat in seats]
        second = table.cell(seats[1][1], "first") if len(seats) > 1 else ""
        whole = len(results) > 1 and all(content_of(text) is Content.WHOLE for text in results)
        rows.append((line, [*cells, second, "-".join(results) if whole else results[0]]))
    headings = [*table.headings, *[""] * (width - len(table.headings)), "", ""]
    return replace(table, columns=columns, rows=rows, headings=headings)
