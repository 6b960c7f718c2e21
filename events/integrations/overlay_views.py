"""Overlays for a stream at a private address, and embeds that any site can frame."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.views.decorators.http import require_safe

from events.integrations.overlays import overlay, overlay_event, state_of, tables_of
from events.public_site import requests_of_pages
from events.public_site.reads.events import PublicEvent
from events.public_site.responses import respond
from events.web.styles import OWN_FRAMES_POLICY

LANGUAGES = dict(settings.LANGUAGES)
LONGEST_NUMBER = 6


@require_safe
def page(request: HttpRequest, token: str, scene: str) -> HttpResponse:
    """Show a scene on a transparent page, which polls for changes."""
    with translation.override(_language(request)):
        context = overlay(overlay_event(token), scene, _player(request))
        answer = render(request, "integrations/overlay.html", {**context, "token": token})
    # The desk shows the page as a preview; other sites may not embed it.
    answer["X-Frame-Options"] = "SAMEORIGIN"
    answer["Content-Security-Policy"] = OWN_FRAMES_POLICY
    return answer


@require_safe
def part(request: HttpRequest, token: str, scene: str) -> HttpResponse:
    """Return the scene alone, or 304 if the page is up to date."""
    event = overlay_event(token)
    # The public side may be slightly older than the event, so its next state is a change again.
    etag = f'"{state_of(event, requests_of_pages.event_now(event.slug))}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    with translation.override(_language(request)):
        context = overlay(event, scene, _player(request))
        text = render_to_string("integrations/overlay_scene.html", context)
    return HttpResponse(text, headers={"ETag": etag})


def _language(request: HttpRequest) -> str:
    asked = request.GET.get("lang", "")
    return asked if asked in LANGUAGES else translation.get_language() or settings.LANGUAGE_CODE


def _player(request: HttpRequest) -> int | None:
    number = request.GET.get("player", "")
    is_number = number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER
    return int(number) if is_number else None


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
    context = {"event": shown.event, "rows": rows, "after": shown.round(shown.results_through)}
    return render_to_string("integrations/embed_standings.html", context)


def _pairings(shown: PublicEvent) -> str:
    context = {"event": shown.event, "rows": tables_of(shown), "round": shown.round()}
    return render_to_string("integrations/embed_pairings.html", context)
