"""Saved web pages: the rows of their tables, as if a person had copied them."""

import re
from html.parser import HTMLParser

from archive.errors import _
from interchange.documents import CUT, root_name
from interchange.texts import clean, with_plain_blanks
from interchange.values import ForeignError

MOST_SPAN = 60
# The most open elements searched for an end tag.
MOST_OPEN = 60
# A page without tables is read as text if it has this many lines.
LEAST_LINES = 4
PAGES = frozenset(("html", "head", "body", "main", "div", "table", "tbody", "thead", "tr"))


# Elements without visible text, and void elements.
_UNSEEN = frozenset(("script", "style", "template", "noscript", "svg", "select", "option"))
_EMPTY = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
# Menus around the content of a page without tables.
_MENUS = frozenset(("nav", "footer"))
_BLOCKS = frozenset(("br", "div", "p", "li", "dd", "dt"))
_TITLES = frozenset(("h1", "h2", "h3", "h4", "caption"))
# Any element can have the role of a row or a cell.
_ROLES = {
    "table": "table",
    "grid": "table",
    "row": "tr",
    "cell": "td",
    "gridcell": "td",
    "columnheader": "td",
    "rowheader": "td",
}
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
# Classes of text that only screen readers read.
_SPOKEN = frozenset(
    ("sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only")
)


class _Tables(HTMLParser):
    """Collects rows; section headings between tables are rows of one cell."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[str]] = []
        self._cell: list[str] | None = None
        self.has_table = False
        self._in_row = False
        # Cells with a row span: column, remaining rows, text.
        self._below: dict[int, tuple[int, str]] = {}
        self._across = self._down = 1
        # Open elements with a role: name, and the element of that role.
        self._open: list[tuple[str, str]] = []
        # Open elements inside the first hidden one.
        self._unseen: list[str] = []
        # Lines of a page without tables, and the counters of its ordered lists.
        self.lines: list[str] = [""]
        self._aside = ""
        self._is_chosen = False
        self._numbers: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a row, a cell or a heading; an open cell ends where another begins."""
        had = dict(attrs)
        self._end_unseen(tag)
        if self._cell is not None and (shown := _chosen(tag, had)):
            self._cell.append(f" {shown} ")
        self._is_chosen = tag == "option" and "selected" in had
        self._begin_line(tag, had)
        if self._unseen or (self._cell is not None and _is_unseen(tag, had)):
            self._unseen += [] if tag in _EMPTY else [tag]
            return
        role = _ROLES.get((had.get("role") or "").casefold(), "")
        shown = role if role and tag not in ("table", "tr", "td", "th") else tag
        if tag not in _EMPTY:
            self._open.append((tag, shown))
        self._begin(shown, had)

    def _begin(self, tag: str, attrs: dict[str, str | None]) -> None:
        if tag == "table":
            self.has_table = True
            self._below.clear()
        if tag == "tr":
            self._end_cell()
            self._begin_row()
        elif tag in ("td", "th"):
            self._end_cell()
            # A cell outside a row starts one, as in browsers.
            if not self._in_row:
                self._begin_row()
            self._cell = []
            self._across, self._down = _span(attrs.get("colspan")), _span(attrs.get("rowspan"))
        elif tag in _TITLES:
            self._end_cell()
            self._begin_row()
            self._in_row = False
            self._cell = []
        elif tag in _BLOCKS and self._cell is not None:
            self._cell.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """End a cell or a heading."""
        self._end_unseen(tag)
        self._aside = "" if tag == self._aside else self._aside
        self._is_chosen = False
        if tag in _BLOCKS or tag in _TITLES:
            self.lines.append("")
        if tag in ("ol", "ul") and self._numbers:
            self._numbers.pop()
        if self._unseen:
            if tag in self._unseen:
                while self._unseen.pop() != tag:
                    continue
            return
        shown = tag
        if any(name == tag for name, _shown in self._open[-MOST_OPEN:]):
            while (last := self._open.pop())[0] != tag:
                continue
            shown = last[1]
        if shown in ("td", "th", "tr", "table") or shown in _TITLES:
            self._end_cell()
        if shown in ("tr", "table"):
            self._in_row = False
        if shown in _BLOCKS and self._cell is not None:
            self._cell.append(" ")

    def handle_data(self, data: str) -> None:
        """Add text to the open cell."""
        if self._cell is not None and (not self._unseen or self._is_chosen):
            self._cell.append(data)
        if not self._unseen and not self._aside:
            self.lines[-1] += data

    def _begin_line(self, tag: str, attrs: dict[str, str | None]) -> None:
        """Begin a line of text at the start of a block, with its number in an ordered list."""
        if self._aside not in _MENUS:
            self._aside = tag if tag in _UNSEEN | _MENUS else ""
        if tag in ("ol", "ul"):
            start = attrs.get("start") or "1"
            self._numbers.append(int(start) - 1 if tag == "ol" and start.isdecimal() else -1)
        if tag == "dd" and any(self.lines[-2:]):
            # A description belongs to the term before it.
            self.lines = [*self.lines[:-2], f"{' '.join(self.lines[-2:])} - "]
        elif tag in _BLOCKS or tag in _TITLES:
            self.lines.append("")
        if tag == "li" and self._numbers and self._numbers[-1] >= 0:
            self._numbers[-1] += 1
            self.lines[-1] = f"{self._numbers[-1]}. "

    def _end_unseen(self, tag: str) -> None:
        """Close hidden elements without an end tag at the start or end of a cell or row."""
        if tag in ("td", "th", "tr", "table") and not {tag, "table"} & {*self._unseen}:
            self._unseen.clear()

    def _begin_row(self) -> None:
        self.rows.append([])
        self._in_row = True

    def _end_cell(self) -> None:
        if self._cell is not None and self.rows:
            self._fill()
            text = clean("".join(self._cell))
            for _at in range(self._across):
                if self._down > 1:
                    self._below[len(self.rows[-1])] = self._down - 1, text
                self.rows[-1].append(text)
                text = ""
            self._fill()
        self._cell = None
        self._across = self._down = 1

    def _fill(self) -> None:
        """Add the cells that span from rows above into this one."""
        row = self.rows[-1]
        while (held := self._below.get(len(row))) is not None:
            left, text = held
            if left > 1:
                self._below[len(row)] = left - 1, text
            else:
                del self._below[len(row)]
            row.append(text)


