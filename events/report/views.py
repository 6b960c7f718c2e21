"""The final report: a page that prints, live pictures, PDF, CSV, XLSX."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from events.core.report.report_values import Report
from events.paper.typst_process import press
from events.report.queries import event_report
from events.report.report_page import pictures_context, report_context, whole_document
from events.report.report_tables import report_tables
from events.web.access import Action, Desk, staff_view
from events.web.heavy import PAPER, heavy, run
from events.web.spreadsheets.sheet_tables import CSV_TYPE, XLSX_TYPE, csv_text


@staff_view(get=Action.EXPORT)
def report(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the report, final or interim, and offer the files."""
    context = report_context(event_report(desk.event))
    return render(request, "report/report.html", {"desk": desk, **context})


@staff_view(get=Action.EXPORT)
def live(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show figures and pictures of the event as it is now; `?since=` asks only for something new.

    The page asks again every half minute. Nothing is computed while the event stays the same.
    """
    if request.GET.get("since") == str(desk.event.revision):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context = pictures_context(event_report(desk.event))
    return render(request, "report/live.html", {"desk": desk, **context})


@staff_view(get=Action.EXPORT)
@never_cache
@heavy(PAPER)
def report_pdf(_request: HttpRequest, desk: Desk) -> HttpResponse:
    """Answer with the report as one PDF, in the reader's language."""
    summary = event_report(desk.event)
    content = press(whole_document(summary))
    response = HttpResponse(content, content_type="application/pdf")
    name = _file_name(summary, "report.pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


@staff_view(get=Action.EXPORT)
def report_csv(request: HttpRequest, desk: Desk, table: str) -> HttpResponse:
    """Answer with one table of the report as CSV."""
    summary = event_report(desk.event)
    chosen = next(
        (
            candidate
            for candidate in report_tables(summary, exact=_wants_exact(request))
            if candidate.code == table
        ),
        None,
    )
    if chosen is None:
        raise Http404
    name = _file_name(summary, f"{table}.csv")
    return _file(csv_text(chosen).encode(), CSV_TYPE, name)


@staff_view(get=Action.EXPORT)
@heavy(PAPER)
def report_xlsx(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Answer with the report as a workbook, a sheet each table."""
    from events.web.spreadsheets.workbooks import xlsx_bytes  # openpyxl is slow to import

    summary = event_report(desk.event)
    content = run(xlsx_bytes, report_tables(summary, exact=_wants_exact(request)))
    return _file(content, XLSX_TYPE, _file_name(summary, "report.xlsx"))


def _wants_exact(request: HttpRequest) -> bool:
    """Whether files are asked for with exact fractions: `?exact=on`."""
    return request.GET.get("exact") == "on"


def _file_name(report: Report, ending: str) -> str:
    return f"{report.event.slug}-{'interim-' if report.interim else ''}{ending}"


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
