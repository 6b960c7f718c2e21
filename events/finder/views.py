"""Find anything in an event, and the keys of its pages."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from events.core.guards import find_round_or_none
from events.core.results.match_rules import MatchRules
from events.core.results.round_rules import rules_of
from events.finder.guide import GUIDES, guide_html, part_of
from events.finder.queries import MOST, Kind, Place, heading_of, places_of, search, word_of
from events.web.access import Action, Desk, staff_view
from events.web.requests import by_htmx


@staff_view(get=Action.SEE)
def find(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the places that a text finds; for a script the palette with all of them."""
    places = places_of(desk)
    if by_htmx(request):
        listed = [
            [
                list(Kind).index(place.kind),
                place.name,
                place.address,
                place.number,
                place.reading,
                *_rest([" ".join(place.words), place.key, place.note]),
            ]
            for place in places
        ]
        kinds = [word_of(kind) for kind in Kind]
        context = {"desk": desk, "places": json.dumps(listed, ensure_ascii=False), "kinds": kinds}
        return render(request, "finder/palette.html", context)
    text = request.GET.get("q", "")
    matching, is_near = search(places, text)
    groups: dict[Kind, list[Place]] = {}
    for place in matching:
        groups.setdefault(place.kind, []).append(place)
    context = {
        "desk": desk,
        "text": text,
        "groups": [
            (heading_of(kind), rows[:MOST], len(rows) - MOST) for kind, rows in groups.items()
        ],
        "is_near": is_near,
    }
    return render(request, "finder/find.html", context)


def _rest(values: list[str]) -> list[str]:
    """Return the values without the empty ones at the end: most places have none."""
    while values and not values[-1]:
        values.pop()
    return values


@staff_view(get=Action.SEE)
def keys(request: HttpRequest, desk: Desk) -> HttpResponse:
    """List the keys of all pages; for a script those of the page that `on` names."""
    round = find_round_or_none(desk.event, None)
    rules = MatchRules() if round is None else rules_of(round)
    context = {"desk": desk, "rules": rules, "on": request.GET.get("on", "")}
    template = "finder/keys_dialog.html" if by_htmx(request) else "finder/keys.html"
    return render(request, template, context)


@staff_view(get=Action.SEE)
def help_of_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Lead to the part of a guide that the page `on` belongs to."""
    guide_name, heading = part_of(request.GET.get("on", ""))
    there = reverse("staff:guide", args=[desk.event.slug, guide_name])
    return redirect(f"{there}#{heading}" if heading else there)


@staff_view(get=Action.SEE)
def guide(request: HttpRequest, desk: Desk, guide: str) -> HttpResponse:
    """Show a guide; it is in English."""
    if guide not in GUIDES:
        raise Http404
    labels = {
        "scorekeeper": _("Scorekeeper"),
        "players": _("Players' phones"),
        "streams": _("Streams"),
        "convention": _("A convention"),
        "moving-here": _("Other tools"),
    }
    context = {
        "desk": desk,
        "guide": guide,
        "guides": [(name, labels[name]) for name in GUIDES],
        "text": guide_html(guide),
    }
    return render(request, "finder/guide.html", context)
