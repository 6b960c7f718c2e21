"""At the door: what a browser may load, what nobody may keep, and addresses that are none."""

from collections.abc import Callable
from http import HTTPStatus

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from events.web.problems import is_for_programs, problem
from events.web.styles import CONTENT_SECURITY_POLICY

# A connection sends four packets before it waits for the other side to say that they came. Packing
# what changed at a desk took a twentieth of the time that a result takes.
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
        """Leave as it is what is not there sooner for being smaller."""
        is_short = isinstance(response, HttpResponse) and len(response.content) < AT_ONCE
        if is_public(request) or is_short:
            return response
        return super().process_response(request, response)


def security_headers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Say what a page may load; a page for staff is kept by no browser and no proxy."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        cache_control = response.headers.get("Cache-Control", "")
        # A file of our own has no view behind it and says itself for how long it may be kept.
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
                return problem(HTTPStatus.BAD_REQUEST)
            raise BadRequest
        return get_response(request)

    return answer
