"""The standings of a series for everyone, as a page and as files."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from events.core.series.series_places import events_of
from events.models import Series
from events.series.queries import points_by_event, series_rows
from events.series.rule_texts import table_runs
from events.series.series_files import series_file as file_of
from events.web.heavy import PAPER, heavy


@require_safe
def series(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the standings of a series: each player's events, and which of them count."""
    row = _series(slug, number)
    events = list(events_of(row))
    columns, rows = points_by_event(series_rows(row), events)
    context = {
        "organisation": row.organisation,
        "series": row,
        "rows": rows,
        "columns": columns,
        "tables": table_runs(row.tables),
        "events": events,
    }
    return render(request, "series/public.html", context)


@require_safe
@heavy(PAPER)
def series_file(request: HttpRequest, slug: str, number: int, kind: str) -> HttpResponse:
    """Answer with the standings as a file: place, name, total, rewards, points by event."""
    del request
    row = _series(slug, number)
    return file_of(row, series_rows(row), kind, full_names=False)


def _series(slug: str, number: int) -> Series:
    rows = Series.objects.select_related("organisation")
    return get_object_or_404(rows, organisation__slug=slug, number=number)
