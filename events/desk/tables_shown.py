"""Rows that a desk lists: tables, latest results, and the addresses of players' pages."""

from dataclasses import dataclass
from urllib.parse import parse_qs

from django.http import HttpRequest
from django.urls import reverse

from events.core.progress.outstanding import SeatedMatch
from events.core.results.result_feed import ReportedFrom
from events.core.rounds.queries import RoundLine, RoundPage
from events.core.rounds.table_marks import TableMarks
from events.models import Event
from events.web.player_addresses import code_of
from events.web.requests import parts_of
from events.web.site_address import base_for_phones
from events.web.staff_pages.rows_shown import MOST, RowsShown, page_query, rows_shown, tables_sought


def lines_shown(request: HttpRequest, page: RoundPage) -> RowsShown[RoundLine]:
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


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """One filter of the latest results; without a place it is all of them."""

    place: ReportedFrom | None
    is_chosen: bool


def chosen_place(request: HttpRequest) -> ReportedFrom | None:
    """Return where the shown results come from; a part of a page is asked for at its address."""
    shown = request.headers.get("HX-Current-URL")
    if shown is None:
        chosen = request.GET.get("from", "")
    else:
        chosen = parse_qs(parts_of(shown).query).get("from", [""])[0]
    return next((place for place in ReportedFrom if place == chosen), None)


def result_filters(
    event: Event, page: RoundPage, chosen: ReportedFrom | None
) -> list[ResultFilter]:
    """Return the filters of the latest results; none where all of them come from the desk."""
    from_elsewhere = any(line.reported_from is not ReportedFrom.DESK for line in page.recent)
    if not (chosen or from_elsewhere or event.takes_reports):
        return []
    return [ResultFilter(place, place is chosen) for place in (None, *ReportedFrom)]


@dataclass(frozen=True, slots=True)
class Address:
    """An address for players: its code as a data URI, and how it is read aloud."""

    url: str
    code: str

    @property
    def spoken(self) -> str:
        """The address without what nobody types."""
        return self.url.partition("://")[2].rstrip("/")


def address_of(request: HttpRequest, event: Event, name: str = "public:event") -> Address:
    """Return a public page of an event as players reach it; `name` is that of its address."""
    url = base_for_phones(request) + reverse(name, args=[event.slug])
    return Address(url, code_of(url))


def players_page(request: HttpRequest, page: RoundPage) -> Address | None:
    """Return where players see a round that was just posted; None from its first result on."""
    if page.reported or not page.round.is_posted:
        return None
    return address_of(request, page.round.event)
