"""Pages for players: bytes that were made when something was posted or published."""

import datetime
import json
from collections.abc import Callable
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from events.core.typed_values import whole_number
from events.models import Organisation, OrganisationLogo
from events.public_site import pages, rare_pages, requests_of_pages
from events.public_site.calendar_file import KIND as CALENDAR
from events.public_site.calendar_file import calendar_file
from events.public_site.event_list import event_list, older_page, organisation_page
from events.public_site.live_values import live
from events.public_site.own.around import around_page, numbers_in
from events.public_site.page import Page, pack, stamp_of
from events.public_site.reads.listed_events import event_of_short
from events.public_site.responses import NOW_KEPT, NOW_KIND, now_told, respond

LONGEST_SEARCH = 80
# Validity of /.well-known/security.txt.
VALID = datetime.timedelta(days=180)
MOST_PARTS = 100
ICON_SIZES = (192, 512)
JAVASCRIPT = "text/javascript; charset=utf-8"


@cache
def _worker() -> Page:
    script = Path(settings.BASE_DIR) / "static" / "js" / "phones" / "worker.js"
    return pack(script.read_text(encoding="utf-8"), JAVASCRIPT, rare=True)


@require_safe
def worker(request: HttpRequest) -> HttpResponseBase:
    """Serve the script that answers from a phone's stored pages, only below its own address."""
    return respond(request, _worker())


@cache
def _favicon() -> Page:
    icon = (Path(settings.BASE_DIR) / "static" / "icon.png").read_bytes()
    return Page(stamp_of(icon), "image/png", plain=icon)


@require_safe
def favicon(request: HttpRequest) -> HttpResponseBase:
    """Serve the site's icon to browsers that request it at this address by default."""
    return respond(request, _favicon())


@require_safe
def security_contact(_request: HttpRequest) -> HttpResponse:
    """Name the contact for reports of weaknesses (RFC 9116), if the operator set one."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    # Renewed automatically for as long as the site runs.
    expires = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0) + VALID
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires.isoformat()}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@cache
def _manifest() -> Page:
    icons = [
        {
            "src": static(f"icons/icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in ICON_SIZES
        for purpose in ("any", "maskable")
    ]
    described = {
        "name": "Matchslip",
        "short_name": "Matchslip",
        "start_url": reverse("public:events"),
        "scope": reverse("public:events"),
        "display": "standalone",
        "background_color": "#f5f6f4",
        "theme_color": "#12604f",
        "icons": icons,
    }
    return pack(json.dumps(described), "application/manifest+json", rare=True)


@require_safe
def manifest(request: HttpRequest) -> HttpResponseBase:
    """Describe the site to a phone on which it is installed: name, icons, colours."""
    return respond(request, _manifest())


@require_safe
def events(request: HttpRequest) -> HttpResponseBase:
    """Show the events of the site; before any account exists, redirect to creating the first.

    `?list=all` has all of them, `?before=` those below a place, `?q=` those with these words.
    """
    if older := _older_page(request):
        return respond(request, older)
    if "page" in request.GET:
        # Earlier versions had numbered pages.
        return redirect(f"{request.path}?list=all", permanent=True)
    page = event_list.first_page()
    return redirect("first-organizer") if page is None else respond(request, page)


@require_safe
def organisation(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the events of an organisation; `?list=all`, `?before=`, `?q=` as on the first page."""
    of = get_object_or_404(Organisation, slug=slug)
    page = _older_page(request, of) or pack(organisation_page(of), rare=True)
    return respond(request, page)


def _older_page(request: HttpRequest, of: Organisation | None = None) -> Page | None:
    """Return the page of all events that an address asks for; None where it asks for no list."""
    place, words = request.GET.get("before", ""), _search(request)
    if place or words or "list" in request.GET:
        return pack(older_page(place, words, of), rare=True)
    return None