def _is_unseen(tag: str, attrs: dict[str, str | None]) -> bool:
    """Return whether an element in a cell is hidden; a hidden cell still counts as a cell."""
    if tag in ("td", "th", "tr"):
        return False
    spoken = _SPOKEN & {*(attrs.get("class") or "").casefold().split()}
    hidden = "hidden" in attrs or _HIDDEN.search(attrs.get("style") or "")
    return tag in _UNSEEN or bool(spoken or hidden)


def _chosen(tag: str, attrs: dict[str, str | None]) -> str:
    """Return the visible value of a form field."""
    typed = (attrs.get("type") or "text").casefold() in ("text", "number")
    return (attrs.get("value") or "") if tag == "input" and typed else ""


def _span(text: str | None) -> int:
    """Return how many rows or columns a cell spans, up to the limit of a table."""
    if not text or not re.fullmatch(r"[1-9][0-9]{0,3}", text):
        return 1
    return min(int(text), MOST_SPAN)


def begins_page(text: str) -> bool:
    """Return whether a text is a web page, by its first element."""
    return root_name(text).casefold() in PAGES


def page_rows(text: str) -> list[list[str]] | None:
    """Return the rows of a web page; None for other documents, ForeignError without a table."""
    if not begins_page(text):
        return None
    parser = _Tables()
    parser.feed(with_plain_blanks(text))
    parser.close()
    folded = text.casefold()
    is_cut = "<html" in folded and "</html" not in folded and "role=" in folded
    if is_cut or folded.count("<table") > folded.count("</table"):
        raise ForeignError(CUT)
    lines = [[line] for line in map(clean, parser.lines) if line]
    if not parser.has_table and len(lines) >= LEAST_LINES:
        return lines
    if not parser.has_table:
        raise ForeignError(_("This web page has no table. Paste its rows, or save them as CSV."))
    return [row for row in parser.rows if any(row)]
