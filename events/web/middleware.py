"""The middleware of this application, in the order of config/settings.py from the top.

That of a laptop from which another took over is in `hosting/standby/failover.py`.
"""

import contextlib
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME, SESSION_KEY
from django.core.exceptions import BadRequest
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import override
from django.views.decorators.http import require_safe

from events.core.metrics import REQUESTS, SECONDS
from events.models import AccountLogin
from events.web import health as operating
from events.web.account_sessions import LOGIN, MUST_ENROLL, SECOND
from events.web.error_pages import logged_out, trouble_page, typed_fields
from events.web.logins import DEVICE, address_of, is_known_device
from events.web.problems import is_for_programs, problem_of
from events.web.rate_limits import LOGINS, LOGINS_OF_DEVICE
from events.web.requests import by_htmx, is_of_this_site, page_before
from events.web.styles import (
    CONTENT_SECURITY_POLICY,
    PERMISSIONS_POLICY,
    STAFF_PERMISSIONS_POLICY,
)
from events.web.write_failures import LATE

GetResponse = Callable[[HttpRequest], HttpResponseBase]

# A connection sends four packets before it waits for an acknowledgement, so a smaller answer would
# not arrive sooner. Compressing a desk's changed parts took a twentieth of a result's time.
AT_ONCE = 5800
FOR_ONE_PERSON = "private, no-store"
PUBLIC = "public"
ACCOUNT_HEADER = "X-Matchslip-Account"
OTHER = "other"
# Kinds of pages, by section of the site.
KINDS = {"public": "public", "staff": "staff", "me": "own"}
# Pages that are closed to an account without a required second factor.
PAGES_OF_STAFF = ("/staff/", "/operator/")
SEEN_AGAIN_AFTER = 600.0
MOST_REMEMBERED = 4096
_seen: OrderedDict[str, float] = OrderedDict()


def operated(get_response: GetResponse) -> GetResponse:
    """Answer health checks and metrics before anything else; count the other requests."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.path in operating.ADDRESSES:
            return _answer_operator(request)
        began = time.perf_counter()
        response = get_response(request)
        kind = kind_of(request)
        REQUESTS.labels(kind, str(response.status_code)).inc()
        SECONDS.labels(kind).observe(time.perf_counter() - began)
        return response

    return answer


def kind_of(request: HttpRequest) -> str:
    """Return the kind of page that answers: nothing about the person or the request's values."""
    match = request.resolver_match
    if match is None:
        return "file" if request.path.startswith(settings.STATIC_URL) else OTHER
    return KINDS.get(match.namespace, OTHER)


@require_safe
def _answer_operator(request: HttpRequest) -> HttpResponse:
    status, kind = 200, operating.TEXT
    if request.path == operating.ALIVE:
        body = operating.ALIVE_TOLD
    elif request.path == operating.READY:
        ready, words = operating.readiness.ask()
        status, body = 200 if ready else 503, f"{words}\n".encode()
    elif operating.may_see_metrics(request.META):
        kind, body = operating.METRICS_TEXT, operating.metrics()
    else:
        status, body = 404, b"Not found.\n"
    return HttpResponse(body, kind, status, headers={"Cache-Control": "no-store"})


def is_public(request: HttpRequest) -> bool:
    """Return whether a page for players answers; only known once a view has been found."""
    match = request.resolver_match
    return match is not None and PUBLIC in match.namespaces


def security_headers(get_response: GetResponse) -> GetResponse:
    """Set the content security policy, and keep pages for staff out of every cache."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", _permissions(request))
        cache_control = response.headers.get("Cache-Control", "")
        # A static file has no view and sets its own cache header.
        is_file = request.resolver_match is None and bool(cache_control)
        if not (is_public(request) or is_file or "no-store" in cache_control):
            response.headers["Cache-Control"] = FOR_ONE_PERSON
        return response

    return answer


def _permissions(request: HttpRequest) -> str:
    match = request.resolver_match
    is_of_staff = match is not None and "staff" in match.namespaces
    return STAFF_PERMISSIONS_POLICY if is_of_staff else PERMISSIONS_POLICY


def refuse_floods(get_response: GetResponse) -> GetResponse:
    """Turn away an address that sends endless logins, before anything else is done for it."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        flood = request.method == "POST" and request.path == reverse("login")
        if flood and not _may_log_in(request):
            later = {"Retry-After": str(LOGINS.retry_after)}
            return HttpResponse(_flood_page(), status=429, headers=later)
        return get_response(request)

    return answer