@require_safe
def organisation_logo(request: HttpRequest, slug: str, name: str) -> HttpResponseBase:
    """Serve the picture of an organisation, under the hash of its content."""
    rows = OrganisationLogo.objects.filter(organisation__slug=slug, organisation__logo_name=name)
    picture = get_object_or_404(rows)
    content = bytes(picture.content)
    return respond(request, Page(stamp_of(content), picture.kind, plain=content))


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the event: its facts, once a round is posted its pairings, in the end its winner."""
    return respond(request, requests_of_pages.built_page(slug, "event"))


@require_safe
def pairings(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponseBase:
    """Show the posted pairings of a round, or of the newest one.

    `?q=` narrows them without scripts, `?part=` has a part of a long list.
    """
    if "without" in request.GET and not _search(request):
        path = f"{request.path}?without"
        return respond(request, requests_of_pages.rare_page(slug, path, pages.without_match_page))
    return _list_page(request, slug, "pairings", pages.pairings_page, number)


@require_safe
def standings(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponseBase:
    """Show the standings as published after a round, or the newest ones.

    `?q=` narrows them without scripts, `?part=` has a part of a long list.
    """
    return _list_page(request, slug, "standings", pages.standings_page, number)


def _search(request: HttpRequest) -> str:
    return request.GET.get("q", "").strip()[:LONGEST_SEARCH]


def _list_page(
    request: HttpRequest, slug: str, name: str, make: Callable[..., Any], number: int | None
) -> HttpResponseBase:
    """Answer with a list of a round: what a search finds, a part, the newest one, or all of it."""
    search, part = _search(request), _part(request)
    make = partial(make, number=number)
    if search:
        page = requests_of_pages.searched_page(slug, partial(make, search=search))
    elif part is not None:
        path = f"{request.path}?part={part}"
        page = requests_of_pages.rare_page(slug, path, partial(make, part=part))
    elif number is None:
        page = requests_of_pages.built_page(slug, name)
    else:
        page = requests_of_pages.rare_page(slug, request.path, make)
    return respond(request, page)


@require_safe
def player(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Show a player's current table, opponents and published results.

    Not found until the player is in posted pairings: the roster itself is not public.
    """
    return respond(request, requests_of_pages.own_page(slug, number))


@require_safe
def card(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Answer with a player's card, the page in short as data for a phone that watches."""
    return respond(request, requests_of_pages.card(slug, number))


@require_safe
def recorded(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Show a player's recorded result in the newest posted round, as soon as there is one."""
    return respond(request, live.page(slug, number))


@require_safe
def around(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show tables still playing and `?players=3,17`, as soon as their results are recorded."""
    numbers = numbers_in(request.GET.get("players", "")[: LONGEST_SEARCH * 2])
    return respond(request, around_page(slug, numbers))


@require_safe
def stamp(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Answer with the content names of an event's pages, which show a phone what has changed."""
    return respond(request, requests_of_pages.built_page(slug, "stamp"))


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the newest bracket; a result is shown when its round is complete."""
    return respond(request, requests_of_pages.built_page(slug, "bracket"))


@require_safe
def pods(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the seats of the newest draft by name; `?q=` narrows them without scripts."""
    if search := _search(request):
        find = partial(pages.pods_page, search=search)
        return respond(request, requests_of_pages.searched_page(slug, find))
    return respond(request, requests_of_pages.built_page(slug, "pods"))


@require_safe
def seeds(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the seeds that drew the posted rounds, and the hash of the next one."""
    return respond(request, requests_of_pages.rare_page(slug, request.path, rare_pages.seeds_page))


@require_safe
def decks(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the public decklists; `?q=` finds a name, an archetype or a card."""
    if search := _search(request):
        find = partial(rare_pages.decks_page, search=search)
        return respond(request, requests_of_pages.searched_page(slug, find))
    return respond(request, requests_of_pages.rare_page(slug, request.path, rare_pages.decks_page))


@require_safe
def about(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the facts of an event that players can read before they enroll."""
    return respond(request, requests_of_pages.rare_page(slug, request.path, rare_pages.about_page))


@require_safe
def privacy(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show which data about players is stored, where, and which of it everyone can read."""
    return respond(
        request, requests_of_pages.rare_page(slug, request.path, rare_pages.privacy_page)
    )


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the rules this event is ranked by, in words."""
    return respond(request, requests_of_pages.rare_page(slug, request.path, rare_pages.rules_page))


@require_safe
def now(_request: HttpRequest) -> HttpResponse:
    """Answer with the server's time in milliseconds since 1970, for the clocks of all screens."""
    return HttpResponse(now_told(), NOW_KIND, headers={"Cache-Control": NOW_KEPT})


@require_safe
def projector(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the newest posted pairings for a wall: large, in pages that turn; seats, a bracket."""
    return respond(request, requests_of_pages.built_page(slug, "projector"))


@require_safe
def logo(request: HttpRequest, slug: str, name: str) -> HttpResponseBase:
    """Serve the organizer's picture, under the hash of its content."""
    return respond(request, requests_of_pages.logo(slug, request.path, name))


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Answer with the event as a calendar file."""
    return respond(
        request, requests_of_pages.rare_file(slug, request.path, CALENDAR, calendar_file)
    )


@require_safe
def short(_request: HttpRequest, name: str) -> HttpResponse:
    """Lead from the short address of a poster to its event; it may be another one next year."""
    slug = event_of_short(name)
    if slug is None:
        raise Http404
    return redirect("public:event", slug)


@require_safe
def code(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the address of the event's page on this request's host as a code to scan."""
    requests_of_pages.event_now(slug)
    address = request.build_absolute_uri(reverse("public:event", args=[slug]))
    picture = BytesIO()
    segno.make(address, micro=False, error="m").save(picture, kind="svg", scale=8, xmldecl=False)
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


def _part(request: HttpRequest) -> int | None:
    """Return the part of a long list that an address asks for."""
    return whole_number(request.GET.get("part", ""), MOST_PARTS)
