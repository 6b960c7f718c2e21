"""Wrap the addresses that programs read: methods, origins, errors."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt

from events.public_site.responses import CROSS_ORIGIN
from events.web.problems import FOR_A_SECOND, Code, method_not_allowed, problem

READING = ("GET", "HEAD", "OPTIONS")
# Preflight cache: browsers remember for this long that other sites' scripts may read.
ASKED_BEFORE = {
    **CROSS_ORIGIN,
    "Access-Control-Allow-Methods": ", ".join(READING),
    "Access-Control-Allow-Headers": "Accept, If-None-Match",
    "Access-Control-Max-Age": "86400",
    "Allow": ", ".join(READING),
}
FORMATS = ("", "json", "ndjson")

View = Callable[..., HttpResponseBase]


class BadValueError(ValueError):
    """An invalid value in the address; `field` is its name."""

    def __init__(self, field: str, text: str | Promise) -> None:
        super().__init__(text)
        self.field = field
        self.text = text


def reading(view: View) -> View:
    """Make a view readable by every program from any site, without cookie or account."""

    @csrf_exempt
    @wraps(view)
    def opened(request: HttpRequest, **values: Any) -> HttpResponseBase:
        if request.method == "OPTIONS":
            return HttpResponse(status=HTTPStatus.NO_CONTENT, headers=ASKED_BEFORE)
        if request.method not in READING:
            return method_not_allowed(READING)
        try:
            if request.GET.get("format", "") not in FORMATS:
                raise BadValueError("format", _("The format is json or ndjson."))
            return view(request, **values)
        except BadValueError as error:
            return _shared(problem(Code.BAD_QUERY, error.text, field=error.field))
        except Http404:
            return not_found()

    return opened


def not_found() -> HttpResponse:
    """Return 404 for an address without public data."""
    detail = _("There is nothing public at this address.")
    return _shared(problem(Code.NOT_FOUND, detail))


def _shared(answer: HttpResponse) -> HttpResponse:
    for name, value in CROSS_ORIGIN.items():
        answer[name] = value
    answer["Cache-Control"] = FOR_A_SECOND
    return answer


@csrf_exempt
def missing(_request: HttpRequest, **_values: Any) -> HttpResponse:
    """Return 404 for an address below api/ that does not exist."""
    return not_found()
