"""The final report for everyone, once the event is finished, and pictures to share."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from events.core.report.report_values import Report
from events.models import PublicNames
from events.paper.document import Document
from events.paper.typst_process import press
from events.public_site import pages, requests_of_pages
from events.public_site.reads.events import PublicEvent
from events.public_site.responses import respond
from events.report import share_pictures as pictures
from events.report.highlights import highlights_of
from events.report.queries import event_report
from events.report.report_page import report_context, whole_document
from events.web.heavy import PAPER, heavy

PDF = "application/pdf"


@require_safe
def report(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the final report: winner, figures, pictures, standings, matches."""
    return respond(request, requests_of_pages.rare_page(slug, request.path, _page))


@require_safe
@heavy(PAPER)
def report_pdf(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Answer with the same report as one PDF, set once a revision."""
    return respond(request, requests_of_pages.rare_file(slug, request.path, PDF, _document))


def _page(shown: PublicEvent) -> str | None:
    summary = public_report(shown)
    if summary is None:
        return None
    return pages.render(shown, "report", "event", **report_context(summary, shown.names))


def _document(shown: PublicEvent) -> bytes | None:
    summary = public_report(shown)
    if summary is None:
        return None
    return press(whole_document(summary, shown.names))


def public_report(shown: PublicEvent) -> Report | None:
    """Return the report as everyone may see it; None before the final standings are public."""
    newest = shown.round()
    if not shown.event.is_finished or newest is None or shown.results_through < newest.number:
        return None
    # Every player has a picture of places, so the shared report is read once.
    return shown.remember("report", lambda: event_report(shown.event, shown.names))


PNG = "image/png"


@require_safe
@heavy(PAPER)
def event_picture(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Answer with the picture of an event as it is now: announced, round posted, winner."""
    return respond(request, requests_of_pages.rare_file(slug, request.path, PNG, _event_picture))


@require_safe
@heavy(PAPER)
def place_picture(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Answer with the picture of a player's final place.

    Not found before the event is finished, and for a player who is shown under another name.
    """

    def make(shown: PublicEvent) -> bytes | None:
        report = public_report(shown)
        if report is None or _is_hidden(shown, number):
            return None
        picture = pictures.place_picture(report, number)
        return None if picture is None else _drawn(picture)

    return respond(request, requests_of_pages.rare_file(slug, request.path, PNG, make))


def _event_picture(shown: PublicEvent) -> bytes:
    report = public_report(shown)
    if report is None:
        return _drawn(pictures.running_picture(shown))
    first = [line.person.number for line in report.winners]
    if not first or any(_is_hidden(shown, number) for number in first):
        return _drawn(pictures.finished_picture(report))
    return _drawn(pictures.winner_picture(report, highlights_of(report, ())))


def _is_hidden(shown: PublicEvent, number: int) -> bool:
    """Whether a player has another public name, or the event shows no names at all."""
    names = shown.names
    if names.how == PublicNames.FULL:
        return number in names.called
    return names.how == PublicNames.NUMBER


def _drawn(picture: Document) -> bytes:
    return press(picture, "png")
