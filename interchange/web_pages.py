"""Saved web pages: the rows of their tables, as somebody would copy them."""

from __future__ import annotations

from html.parser import HTMLParser

from archive.errors import _
from interchange.documents import root_name
from interchange.texts import clean
from interchange.values import ForeignError

PAGES = frozenset(("html", "head", "body", "main", "div", "table", "tbody", "thead", "tr"))


class _Tables(HTMLParser):
    """Collects rows; headings of sections between tables are rows of one cell."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[str]] = []
        self._cell: list[str] | None = None
        self.has_table = False

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        """Begin a row, a cell or a heading; an open cell ends where another begins."""
        if tag == "table":
            self.has_table = True
        if tag == "tr":
            self._end_cell()
            self.rows.append([])
        elif tag in ("td", "th"):
            self._end_cell()
            self._cell = []
        elif tag in ("h1", "h2", "h3", "h4", "caption"):
            self._end_cell()
            self.rows.append([])
            self._cell = []
        elif tag == "br" and self._cell is not None:
            self._cell.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """End a cell or a heading."""
        if tag in ("td", "th", "tr", "table", "h1", "h2", "h3", "h4", "caption"):
            self._end_cell()

    def handle_data(self, data: str) -> None:
        """Add to the open cell."""
        if self._cell is not None:
            self._cell.append(data)

    def _end_cell(self) -> None:
        if self._cell is not None and self.rows:
            self.rows[-1].append(clean("".join(self._cell)))
        self._cell = None


def begins_page(text: str) -> bool:
    """Return whether a text is a web page, by its first element."""
    return root_name(text).casefold() in PAGES


def page_rows(text: str) -> list[list[str]] | None:
    """Return the rows of a web page; None for another document, ForeignError without a table."""
    if not begins_page(text):
        return None
    parser = _Tables()
    parser.feed(text)
    parser.close()
    if not parser.has_table:
        raise ForeignError(_("This web page has no table. Paste its rows, or save them as CSV."))
    return [row for row in parser.rows if any(row)]
