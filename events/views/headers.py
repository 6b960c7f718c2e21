"""At the door: what a browser may load, what nobody may keep, and addresses that are none."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.http.response import HttpResponseBase

# There is no inline script or style, and nothing comes from elsewhere. Only asking another laptop
# whether it took over goes to addresses that are known when it happens: connect-src.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self' http: https:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
FOR_ONE_PERSON = "private, no-store"
PUBLIC = "public"


def security_headers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Say what a page may load; a page for staff is kept by no browser and no proxy."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        match = request.resolver_match
        said = response.headers.get("Cache-Control", "")
        # A file of our own has no view behind it and says itself for how long it may be kept.
        is_file = match is None and bool(said)
        public = match is not None and PUBLIC in match.namespaces
        if not (public or is_file or "no-store" in said):
            response.headers["Cache-Control"] = FOR_ONE_PERSON
        return response

    return answer


def refuse_nul(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Refuse an address with a NUL in it: no page has one, and PostgreSQL takes none in a query."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest
        return get_response(request)

    return answer
