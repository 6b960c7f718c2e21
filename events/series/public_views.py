"""The standings of a series for everybody, as a page and as a file."""

import csv
import io

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from events.models import Series
from events.series.queries import events_of, series_rows

# A spreadsheet computes what begins with one of these.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@require_safe
def series(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the standings of a series: each player's events, and which of them count."""
    row = _series(slug, number)
    context = {
        "organisation": row.organisation,
        "series": row,
        "rows": series_rows(row),
        "events": list(events_of(row)),
    }
    return render(request, "series/public.html", context)


@require_safe
def series_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Answer with the standings as CSV: place, name, total, what was earned, points by event."""
    del request
    row = _series(slug, number)
    rows = series_rows(row)
    events = list(dict.fromkeys((line.slug, line.event) for shown in rows for line in shown.lines))
    out = io.StringIO()
    file = csv.writer(out)
    names = [name for _slug, name in events]
    file.writerow(map(_plain, [_("Place"), _("Name"), _("Points"), _("Earned"), *names]))
    for shown in rows:
        points = {line.slug: line.points for line in shown.lines if line.counts}
        cells = [points.get(slug, "") for slug, _name in events]
        texts = [_plain(shown.public_name), shown.total, _plain(shown.reward)]
        file.writerow([shown.place, *texts, *cells])
    answer = HttpResponse("\ufeff" + out.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="series-{row.number}.csv"'
    return answer


def _series(slug: str, number: int) -> Series:
    rows = Series.objects.select_related("organisation")
    return get_object_or_404(rows, organisation__slug=slug, number=number)


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