def _may_log_in(request: HttpRequest) -> bool:
    device = request.COOKIES.get(DEVICE, "")
    if is_known_device(device):
        return LOGINS_OF_DEVICE.allows(hashlib.sha256(device.encode()).hexdigest())
    return LOGINS.allows_from(address_of(request))


@cache
def _flood_page() -> bytes:
    """Return one small page for everyone, in every language of the site."""
    paragraphs = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            paragraphs.append(f'<p lang="{language}">{escape(LOGINS.words)}</p>')
    return ("<!DOCTYPE html><title>Matchslip</title>" + "".join(paragraphs)).encode()


def refuse_nul(get_response: GetResponse) -> GetResponse:
    """Refuse an address with a NUL in it: no page has one, and PostgreSQL accepts none."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            if is_for_programs(request):
                return problem_of(HTTPStatus.BAD_REQUEST)
            raise BadRequest
        return get_response(request)

    return answer


class Compress(GZipMiddleware):
    """Compresses what is made for one person; public pages were compressed when built."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress unless the answer is public or fits the first packets anyway."""
        is_short = isinstance(response, HttpResponse) and len(response.content) < AT_ONCE
        if is_public(request) or is_short:
            return response
        return super().process_response(request, response)


def refuse_when_late(get_response: GetResponse) -> GetResponse:
    """Answer a request that the server could not begin or end in time, without a query."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        trouble = request.META.get(LATE)
        if not trouble:
            return get_response(request)
        return trouble_page(request, trouble)

    return answer


def second_factor_first(get_response: GetResponse) -> GetResponse:
    """Lead to the account's page before any other staff page where a second factor is missing."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(PAGES_OF_STAFF):
            return get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES and _is_missing(request):
            return redirect(f"{reverse('account')}?required=1")
        response = get_response(request)
        if request.session.accessed:
            _note_seen(request)
        return response

    return answer


def _is_missing(request: HttpRequest) -> bool:
    session = request.session
    if SESSION_KEY not in session or session.get(SECOND):
        return False
    return settings.SECOND_FACTOR_REQUIRED or MUST_ENROLL in session


def _note_seen(request: HttpRequest) -> None:
    began = request.session.get(LOGIN)
    if began is None:
        return
    now = time.monotonic()
    if now - _seen.get(began, -SEEN_AGAIN_AFTER) < SEEN_AGAIN_AFTER:
        return
    _seen[began] = now
    while len(_seen) > MOST_REMEMBERED:
        _seen.popitem(last=False)
    # The page is complete, so a failed update loses nothing.
    with contextlib.suppress(DatabaseError):
        AccountLogin.objects.filter(pk=began).update(
            seen_at=timezone.now(), address=address_of(request)
        )


def parts_only(get_response: GetResponse) -> GetResponse:
    """Answer a request for a part of a page with a part, or with what prevents it.

    A lost session is 401 and a few words, any other redirect is left to the page's script. The page
    says in a header for whom it was opened: when another person has logged in in the same browser
    since, nothing is entered in that person's name.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not by_htmx(request):
            return get_response(request)
        opened_for = request.headers.get(ACCOUNT_HEADER)
        if opened_for and str(request.user.pk) != opened_for:
            return _logged_out(request)
        response = get_response(request)
        target = response.headers.get("Location")
        if target is None:
            return response
        if target.split("?")[0] == reverse("login"):
            return _logged_out(request)
        led = HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Redirect": target})
        # A cookie carries the messages to the next page.
        led.cookies = response.cookies
        return led

    return answer


def _logged_out(request: HttpRequest) -> HttpResponse:
    return render(request, "logged_out_part.html", status=HTTPStatus.UNAUTHORIZED)


def login_leads_back(get_response: GetResponse) -> GetResponse:
    """Let a form that met a lost session lead back to its page after the login.

    Its own address takes forms only: opened as a page it would answer 405. A form in which
    something was typed is shown with it, so that it can be sent again.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        login_page = reverse("login")
        target = response.headers.get("Location", "")
        if request.method != "POST" or not target.startswith(f"{login_page}?"):
            return response
        kept = is_of_this_site(request) and not by_htmx(request)
        if kept and any(value for _name, value in typed_fields(request)):
            return logged_out(request)
        back = page_before(request)
        query = urlencode({REDIRECT_FIELD_NAME: back}) if back else ""
        response["Location"] = f"{login_page}?{query}" if query else login_page
        return response

    return answer
