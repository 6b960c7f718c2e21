"""Pages for paper: pairings, result slips, standings."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from events.core.rounds.queries import find_round_or_none
from events.core.standings.queries import live_standings
from events.core.words.rule_profiles import profile_name
from events.models import Event, Round
from events.paper import has_drawn_box, unfinished_words
from events.paper import queries as printing
from events.web.access import Action, Desk, staff_view

SLIPS_A_PAGE = (4, 6, 8)


@staff_view(get=Action.SEE)
def pairings(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """A round by name, or by table with `?by=table`."""
    round = _round(desk.event, number)
    matches = printing.paper_matches(round)
    context = {"desk": desk, "round": round, "by_table": request.GET.get("by") == "table"}
    context["matches"] = matches
    context["lines"] = printing.lines_by_name(matches)
    return render(request, "paper/pairings.html", context)


@staff_view(get=Action.SEE)
def slips(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """The result slips of a round, `?a_page=` of them on a sheet, in the order for cutting."""
    round = _round(desk.event, number)
    # The seats of teams need more room than an eighth of a sheet.
    choices = SLIPS_A_PAGE[:2] if round.by_seats else SLIPS_A_PAGE
    asked = request.GET.get("a_page", "")
    a_page = next((choice for choice in choices if str(choice) == asked), 6)
    context = {
        "desk": desk,
        "round": round,
        "pages": printing.in_cutting_order(printing.paper_matches(round), a_page),
        "a_page": a_page,
        "choices": choices,
        "unfinished": unfinished_words(round),
        "drawn_box": has_drawn_box(round),
    }
    return render(request, "paper/slips.html", context)


@staff_view(get=Action.SEE)
def standings(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """The standings after a complete round, as they are now."""
    page = live_standings(desk.event, number)
    if page is None:
        raise Http404
    context = {"desk": desk, "page": page, "rules": profile_name(page.profile)}
    return render(request, "paper/standings.html", context)


def _round(event: Event, number: int) -> Round:
    round = find_round_or_none(event, number)
    if round is None:
        raise Http404
    return round
