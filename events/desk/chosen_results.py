"""The latest results that an address of the desk chooses: all, or those from one place."""

from dataclasses import dataclass
from urllib.parse import parse_qs

from django.http import HttpRequest

from events.core.results.result_feed import ReportedFrom
from events.core.rounds.queries import RoundPage
from events.models import Event
from events.web.requests import parts_of


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
