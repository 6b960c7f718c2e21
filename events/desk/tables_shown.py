"""The tables that a desk lists: of very many a part, by a mark or a search."""

from django.http import HttpRequest

from events.core.progress.outstanding import SeatedMatch
from events.core.rounds.queries import Line, RoundPage
from events.core.rounds.table_marks import TableMarks
from events.web.staff_pages.rows_shown import MOST, RowsShown, page_query, rows_shown, tables_sought


def lines_shown(request: HttpRequest, page: RoundPage) -> RowsShown[Line]:
    """Return the matches to list of a round that is not being played."""
    return rows_shown(request, page.lines, lambda line: tables_sought(line.match))


def tables_shown(request: HttpRequest, page: RoundPage) -> RowsShown[SeatedMatch]:
    """Return the tables to list; a browser filters a short list itself, and needs all of it."""
    tables = page.listed
    only = page_query(request).get("show", "")
    if only and len(tables) > MOST:
        marks = TableMarks(page.round, page.phones)
        marked = [match for match in tables if only in marks.of(match)]
        return rows_shown(request, marked, tables_sought, total=len(tables))
    return rows_shown(request, tables, tables_sought)
