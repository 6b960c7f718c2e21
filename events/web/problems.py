"""Errors for programs: RFC 9457, application/problem+json, in the words of the screens."""

import json
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

PROBLEM = "application/problem+json"
API = "/api/"
# Mistaken addresses are asked for again and again: a cache in front may hold the answer as it
# holds a page.
FOR_A_SECOND = "max-age=0, must-revalidate, s-maxage=1"


def is_for_programs(request: HttpRequest) -> bool:
    """Whether an address is one of those for programs."""
    return request.path.startswith(API)


def problem(
    status: HTTPStatus, detail: str = "", *, field: str = "", title: str = ""
) -> HttpResponse:
    """Return an error; `field` is the value of the request that it is about."""
    values: dict[str, object] = {
        "type": "about:blank",
        "title": title or status.phrase,
        "status": int(status),
    }
    if detail:
        values["detail"] = detail
    if field:
        values["field"] = field
    text = json.dumps(values, ensure_ascii=False)
    response = HttpResponse(text, content_type=PROBLEM, status=status)
    response["Cache-Control"] = "no-store"
    return response
