"""Answers of the server to its operator, and counts of its other answers."""

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from events.core.metrics import REQUESTS, SECONDS
from events.web import health as operating

OTHER = "other"
# Kinds of pages, by the part of the site that they belong to.
KINDS = {"public": "public", "staff": "staff", "me": "own"}


def operated(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer health checks and metrics before anything else; count the other requests."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.path in operating.ADDRESSES:
            return _told(request)
        began = time.perf_counter()
        response = get_response(request)
        kind = kind_of(request)
        REQUESTS.labels(kind, str(response.status_code)).inc()
        SECONDS.labels(kind).observe(time.perf_counter() - began)
        return response

    return answer


def kind_of(request: HttpRequest) -> str:
    """Return which kind of page answers: nothing of who asks, or for what."""
    match = request.resolver_match
    if match is None:
        return "file" if request.path.startswith(settings.STATIC_URL) else OTHER
    return KINDS.get(match.namespace, OTHER)


@require_safe
def _told(request: HttpRequest) -> HttpResponse:
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
