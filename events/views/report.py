"""The final report: a page that prints, CSV, XLSX."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from events.forms.profiles import profile_name
from events.selectors.report import Report, event_report
from events.services.reports import (
    Table,
    Words,
    csv_text,
    facts_of,
    report_tables,
    reported_as,
    xlsx_bytes,
)
from events.templatetags.matchslip import tiebreaker_name, tiebreaker_short
from events.views.access import Action, open_desk

XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@login_required
@require_safe
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the report, final or interim, and offer the files."""
    desk = open_desk(request, slug, Action.EXPORT)
    found = event_report(desk.event)
    context = {
        "desk": desk,
        "report": found,
        "facts": facts_of(found, _words(found)),
        "reported_as": reported_as(found),
    }
    return render(request, "staff/report.html", context)


@login_required
@require_safe
def report_csv(request: HttpRequest, slug: str, table: str) -> HttpResponse:
    """Answer with one table of the report as CSV."""
    desk = open_desk(request, slug, Action.EXPORT)
    found = event_report(desk.event)
    chosen = next((one for one in _tables(found) if one.code == table), None)
    if chosen is None:
        raise Http404
    name = _file_name(found, f"{table}.csv")
    return _file(csv_text(chosen).encode(), "text/csv; charset=utf-8", name)


@login_required
@require_safe
def report_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the report as a workbook, a sheet each table."""
    desk = open_desk(request, slug, Action.EXPORT)
    found = event_report(desk.event)
    return _file(xlsx_bytes(_tables(found)), XLSX_TYPE, _file_name(found, "report.xlsx"))


def _tables(found: Report) -> list[Table]:
    return report_tables(found, _words(found))


def _words(found: Report) -> Words:
    return Words(str(profile_name(found.profile)), tiebreaker_short, tiebreaker_name)


def _file_name(found: Report, ending: str) -> str:
    return f"{found.event.slug}-{'interim-' if found.interim else ''}{ending}"


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
