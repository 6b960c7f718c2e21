"""A browser asks to be told of a player's rounds, or no longer."""

from http import HTTPStatus

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from events.hosting.logins import Bursts, address_of
from events.models import Event
from events.rules.errors import RefusedError
from events.rules.push import Subscribing
from events.services.push import change_subscription
from events.views.own_phone import for_one_phone

# A hall of phones may stand behind one address; what it writes is counted, what it reads is not.
asking = Bursts(most=300, seconds=60.0)


# Whoever sends this has no right that a cookie would bring: tables are public.
@csrf_exempt
@require_POST
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a subscription as JSON, see Subscribing; 204, or the reason why not as JSON.

    Not found where the installation has no key to sign messages with.
    """
    if not settings.PUSH_PUBLIC_KEY:
        return for_one_phone(HttpResponse(status=HTTPStatus.NOT_FOUND))
    if asking.is_too_much(address_of(request) or ""):
        return for_one_phone(HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS))
    event = get_object_or_404(Event, slug=slug)
    try:
        wanted = msgspec.json.decode(request.body, type=Subscribing)
        change_subscription(
            event_id=event.pk,
            wanted=wanted,
            language=get_language() or settings.LANGUAGE_CODE,
            services=settings.PUSH_SERVICES,
        )
    except msgspec.MsgspecError as error:
        return for_one_phone(JsonResponse({"error": str(error)}, status=400))
    except RefusedError as error:
        return for_one_phone(JsonResponse({"error": str(error)}, status=409))
    return for_one_phone(HttpResponse(status=HTTPStatus.NO_CONTENT))
