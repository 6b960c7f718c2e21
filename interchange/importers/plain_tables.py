"""Tables of any tool: CSV, text with columns, XLSX; pairings, results, standings, players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from archive.errors import Message, _
from interchange.importing import Importer
from interchange.tables.clearing import cleared
from interchange.tables.sheets import Table, sheets_of, tabbed, tables_in
from interchange.tables.stacked import stacked_rows
from interchange.tables.table_events import add_tables
from interchange.tables.unheaded import headless, names_alone, ranked_lines, unlined
from interchange.values import ForeignError, FoundEvent, Source, Subject


def _recognizes(source: Source) -> bool:
    return source.json is None and not source.root


def _read(source: Source) -> Sequence[FoundEvent]:
    event = FoundEvent(players=source.players)
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
    if not tables and (alone := names_alone(_text_of(source))):
        tables = [alone]
    if not tables:
        raise ForeignError(
            _(
                "No row of headings was found. Put one above the rows, such as “Round, Table, "
                "Player 1, Player 2, Result”."
            )
        )
    add_tables(event, tables)
    if stacked_rows(cleared(source.text.splitlines())):
        event.doubt(
            Subject.FILE,
            Message(_("rows")),
            _("Each line of the file is one cell. Check that its rows were put together rightly."),
        )
    return [event]


def _text_of(source: Source) -> str:
    """Return a text, or the first sheet of a workbook as one."""
    rows = [] if source.text else next(iter(sheets_of(source.data)))[1]
    return source.text or "\n".join(tabbed([cell for cell in row if cell]) for row in rows)


def _chosen(source: Source) -> Table:
    """Return the first table of a file with the columns that a person chose."""
    if [*source.columns] == ["first"] and (alone := names_alone(_text_of(source))):
        return replace(alone, chosen=True, guessed=False)
    name, rows = next(iter(sheets_of(source.data)))
    columns = {meaning: at for at, meaning in enumerate(source.columns) if meaning}
    headed = next(iter(tables_in(name, rows)), None)
    start = headed.line if headed is not None else 0
    numbered = [(at, row) for at, row in enumerate(rows, start=1) if at > start]
    filled = [(at, row) for at, row in numbered if any(cell.strip() for cell in row)]
    headings = rows[start - 1] if start else []
    return Table(columns, rows=filled, sheet=name, line=start, headings=headings, chosen=True)


IMPORTER = Importer("table", "CSV or XLSX", _recognizes, _read)
