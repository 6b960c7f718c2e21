"""How every address that programs write to is opened: token, scope, permission, body, errors."""

import contextlib
import hashlib
import re
from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from events.api.declared import Call, StaleError, Write
from events.api.token_actions import (
    KeyReusedError,
    Token,
    answer_once,
    digest_of,
    note_use,
    token_makers,
)
from events.core.compiled.queries import MEMBER
from events.core.event_write import as_program
from events.core.refusals import RefusedError
from events.core.results.actions import ResultConflictError
from events.models import AccessToken, Event, OrganisationToken
from events.models.programs.tokens import LONGEST_KEY
from events.web.access import Desk, may
from events.web.logins import address_of
from events.web.problems import PROBLEM, problem
from events.web.rate_limits import PROGRAM_CALLS, UNKNOWN_TOKENS

MOST_BYTES = 1_000_000
MOST_NUMBER = 999_999
BEARER = re.compile(r"Bearer ([\w-]{20,200})", re.ASCII | re.IGNORECASE)
# Fields of the screens by their names in a call; "" is no value of any call.
FIELDS = {
    "score": "games",
    "result": "games",
    "text_en": "en",
    "text_ja": "ja",
    "reading": "phonetic_name",
    "resolutions": "",
}
KEY = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_KEY}}}")
WHERE = re.compile(r" - at `\$\.?([^`]*)`$")


class _ProblemError(Exception):
    """A call that ends early, with its answer."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__()
        self.answer = answer


def writing(writes: Mapping[str, Write]) -> Callable[..., HttpResponse]:
    """Return a view of the calls at an address, by method, for programs with a token of the event.

    No cookie and no session is looked at, so that no other site can have a browser call it.
    """

    @csrf_exempt
    def opened(request: HttpRequest, slug: str, **numbers: int) -> HttpResponse:
        write = writes.get(request.method or "")
        if write is None:
            answer = problem(HTTPStatus.METHOD_NOT_ALLOWED)
            answer["Allow"] = ", ".join(writes)
            return answer
        try:
            token, desk = _open(request, slug, write)
            if max(numbers.values(), default=0) > MOST_NUMBER:
                raise Http404
            body = _body(request, write.body)
            call = Call(desk, numbers, body, request.headers.get("If-Match"))
            with as_program(token.name):
                return _answer(request, token, call, write)
        except _ProblemError as error:
            return error.answer
        except (Http404, Event.DoesNotExist):
            return problem(HTTPStatus.NOT_FOUND, _("There is nothing at this address."))

    return opened


def with_writing(read: Callable[..., Any], writes: Mapping[str, Write]) -> Callable[..., Any]:
    """Return a view for an address that everybody reads and programs write to."""
    write = writing(writes)

    @csrf_exempt
    @wraps(read)
    def opened(request: HttpRequest, **values: Any) -> Any:
        answer = (write if request.method in writes else read)(request, **values)
        if "Allow" in answer:
            answer["Allow"] = ", ".join(dict.fromkeys([*answer["Allow"].split(", "), *writes]))
        return answer

    return opened


def _open(request: HttpRequest, slug: str, write: Write) -> tuple[Token, Desk]:
    """Return the token and what its person may do; a refusal says no more than it has to."""
    token = _token(request)
    if not _covers(token, slug):
        raise Http404
    kind = "event" if isinstance(token, AccessToken) else "organisation"
    if not PROGRAM_CALLS.allows(f"{kind} {token.pk}"):
        raise _ProblemError(_too_many(PROGRAM_CALLS.retry_after))
    if write.scope not in token.scopes:
        words = _("This access token does not allow that: %(scope)s.")
        text = words % {"scope": write.scope.label}
        raise _ProblemError(problem(HTTPStatus.FORBIDDEN, text))
    member = MEMBER.first(slug, token.made_by_id)
    if member is None or not _is_allowed(token) or not may(member.roles, write.action):
        text = _("The person who made this access token may not do that.")
        raise _ProblemError(problem(HTTPStatus.FORBIDDEN, text))
    return token, Desk(member.event, token.made_by, member.roles)


def _covers(token: Token, slug: str) -> bool:
    """Whether a token is for this event: its own, or one of its organisation's."""
    if isinstance(token, AccessToken):
        return token.event.slug == slug
    return Event.objects.filter(slug=slug, organisation=token.organisation_id).exists()


