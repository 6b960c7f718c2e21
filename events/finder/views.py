"""Search an event, list keyboard shortcuts, and serve the guides."""

import json

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from domain.table_marks import USUAL_TABLE
from events.core.guards import find_round_or_none
from events.core.refusals import RefusedError
from events.core.results.match_rules import MatchRules
from events.core.results.round_rules import rules_of
from events.finder.guide import GUIDES, guide_html, language_of, part_of
from events.finder.queries import (
    MOST,
    Kind,
    Place,
    heading_of,
    places_of,
    scanned_place,
    search,
    word_of,
)
from events.finder.said import LITTLE_WORDS
from events.web.access import Action, Desk, staff_view
from events.web.requests import by_htmx


@staff_view(get=Action.SEE)
def find(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the places that match a text; for a script the palette with all places.

    A scanned slip redirects to its table, a player link or badge to its player's page.
    """
    places = places_of(desk)
    if by_htmx(request):
        listed = [
            [
                list(Kind).index(place.kind),
                place.names,
                place.address,
                place.number,
                place.reading,
                *_rest(["\n".join(place.words), place.key, place.note]),
            ]
            for place in places
        ]
        kinds = [word_of(kind) for kind in Kind]
        context = {
            "desk": desk,
            "places": json.dumps(listed, ensure_ascii=False),
            "kinds": kinds,
            "little_words": sorted(LITTLE_WORDS),
        }
        return render(request, "finder/palette.html", context)
    text = request.GET.get("q", "")
    try:
        address = scanned_place(desk, text)
    except RefusedError as refused:
        return render(request, "finder/find.html", {"desk": desk, "refused": refused})
    if address:
        return redirect(address)
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
    """Strip trailing empty values, which most places have."""
    while values and not values[-1]:
        values.pop()
    return values


@staff_view(get=Action.SEE)
def keys(request: HttpRequest, desk: Desk) -> HttpResponse:
    """List all keyboard shortcuts; for a script those of the page named by `on`."""
    round = find_round_or_none(desk.event, None)
    # Before round 1 no table has a size yet.
    sizes = ((1, USUAL_TABLE),) if desk.event.at_tables else ()
    rules = MatchRules(sizes=sizes) if round is None else rules_of(round)
    context = {"desk": desk, "rules": rules, "on": request.GET.get("on", "")}
    template = "finder/keys_dialog.html" if by_htmx(request) else "finder/keys.html"
    return render(request, template, context)


@staff_view(get=Action.SEE)
def help_of_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Redirect to the part of a guide for the event page named by `on`."""
    return _to_part(request, desk.event.slug, at_tables=desk.event.at_tables)


@login_required
@require_safe
def help_outside(request: HttpRequest) -> HttpResponse:
    """Redirect to the part of a guide for the page outside events named by `on`."""
    return _to_part(request)


def _to_part(request: HttpRequest, *slug: str, at_tables: bool = False) -> HttpResponse:
    guide_name, heading = part_of(request.GET.get("on", ""), at_tables=at_tables)
    there = _address_of(guide_name, *slug)
    return redirect(f"{there}#{heading}" if heading else there)


def _address_of(guide: str, *slug: str) -> str:
    """Return the address of a guide, in an event or outside."""
    return reverse("staff:guide" if slug else "staff:guide-outside", args=[*slug, guide])


@staff_view(get=Action.SEE)
def guide(request: HttpRequest, desk: Desk, guide: str) -> HttpResponse:
    """Show a guide in an event, in the reader's language if translated, else in English."""
    return _show_guide(request, guide, desk)


@login_required
@require_safe
def guide_outside(request: HttpRequest, guide: str) -> HttpResponse:
    """Show a guide outside events."""
    return _show_guide(request, guide)


def _show_guide(request: HttpRequest, guide: str, desk: Desk | None = None) -> HttpResponse:
    if guide not in GUIDES:
        raise Http404
    labels = {
        "scorekeeper": _("Scorekeeper"),
        "players": _("Players' phones"),
        "streams": _("Streams"),
        "convention": _("A convention"),
        "organisations": _("Organisations"),
        "commander": _("Commander"),
        "moving-here": _("Other tools"),
    }
    language = language_of(guide, get_language() or "")
    slug = () if desk is None else (desk.event.slug,)
    context = {
        "desk": desk,
        "guide": guide,
        "guides": [(name, labels[name], _address_of(name, *slug)) for name in GUIDES],
        "text": guide_html(guide, language),
        "text_language": language,
    }
    return render(request, "finder/guide.html", context)
