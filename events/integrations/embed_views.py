"""Embeds: standings and pairings that any other site may show in a frame."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from events.integrations.overlays import tables_of
from events.public_site import requests_of_pages
from events.public_site.reads.events import PublicEvent
from events.public_site.responses import respond


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the newest published standings, without scripts and cookies."""
    return respond(request, requests_of_pages.embedded_page(slug, request.path, _standings))


@require_safe
def pairings(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the newest posted pairings by table, without scripts and cookies."""
    return respond(request, requests_of_pages.embedded_page(slug, request.path, _pairings))


def _standings(shown: PublicEvent) -> str:
    rows = list(shown.newest_standings.values())
    context = {"event": shown.event, "rows": rows, "after": shown.results_through}
    return render_to_string("integrations/embed_standings.html", context)


def _pairings(shown: PublicEvent) -> str:
    context = {"event": shown.event, "rows": tables_of(shown), "round": shown.round()}
    return render_to_string("integrations/embed_pairings.html", context)
