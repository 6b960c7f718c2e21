"""The page of a badge: the player's whole day, behind a private address."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from events.badges.own_day import DayLine, day_now, own_day
from events.core.phones.own_state import OwnState
from events.core.players.private_address import token_of
from events.core.players.scanned_codes import badge_of
from events.core.read_snapshot import one_snapshot
from events.web.logins import address_of
from events.web.rate_limits import PLAYER_PAGES, UNKNOWN_PLAYER_LINKS, RateLimit
from events.web.secret_addresses import for_one_phone


@require_safe
def badge(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Show a player's day; answer 204 to a phone that is up to date (`?since=`)."""
    mine = badge_of(token, slug)
    if mine is None:
        if UNKNOWN_PLAYER_LINKS.allows_from(address_of(request)):
            return _refuse(request, HTTPStatus.NOT_FOUND)
        return _too_many(request, UNKNOWN_PLAYER_LINKS)
    if not PLAYER_PAGES.allows(f"badge {mine.pk}"):
        return _too_many(request, PLAYER_PAGES)
    moment = timezone.now()
    with one_snapshot():
        read = day_now(mine, moment)
        if request.GET.get("since") == read.stamp:
            return for_one_phone(HttpResponse(status=HTTPStatus.NO_CONTENT))
        day = own_day(read, moment)
    shown = [_shown(line) for line in day.lines]
    context = {
        "badge": mine,
        "organisation": mine.organisation,
        "stamp": read.stamp,
        "today": timezone.localdate(moment),
        "day": day,
        "playing": [line for line in shown if line["line"].is_playing],
        "others": [line for line in shown if not line["line"].is_playing],
    }
    return for_one_phone(render(request, "badges/badge.html", context))


def _shown(line: DayLine) -> dict[str, Any]:
    """Return an event with its state, and the address of the player's page."""
    return {
        "line": line,
        "event": line.event,
        "own": {line.state.name.lower(): True},
        "address": _address(line),
    }


def _address(line: DayLine) -> str:
    """Return the player's own page of an event, or the best public page without one."""
    event, player = line.event, line.enrollment
    if event.private_pages:
        return reverse("me:open", args=[token_of(player.pk, player.address_nonce)])
    if line.match is not None or line.state is OwnState.FINISHED:
        return reverse("public:player", args=[event.slug, player.number])
    return reverse("public:event", args=[event.slug])


def _refuse(request: HttpRequest, status: HTTPStatus, words: str = "") -> HttpResponse:
    answer = render(request, "badges/unknown.html", {"words": words}, status=status)
    return for_one_phone(answer)


def _too_many(request: HttpRequest, limit: RateLimit) -> HttpResponse:
    response = _refuse(request, HTTPStatus.TOO_MANY_REQUESTS, str(limit.words))
    response["Retry-After"] = str(limit.retry_after)
    return response