def _is_allowed(token: Token) -> bool:
    """Whether the person who made a token may still have one."""
    if isinstance(token, AccessToken) or not token.made_by.is_active:
        return token.made_by.is_active
    return token_makers(token.organisation_id).filter(user=token.made_by_id).exists()


def _token(request: HttpRequest) -> Token:
    match = BEARER.fullmatch(request.headers.get("Authorization", ""))
    if match is not None:
        digest = digest_of(match[1])
        of_event = AccessToken.objects.filter(digest=digest, revoked_at=None)
        of_many = OrganisationToken.objects.filter(digest=digest, revoked_at=None)
        token = (
            of_event.select_related("event", "made_by").first()
            or of_many.select_related("made_by").first()
        )
        if token is not None:
            return token
    if not UNKNOWN_TOKENS.allows_from(address_of(request)):
        raise _ProblemError(_too_many(UNKNOWN_TOKENS.retry_after))
    text = _("Send an access token of this event or its organisation.")
    answer = problem(HTTPStatus.UNAUTHORIZED, text)
    answer["WWW-Authenticate"] = "Bearer"
    raise _ProblemError(answer)


def _too_many(seconds: int) -> HttpResponse:
    answer = problem(HTTPStatus.TOO_MANY_REQUESTS, _("Too many calls. Try again later."))
    answer["Retry-After"] = str(seconds)
    return answer


def _body(request: HttpRequest, kind: type[msgspec.Struct]) -> Any:
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        text = _("The body can be at most 1 MB.")
        raise _ProblemError(problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, text))
    content = request.body if request.method in ("POST", "PUT") else b""
    try:
        return msgspec.json.decode(content or b"{}", type=kind)
    except msgspec.ValidationError as error:
        where = WHERE.search(str(error))
        field = re.split(r"[.\[]", where[1])[0] if where else ""
        text = WHERE.sub("", str(error))
        raise _ProblemError(problem(HTTPStatus.UNPROCESSABLE_ENTITY, text, field=field)) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        text = _("The body is not JSON.")
        raise _ProblemError(problem(HTTPStatus.BAD_REQUEST, text)) from error


def _answer(request: HttpRequest, token: Token, call: Call[Any], write: Write) -> HttpResponse:
    key = request.headers.get("Idempotency-Key")
    if key is None or request.method == "GET":
        status, text = _carried_out(call, write)
    elif not KEY.fullmatch(key):
        text = _("Use 1 to 100 visible ASCII characters.")
        return problem(HTTPStatus.BAD_REQUEST, text, field="Idempotency-Key")
    else:
        sent = (request.method, request.path, call.version, request.body)
        digest = hashlib.sha256(repr(sent).encode()).hexdigest()
        try:
            status, text = answer_once(
                token=token,
                event_id=call.event.pk,
                key=key,
                digest=digest,
                run=lambda: _carried_out(call, write),
            )
        except KeyReusedError as error:
            return problem(HTTPStatus.CONFLICT, str(error), field="Idempotency-Key")
    # The call was carried out: its answer matters more.
    with contextlib.suppress(DatabaseError):
        note_use(token)
    kind = PROBLEM if status >= HTTPStatus.BAD_REQUEST else "application/json"
    answer = HttpResponse(text, content_type=kind, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


def _carried_out(call: Call[Any], write: Write) -> tuple[int, str]:
    """Carry out a call; a refusal becomes an answer in the words of the screens."""
    try:
        return write.status, msgspec.json.encode(write.do(call)).decode()
    except StaleError as error:
        refused = problem(HTTPStatus.PRECONDITION_FAILED, str(error), field="If-Match")
    except ResultConflictError as error:
        refused = problem(HTTPStatus.CONFLICT, str(error))
    except RefusedError as error:
        field = FIELDS.get(error.field, error.field)
        status = HTTPStatus.UNPROCESSABLE_ENTITY if field else HTTPStatus.CONFLICT
        refused = problem(status, str(error), field=field)
    except PermissionDenied as error:
        refused = problem(HTTPStatus.FORBIDDEN, str(error))
    except Http404:
        refused = problem(HTTPStatus.NOT_FOUND, _("There is nothing at this address."))
    return refused.status_code, refused.content.decode()
