"""One floor list over all events of a person, and the table that a number leads to."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from domain.limits import MOST_TABLE
from events.core.read_snapshot import one_snapshot
from events.core.typed_values import whole_number
from events.day.floor import day_floor, tables_numbered
from events.web.requests import person


@login_required
@require_safe
def floor(request: HttpRequest) -> HttpResponse:
    """Show the tables that need a judge; a table number leads to the page of that table.

    That page has the results, the extension and the penalties. A number that several events use
    shows all of them.
    """
    user = person(request)
    typed = request.GET.get("table", "").strip()
    number = whole_number(typed, MOST_TABLE) if typed else None
    with one_snapshot():
        matches = tables_numbered(user, number) if number else []
        if len(matches) == 1:
            match = matches[0]
            return redirect("staff:table", match.round.event.slug, match.round.number, match.table)
        context = {"floor": day_floor(user), "typed": typed, "matches": matches}
    return render(request, "day/floor.html", context)
