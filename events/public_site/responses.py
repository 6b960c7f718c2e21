"""A page as an answer: the one place that decides the headers of a public page."""

import time
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.utils.translation import get_language

from events.public_site.page import Page, accepted_encoding
from events.public_site.page_cache import page_cache
from events.web.styles import CONTENT_SECURITY_POLICY, FRAMED_POLICY, PERMISSIONS_POLICY

# Browsers revalidate every time and usually get a 304; a shared cache revalidates once a second. A
# player's only cookie is the language, so a cache that follows Vary stores one copy per language
# and compression.
CACHE_CONTROL = "max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=1"
# A cache with whole seconds, such as nginx, would store a page with a lifetime of one second for up
# to two. A cache that identifies itself gets the exact second of expiry.
MICRO_CACHE, KEPT_UNTIL = "X-Micro-Cache", "X-Accel-Expires"
VARY = "Accept-Encoding, Accept-Language, Cookie"
# Scripts of other sites may read this data: it is public and depends on no cookie.
CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Age, Date, Link",
}
# The server's time, which changes with each response, not with the page.
NOW_KIND, NOW_KEPT = "text/plain", "no-store"
# Headers that a 304 omits, because they describe content that the phone has.
OF_THE_CONTENT = ("Content-Type", "Content-Encoding", "Content-Length")


def headers_of(
    etag: str,
    kind: str,
    encoding: str,
    language: str,
    size: int,
    *,
    for_programs: bool = False,
    next: str = "",
) -> dict[str, str]:
    """Return a page's own headers except the date; `size` of the body is in bytes."""
    headers = {
        **(CROSS_ORIGIN if for_programs else {}),
        "Content-Type": kind,
        "Content-Length": str(size),
        "Content-Language": language,
        "ETag": etag,
        "Cache-Control": CACHE_CONTROL,
        "Vary": f"Accept, {VARY}" if for_programs else VARY,
    }
    if encoding:
        headers["Content-Encoding"] = encoding
    if next:
        headers["Link"] = f'<{next}>; rel="next"'
    return headers


def now_told() -> str:
    """Return the time in milliseconds since 1970: every screen sets its clocks by it."""
    return str(time.time_ns() // 1_000_000)


def now_headers(language: str) -> dict[str, str]:
    """Return the headers of the answer with the time, except the date."""
    return {
        "Content-Type": NOW_KIND,
        "Cache-Control": NOW_KEPT,
        "Content-Length": str(len(now_told())),
        "Content-Language": language,
        "Vary": "Accept-Language",
    }


class _AsServed(HttpRequest):
    """A request with the scheme that the settings name."""

    @property
    def scheme(self) -> str:
        """Return the scheme: https where the settings say so."""
        return "https" if settings.HTTPS else "http"


@cache
def security_headers(*, framed: bool = False) -> dict[str, str]:
    """Return the middleware's headers of every page; behind TLS where the settings say so.

    `framed`: to a page that other sites may show in a frame.
    """
    if framed:
        return {**_added_by(SecurityMiddleware), "Content-Security-Policy": FRAMED_POLICY}
    return _added_by(SecurityMiddleware, XFrameOptionsMiddleware)


@cache
def added_headers() -> dict[str, str]:
    """Return the headers that the middleware adds to a static file."""
    return _added_by(SecurityMiddleware)


def _added_by(*middlewares: type[SecurityMiddleware | XFrameOptionsMiddleware]) -> dict[str, str]:
    request, response = _AsServed(), HttpResponse()
    for middleware in middlewares:
        response = middleware(lambda _request: HttpResponse()).process_response(request, response)
    del response["Content-Type"]
    policies = {
        "Content-Security-Policy": CONTENT_SECURITY_POLICY,
        "Permissions-Policy": PERMISSIONS_POLICY,
    }
    return {**response.headers, **policies}


def respond(request: HttpRequest, page: Page) -> HttpResponseBase:
    """Answer with the page, or with 304 when the phone has it already; sets no cookie."""
    encoding = page.encoding(accepted_encoding(request.headers.get("Accept-Encoding", "")))
    body = page.body(encoding)
    response = HttpResponse(body)
    language = get_language() or "en"
    headers = headers_of(
        *(page.etag, page.kind, encoding, language, len(body)),
        for_programs=page.for_programs,
        next=page.next,
    )
    for name, value in headers.items():
        response[name] = value
    # A phone that polls a player's card can set its clock by this header.
    response["Date"] = http_date()
    answer = get_conditional_response(request, etag=page.etag, response=response) or response
    if page.for_programs:
        # On a 304, scripts of other sites may read only the headers listed in it.
        for name, value in CROSS_ORIGIN.items():
            answer[name] = value
    if page.framed:
        answer["Content-Security-Policy"] = FRAMED_POLICY
        answer.xframe_options_exempt = True
    if age := page_cache.age():
        answer["Age"] = str(age)
    if MICRO_CACHE in request.headers:
        answer[KEPT_UNTIL] = f"@{int(time.time())}"
    return answer
