"""The pages for unknown addresses, and for what the server could not do."""

import re
import sys
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotFound,
    HttpResponseServerError,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.models import Event
from events.web.access import Action, Desk, staff_view
from events.web.problems import is_for_programs, problem_of
from events.web.requests import by_htmx, is_of_this_site, page_before
from events.web.write_failures import Trouble, status_of, trouble_of

TRY_AGAIN_SECONDS = "5"
# For programs, in English.
READ_AGAIN = "Read the state again before you repeat the call."
# Addresses of players' pages; staff addresses below an event are not for everyone.
_BELOW_AN_EVENT = re.compile(r"/(?:e|me)/([-\w]+)/.")
# The hidden field of every form, and fields that no page may show again.
NOT_TYPED = "csrfmiddlewaretoken"
SECRET = "password"  # noqa: S105 - part of the names of such fields
# Labels of the fields that have to be filled in again.
_AGAIN: Mapping[str, str | Promise] = {
    "old_password": _("Current password"),
    **dict.fromkeys(("password1", "new_password1"), _("New password")),
    **dict.fromkeys(("password2", "new_password2"), _("Password again")),
}


@staff_view(get=Action.SEE, post=Action.SEE)
def nothing(_request: HttpRequest, _desk: Desk) -> HttpResponse:
    """Raise Http404 at an unknown address below an event."""
    raise Http404


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer an unknown address with 404; below an event, link to the event."""
    if is_for_programs(request):
        # Contains a line break, which no address pattern matches.
        return problem_of(HTTPStatus.NOT_FOUND)
    below = _BELOW_AN_EVENT.match(request.path)
    slug = below[1] if below and Event.objects.filter(slug=below[1]).exists() else ""
    return HttpResponseNotFound(render(request, "404.html", {"event_slug": slug}).content)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an uncaught error: a full disk and the like in words, the rest as a 500."""
    trouble = trouble_of(sys.exc_info()[1])
    if trouble is None and is_for_programs(request):
        words = f"The server's log says why. {READ_AGAIN}"
        return problem_of(HTTPStatus.INTERNAL_SERVER_ERROR, words)
    if trouble is None:
        return HttpResponseServerError(render(request, "500.html").content)
    return trouble_page(request, trouble)


def trouble_page(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """Show what the server could not do, and whether an entry may be saved nevertheless."""
    status, is_open = status_of(trouble), trouble.may_be_saved
    return error_page(request, trouble.value, is_open=is_open, status=status)


def logged_out(request: HttpRequest) -> HttpResponse:
    """Answer a form whose login has ended: it is kept on the page until a person logs in."""
    context = _sent(request)
    response = render(request, "logged_out.html", context, status=HTTPStatus.UNAUTHORIZED)
    response["Cache-Control"] = "private, no-store"
    return response


def form_of_another_login(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """Answer a form without the token of this login; one of this site can be sent again.

    A form of another site can't: the button would send in a person's name what they never typed.
    """
    context = {
        "again": is_of_this_site(request) and not any(SECRET in name for name in request.POST),
        **_sent(request),
    }
    response = render(request, "403_csrf.html", context, status=HTTPStatus.FORBIDDEN)
    response["Cache-Control"] = "private, no-store"
    return response


def _sent(request: HttpRequest) -> dict[str, Any]:
    """Return the form that was sent, for a page that sends it again; passwords by name alone."""
    secret = [name for name in request.POST if SECRET in name]
    return {
        "typed": typed_fields(request),
        "secret": [(name, _AGAIN.get(name, _("Password"))) for name in secret],
        "files": bool(request.FILES),
    }


def typed_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of the form that was sent, but for passwords."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != NOT_TYPED and SECRET not in name
    ]


def error_page(
    request: HttpRequest,
    words: str | Promise,
    *,
    elsewhere: str = "",
    is_open: bool = False,
    status: HTTPStatus = HTTPStatus.SERVICE_UNAVAILABLE,
) -> HttpResponse:
    """Show what prevents the request; everything typed in a form is preserved.

    `elsewhere` is the address of another laptop where it can be entered instead; `is_open`: nobody
    knows yet whether it is saved.
    """
    if is_for_programs(request):
        refused = problem_of(status, f"{words} {READ_AGAIN}" if is_open else words)
        refused["Retry-After"] = TRY_AGAIN_SECONDS
        return refused
    context = {
        "trouble": words,
        "elsewhere": elsewhere,
        "there": f"{elsewhere}{(page_before(request) or reverse('staff:events')).lstrip('/')}",
        "wrote": request.method == "POST",
        "is_open": is_open,
        **_sent(request),
    }
    template = "trouble_part.html" if by_htmx(request) else "trouble.html"
    response = render(request, template, context, status=status)
    response["Retry-After"] = TRY_AGAIN_SECONDS
    response["Cache-Control"] = "private, no-store"
    return response
