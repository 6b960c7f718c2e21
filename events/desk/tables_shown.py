"""The rows that a desk lists: tables, latest results, and addresses for players."""

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
    """Return the listed matches of a round that is not in progress."""
    return rows_shown(request, page.lines, lambda line: tables_sought(line.match))


def tables_shown(request: HttpRequest, page: RoundPage) -> RowsShown[SeatedMatch]:
    """Return the listed tables; a short list is sent whole, because the browser filters it."""
    tables = page.listed
    only = page_query(request).get("show", "")
    if only and len(tables) > MOST:
        marks = TableMarks(page.round, page.phones)
        marked = [match for match in tables if only in marks.of(match)]
        return rows_shown(request, marked, tables_sought, total=len(tables))
    return rows_shown(request, tables, tables_sought)


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """One filter of the latest results; without a place it shows all."""

    place: ReportedFrom | None
    is_chosen: bool


def chosen_place(request: HttpRequest) -> ReportedFrom | None:
    """Return the chosen filter of results; for a partial request, that of its whole page."""
    shown = request.headers.get("HX-Current-URL")
    if shown is None:
        chosen = request.GET.get("from", "")
    else:
        chosen = parse_qs(parts_of(shown).query).get("from", [""])[0]
    return next((place for place in ReportedFrom if place == chosen), None)


def result_filters(
    event: Event, page: RoundPage, chosen: ReportedFrom | None
) -> list[ResultFilter]:
    """Return the filters of the latest results; none if all of them are from the desk."""
    from_elsewhere = any(line.reported_from is not ReportedFrom.DESK for line in page.recent)
    if not (chosen or from_elsewhere or event.takes_reports):
        return []
    return [ResultFilter(place, place is chosen) for place in (None, *ReportedFrom)]


@dataclass(frozen=True, slots=True)
class Address:
    """An address for players, with its QR code as a data URI."""

    url: str
    code: str

    @property
    def spoken(self) -> str:
        """The address to read aloud, without the parts that nobody types."""
        return self.url.partition("://")[2].rstrip("/")


def address_of(request: HttpRequest, event: Event, name: str = "public:event") -> Address:
    """Return the address of an event's public page for players; `name`: of its URL."""
    url = base_for_phones(request) + reverse(name, args=[event.slug])
    return Address(url, code_of(url))


def players_page(request: HttpRequest, page: RoundPage) -> Address | None:
    """Return the public page of a round posted just now; None from its first result on."""
    if page.reported or not page.round.is_posted:
        return None
    return address_of(request, page.round.event)
