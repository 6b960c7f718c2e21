"""Subscribe a browser to notices of a player's rounds, or unsubscribe it."""

from http import HTTPStatus

import msgspec
from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from events.core.players.scanned_codes import enrollment_of
from events.core.refusals import RefusedError
from events.models import Event
from events.models.phones import draw_nonce
from events.player_pages.player_tokens import AGE, cookie_salt, tokens_in
from events.player_pages.push_actions import Asking, Subscribing, change_subscription
from events.web.logins import address_of
from events.web.rate_limits import PUSH_CHANGES
from events.web.secret_addresses import for_one_phone

# Distinguishes phones without a player link.
MARK = "phone"


# A cookie would grant this request nothing more: tables are public.
@csrf_exempt
@require_POST
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a subscription as JSON, see Subscribing; 204, or the reason why not as JSON.

    Not found where the installation has no key to sign messages with. A phone that has neither the
    player's link nor a mark gets a mark, with 403, and asks again.
    """
    if not settings.PUSH_PUBLIC_KEY:
        return for_one_phone(HttpResponse(status=HTTPStatus.NOT_FOUND))
    if not PUSH_CHANGES.allows_from(address_of(request)):
        return for_one_phone(HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS))
    event = get_object_or_404(Event, slug=slug)
    try:
        wanted = msgspec.json.decode(request.body, type=Subscribing)
        phone = Asking(_linked(request, slug, wanted.number), _mark_of(request, slug))
        if wanted.wanted and phone.player is None and not phone.mark:
            return _give_mark(slug)
        change_subscription(
            event_id=event.pk,
            wanted=wanted,
            phone=phone,
            language=get_language() or settings.LANGUAGE_CODE,
            services=settings.PUSH_SERVICES,
        )
    except msgspec.MsgspecError as error:
        return for_one_phone(JsonResponse({"error": str(error)}, status=400))
    except RefusedError as error:
        return for_one_phone(JsonResponse({"error": str(error)}, status=409))
    return for_one_phone(HttpResponse(status=HTTPStatus.NO_CONTENT))


def _linked(request: HttpRequest, slug: str, number: int) -> int | None:
    """Return the key of the player with this number if the phone has opened their link."""
    for enrollment in map(enrollment_of, tokens_in(request, slug)):
        if enrollment and (enrollment.event.slug, enrollment.number) == (slug, number):
            return enrollment.pk
    return None


def _mark_of(request: HttpRequest, slug: str) -> str:
    try:
        return request.get_signed_cookie(MARK, salt=_salt(slug), max_age=AGE) or ""
    except (KeyError, BadSignature):
        return ""


def _give_mark(slug: str) -> HttpResponse:
    response = for_one_phone(HttpResponse(status=HTTPStatus.FORBIDDEN))
    response.set_signed_cookie(
        MARK,
        draw_nonce(),
        salt=_salt(slug),
        max_age=AGE,
        path=reverse("me:page", args=[slug]),
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    return response


def _salt(slug: str) -> str:
    return f"{MARK}/{cookie_salt(slug)}"
