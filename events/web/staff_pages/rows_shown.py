"""Long lists by need: a page of rows, the way to the others, and a search by the server.

A list of at most `MOST` rows is shown as a whole, and nothing is added to its page.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import HttpRequest, QueryDict

from events.core.adapters import RoundMatch, RoundPlayer
from events.core.progress.outstanding import SeatedMatch, SeatedPlayer
from events.core.search import name_matches
from events.core.typed_values import whole_number
from events.web.requests import parts_of

Row = TypeVar("Row")
Made = TypeVar("Made")
# Searchable numbers and names of a row: tables and players, each player's name and phonetic name.
Known = tuple[Iterable[int | None], Iterable[tuple[str, str]]]
Sought = Callable[[Row], Known]

MOST, PAGE = 1_300, 400
# Query parameters: the first row, and the search text.
FROM, SEARCH = "row", "q"


@dataclass(frozen=True, slots=True)
class RowsShown(Generic[Row]):
    """A page of a list.

    `rows`: those to show; `first`: the place of the first, from 1; `matching`: how many the search
    finds, all of them without one; `total`: how many there are. `query`: the other parameters.
    """

    rows: Sequence[Row]
    first: int
    matching: int
    total: int
    is_cut: bool
    search: str
    query: str
    page: int

    def made_by(self, make: Callable[[Sequence[Row]], Sequence[Made]]) -> "RowsShown[Made]":
        """Return the same page with what `make` makes of its rows."""
        return RowsShown(
            make(self.rows),
            self.first,
            self.matching,
            self.total,
            self.is_cut,
            self.search,
            self.query,
            self.page,
        )

    @property
    def last(self) -> int:
        """Return the place of the last row that is shown."""
        return self.first + len(self.rows) - 1

    @property
    def before(self) -> str:
        """Return the address of the page before; empty on the first."""
        return self._at(max(1, self.first - self.page)) if self.first > 1 else ""

    @property
    def after(self) -> str:
        """Return the address of the next page; empty on the last."""
        return self._at(self.last + 1) if self.last < self.matching else ""

    @property
    def fields(self) -> list[tuple[str, str]]:
        """Return the parameters that a search keeps."""
        asked = QueryDict(self.query)
        return [(name, str(value)) for name in asked for value in asked.getlist(name)]

    def _at(self, first: int) -> str:
        asked = QueryDict(self.query, mutable=True)
        asked[FROM] = str(first)
        if self.search:
            asked[SEARCH] = self.search
        return f"?{asked.urlencode()}"


def rows_shown(
    request: HttpRequest,
    rows: Sequence[Row],
    sought: Sought[Row] | None = None,
    *,
    most: int = MOST,
    page: int = PAGE,
    total: int | None = None,
) -> RowsShown[Row]:
    """Return the page of a list that the address asks for: all of it where it has few rows.

    `sought`: what finds a row; without it the list has no search. A search that is a number finds
    the rows with it, other text those with a name that it begins. `total`: how many rows there are,
    where these were chosen among them.
    """
    total = len(rows) if total is None else total
    asked = page_query(request).copy()
    first = whole_number("".join(asked.pop(FROM, [])[-1:])) or 1
    search = ""
    if sought is not None and total > most:
        search = "".join(asked.pop(SEARCH, [])[-1:]).strip()[:80]
        if search:
            rows = [row for row in rows if _is_sought(sought(row), search)]
    matching = len(rows)
    is_cut = total > most
    if is_cut:
        first = min(first, max(1, (matching - 1) // page * page + 1))
        rows = rows[first - 1 : first - 1 + page]
    else:
        first = 1
    return RowsShown(rows, first, matching, total, is_cut, search, asked.urlencode(), page)


def page_query(request: HttpRequest) -> QueryDict:
    """Return the parameters of the page, also for a part, which is requested at its own address."""
    page = request.headers.get("HX-Current-URL")
    return request.GET if page is None else QueryDict(parts_of(page).query)


def tables_sought(match: SeatedMatch | RoundMatch) -> Known:
    """Return what finds a match: its table, and the names of its players."""
    sides: Sequence[SeatedPlayer | RoundPlayer] = match.players
    return (match.table,), [(player.name, player.reading) for player in sides]


def _is_sought(known: Known, search: str) -> bool:
    numbers, names = known
    if search.isdecimal():
        return whole_number(search) in set(numbers)
    return any(name_matches(name, search, reading) for name, reading in names)
