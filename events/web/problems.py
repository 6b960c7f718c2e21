"""Errors for programs: RFC 9457, application/problem+json, each with a code of its own.

`detail` is in English, so that a log reads the same everywhere. `title` names the kind of error in
the language of the request.
"""

import json
from collections.abc import Iterable, Mapping
from enum import StrEnum
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROBLEM = "application/problem+json"
API = "/api/"
DOCUMENTED = "/api/v1/docs#problem-"
# Wrong addresses are requested repeatedly, so a shared cache may store the answer as it does a
# page.
FOR_A_SECOND = "max-age=0, must-revalidate, s-maxage=1"


class Code(StrEnum):
    """Kinds of errors; a program decides by them what to do."""

    BAD_REQUEST = "bad-request"
    BAD_QUERY = "bad-query"
    BAD_HEADER = "bad-header"
    NOT_JSON = "not-json"
    NO_TOKEN = "no-token"  # noqa: S105 - the name of an error
    EXPIRED_TOKEN = "expired-token"  # noqa: S105 - the name of an error
    SCOPE_MISSING = "scope-missing"
    ROLE_MISSING = "role-missing"
    NOT_FOUND = "not-found"
    METHOD_NOT_ALLOWED = "method-not-allowed"
    REFUSED = "refused"
    QUESTIONS = "questions"
    NOTHING_CHANGED = "nothing-changed"
    KEY_REUSED = "key-reused"
    CHANGED_MEANWHILE = "changed-meanwhile"
    TOO_LARGE = "too-large"
    WRONG_VALUE = "wrong-value"
    VERSION_NEEDED = "version-needed"
    TOO_MANY_CALLS = "too-many-calls"
    SERVER_ERROR = "server-error"
    UNAVAILABLE = "unavailable"


# Status and title of each problem type.
KINDS: Mapping[Code, tuple[HTTPStatus, Promise]] = {
    Code.BAD_REQUEST: (HTTPStatus.BAD_REQUEST, _("The request is malformed")),
    Code.BAD_QUERY: (HTTPStatus.BAD_REQUEST, _("A value in the address is wrong")),
    Code.BAD_HEADER: (HTTPStatus.BAD_REQUEST, _("A header is wrong")),
    Code.NOT_JSON: (HTTPStatus.BAD_REQUEST, _("The body is not JSON")),
    Code.NO_TOKEN: (HTTPStatus.UNAUTHORIZED, _("No valid access token")),
    Code.EXPIRED_TOKEN: (HTTPStatus.UNAUTHORIZED, _("The access token has expired")),
    Code.SCOPE_MISSING: (HTTPStatus.FORBIDDEN, _("The access token does not allow this")),
    Code.ROLE_MISSING: (HTTPStatus.FORBIDDEN, _("The owner of the token lacks a role")),
    Code.NOT_FOUND: (HTTPStatus.NOT_FOUND, _("Nothing at this address")),
    Code.METHOD_NOT_ALLOWED: (
        HTTPStatus.METHOD_NOT_ALLOWED,
        _("The address does not take this method"),
    ),
    Code.REFUSED: (HTTPStatus.CONFLICT, _("Not possible in this state")),
    Code.QUESTIONS: (HTTPStatus.CONFLICT, _("Questions to answer first")),
    Code.NOTHING_CHANGED: (HTTPStatus.CONFLICT, _("An answer left everything as it was")),
    Code.KEY_REUSED: (HTTPStatus.CONFLICT, _("The key was used for another call")),
    Code.CHANGED_MEANWHILE: (HTTPStatus.PRECONDITION_FAILED, _("Changed since it was read")),
    Code.TOO_LARGE: (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _("The body is too large")),
    Code.WRONG_VALUE: (HTTPStatus.UNPROCESSABLE_ENTITY, _("A value is wrong")),
    Code.VERSION_NEEDED: (HTTPStatus.PRECONDITION_REQUIRED, _("If-Match is missing")),
    Code.TOO_MANY_CALLS: (HTTPStatus.TOO_MANY_REQUESTS, _("Too many calls")),
    Code.SERVER_ERROR: (HTTPStatus.INTERNAL_SERVER_ERROR, _("The server failed")),
    Code.UNAVAILABLE: (HTTPStatus.SERVICE_UNAVAILABLE, _("The server is busy")),
}
# The problem type of an error with only a status.
_BY_STATUS = {status: code for code, (status, _title) in reversed([*KINDS.items()])}


def is_for_programs(request: HttpRequest) -> bool:
    """Whether an address is one of those for programs."""
    return request.path.startswith(API)


def problem(
    code: Code,
    detail: str | Promise = "",
    *,
    field: str = "",
    status: HTTPStatus | None = None,
    language: str | None = None,
    more: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Return an error; `field` is the value of the request that it is about.

    Without a `detail` it is the title in English. `status`: where it is not that of the kind.
    `language`: of the title, where it is not the active one. `more`: values of this kind of error
    alone.
    """
    usual, title = KINDS[code]
    status = status or usual
    with translation.override(language or translation.get_language()):
        titled = str(title)
    values: dict[str, Any] = {
        "type": f"{settings.SITE}{DOCUMENTED}{code}",
        "code": code.value,
        "title": titled,
        "status": int(status),
    }
    with translation.override("en"):
        values["detail"] = str(detail) or f"{title}."
    if field:
        values["field"] = field
    content = json.dumps({**values, **(more or {})}, ensure_ascii=False)
    response = HttpResponse(content, content_type=PROBLEM, status=status)
    response["Cache-Control"] = "no-store"
    return response


def method_not_allowed(methods: Iterable[str]) -> HttpResponse:
    """Return the error for a method that an address does not take; `methods`: those it takes."""
    takes = ", ".join(methods)
    answer = problem(Code.METHOD_NOT_ALLOWED, f"The address takes {takes}.")
    answer["Allow"] = takes
    return answer


def problem_of(status: HTTPStatus, detail: str | Promise = "") -> HttpResponse:
    """Return an error of which only the status is known."""
    fallback = Code.SERVER_ERROR if status >= HTTPStatus.INTERNAL_SERVER_ERROR else Code.BAD_REQUEST
    return problem(_BY_STATUS.get(status, fallback), detail, status=status)
