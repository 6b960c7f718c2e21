"""The final report: a page that prints, CSV, XLSX."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from events.core.standings.report_values import Report
from events.paper.typst_process import press
from events.report.checks import checks_of
from events.report.documents import (
    csv_text,
    facts_of,
    report_tables,
    reported_as,
)
from events.report.highlights import highlights_of
from events.report.pictures import pictures_of
from events.report.queries import event_report, newest_bracket
from events.report.report_document import report_document
from events.report.round_times import round_times
from events.web.access import Action, Desk, staff_view

XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@staff_view(get=Action.EXPORT)
def report(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the report, final or interim, and offer the files."""
    summary = event_report(desk.event)
    times = round_times(desk.event)
    context = {
        "desk": desk,
        "report": summary,
        "facts": facts_of(summary),
        "reported_as": reported_as(summary),
        "highlights": highlights_of(summary, times),
        "pictures": pictures_of(summary, times),
        "bracket": newest_bracket(desk.event),
        "checks": checks_of(summary),
    }
    return render(request, "report/report.html", context)


@staff_view(get=Action.EXPORT)
@never_cache
def report_pdf(_request: HttpRequest, desk: Desk) -> HttpResponse:
    """Answer with the report as one PDF, in the reader's language."""
    summary = event_report(desk.event)
    content = press(report_document(summary, round_times(desk.event), newest_bracket(desk.event)))
    response = HttpResponse(content, content_type="application/pdf")
    name = _file_name(summary, "report.pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


@staff_view(get=Action.EXPORT)
def report_csv(_request: HttpRequest, desk: Desk, table: str) -> HttpResponse:
    """Answer with one table of the report as CSV."""
    summary = event_report(desk.event)
    chosen = next(
        (candidate for candidate in report_tables(summary) if candidate.code == table), None
    )
    if chosen is None:
        raise Http404
    name = _file_name(summary, f"{table}.csv")
    return _file(csv_text(chosen).encode(), "text/csv; charset=utf-8", name)


@staff_view(get=Action.EXPORT)
def report_xlsx(_request: HttpRequest, desk: Desk) -> HttpResponse:
    """Answer with the report as a workbook, a sheet each table."""
    from events.report.workbooks import xlsx_bytes  # openpyxl takes a while to load

    summary = event_report(desk.event)
    return _file(xlsx_bytes(report_tables(summary)), XLSX_TYPE, _file_name(summary, "report.xlsx"))


def _file_name(report: Report, ending: str) -> str:
    return f"{report.event.slug}-{'interim-' if report.interim else ''}{ending}"


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
