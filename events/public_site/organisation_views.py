"""The page of an organisation: its events."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from events.models import Organisation, OrganisationLogo
from events.public_site.event_list import older_page, organisation_page
from events.public_site.page import Page, pack, stamp_of
from events.public_site.responses import respond

LONGEST_SEARCH = 80


@require_safe
def organisation(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The events of an organisation; `?list=all`, `?before=` and `?q=` as on the first page."""
    of = get_object_or_404(Organisation, slug=slug)
    place, words = request.GET.get("before", ""), request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    if place or words or "list" in request.GET:
        return respond(request, pack(older_page(place, words, of), rare=True))
    return respond(request, pack(organisation_page(of), rare=True))


@require_safe
def logo(request: HttpRequest, slug: str, name: str) -> HttpResponseBase:
    """The picture of an organisation, under the hash of its content."""
    rows = OrganisationLogo.objects.filter(organisation__slug=slug, organisation__logo_name=name)
    picture = get_object_or_404(rows)
    content = bytes(picture.content)
    return respond(request, Page(stamp_of(content), picture.kind, plain=content))
