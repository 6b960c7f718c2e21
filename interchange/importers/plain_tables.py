"""Tables of any tool: CSV, text with columns, XLSX; pairings, results, standings, players."""

from __future__ import annotations

from collections.abc import Sequence

from archive.errors import _
from interchange.importing import Importer
from interchange.tables.sheets import Table, sheets_of, tables_in
from interchange.tables.table_events import add_tables
from interchange.tables.unheaded import headless, ranked_lines, unlined
from interchange.values import ForeignError, FoundEvent, Source


def _recognizes(source: Source) -> bool:
    return source.json is None and not source.root


def _read(source: Source) -> Sequence[FoundEvent]:
    event = FoundEvent()
    if source.columns:
        add_tables(event, [_chosen(source)])
        return [event]
    tables = [table for name, rows in sheets_of(source.data) for table in tables_in(name, rows)]
    if not any(table.rows for table in tables):
        tables = []
    tables = tables or unlined(source.text)
    if not tables:
        tables = [table for name, rows in sheets_of(source.data) if (table := headless(name, rows))]
    if not tables and (ranked := ranked_lines(source.text)):
        tables = [ranked]
    if not tables:
        raise ForeignError(
            _(
                "No row of headings was found. Put one above the rows, such as “Round, Table, "
                "Player 1, Player 2, Result”."
            )
        )
    add_tables(event, tables)
    return [event]


def _chosen(source: Source) -> Table:
    """Return the first table of a file with the columns that a person chose."""
    name, rows = next(iter(sheets_of(source.data)))
    columns = {meaning: at for at, meaning in enumerate(source.columns) if meaning}
    headed = next(iter(tables_in(name, rows)), None)
    start = headed.line if headed is not None else 0
    numbered = [(at, row) for at, row in enumerate(rows, start=1) if at > start]
    filled = [(at, row) for at, row in numbered if any(cell.strip() for cell in row)]
    headings = rows[start - 1] if start else []
    return Table(columns, rows=filled, sheet=name, line=start, headings=headings, chosen=True)


IMPORTER = Importer("table", "CSV or XLSX", _recognizes, _read)
