"""Middleware for headers: content security, caching and compression; refuse NUL in addresses."""

from collections.abc import Callable
from http import HTTPStatus

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from events.web.problems import is_for_programs, problem_of
from events.web.styles import CONTENT_SECURITY_POLICY

# A connection sends four packets before it waits for an acknowledgement, so a smaller answer would
# not arrive sooner. Compressing the changed parts of a desk took a twentieth of a result's time.
AT_ONCE = 5800
FOR_ONE_PERSON = "private, no-store"
PUBLIC = "public"


def is_public(request: HttpRequest) -> bool:
    """Return whether a page for players answers; only known once a view has been found."""
    match = request.resolver_match
    return match is not None and PUBLIC in match.namespaces


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


def security_headers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Set the content security policy, and keep pages for staff out of every cache."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        cache_control = response.headers.get("Cache-Control", "")
        # A static file has no view and sets its own cache header.
        is_file = request.resolver_match is None and bool(cache_control)
        if not (is_public(request) or is_file or "no-store" in cache_control):
            response.headers["Cache-Control"] = FOR_ONE_PERSON
        return response

    return answer


def refuse_nul(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Refuse an address with a NUL in it: no page has one, and PostgreSQL takes none in a query."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            if is_for_programs(request):
                return problem_of(HTTPStatus.BAD_REQUEST)
            raise BadRequest
        return get_response(request)

    return answer
