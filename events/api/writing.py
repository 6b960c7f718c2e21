"""Wrap the addresses for programs with a token: permission, body, idempotency, errors."""

import contextlib
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt

from domain.results import SEATS
from events.api.asked import questions_problem
from events.api.bodies import ProblemError, body_of
from events.api.declared import (
    AnyCall,
    BadQueryError,
    Call,
    OrganisationCall,
    StaleError,
    Write,
)
from events.api.program_access import Program, check_organisation, desk_of, program_of
from events.api.reading import READING
from events.api.subjects import MissingSubjectError, check_subjects
from events.api.token_actions import KeyReusedError, answer_once, note_use
from events.core.edit_conflicts import EditConflictError
from events.core.journal_chain import as_program
from events.core.players.teams import seat_field
from events.core.questions.question import QuestionsError, UnchangedError
from events.core.refusals import RefusedError
from events.core.results.result_questions import SameResultError
from events.models import Event
from events.models.programs.tokens import LONGEST_KEY
from events.web.problems import PROBLEM, Code, method_not_allowed

# Row keys have more digits than table and player numbers.
MOST_NUMBER = 2**53 - 1
# The screens' form fields by their names in a call; "" marks a field that no call has.
FIELDS = {
    "score": "games",
    "result": "games",
    "text_en": "en",
    "text_ja": "ja",
    "reading": "phonetic_name",
    "resolutions": "",
    **{seat_field(seat): f"members[{place}]" for place, seat in enumerate(SEATS)},
}
VERSION = re.compile(r"(?=.*[^\",])[\x21-\x7e]{1,2000}")
KEY = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_KEY}}}")


def writing(writes: Mapping[str, Write]) -> Callable[..., HttpResponse]:
    """Return a view of the calls at one address, by method, for programs with a token.

    Cookies and sessions are ignored, so no other site can have a browser call it. Messages of
    actions are in English, so that a program's log reads the same everywhere.
    """

    @csrf_exempt
    def opened(request: HttpRequest, **values: Any) -> HttpResponse:
        # The server omits the body of an answer to HEAD.
        write = writes.get("GET" if request.method == "HEAD" else request.method or "")
        if write is None:
            return method_not_allowed([*writes, *(["HEAD"] if "GET" in writes else [])])
        language, program = translation.get_language(), None
        with translation.override("en"):
            try:
                program = program_of(request, language)
                answer = _opened(request, program, write, values)
            except ProblemError as error:
                answer = error.answer(language)
            except (Http404, Event.DoesNotExist):
                answer = _not_found().answer(language)
        for name, value in (program.rate_headers if program else {}).items():
            answer[name] = value
        return answer

    return opened


def with_writing(read: Callable[..., Any], writes: Mapping[str, Write]) -> Callable[..., Any]:
    """Return a view for an address that everyone can read and programs can write to."""
    write = writing(writes)

    @csrf_exempt
    @wraps(read)
    def opened(request: HttpRequest, **values: Any) -> Any:
        answer = (write if request.method in writes else read)(request, **values)
        methods = dict.fromkeys([*READING, *writes])
        if answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            return method_not_allowed(methods)
        if "Allow" in answer:
            answer["Allow"] = ", ".join(methods)
        return answer

    return opened


def _not_found() -> ProblemError:
    return ProblemError(Code.NOT_FOUND, _("There is nothing at this address."))


def _opened(
    request: HttpRequest, program: Program, write: Write, values: dict[str, Any]
) -> HttpResponse:
    """Carry out a call of a program with a valid token."""
    numbers = {name: value for name, value in values.items() if isinstance(value, int)}
    call: AnyCall[Any]
    version = _version(request)
    if "slug" in values:
        desk = desk_of(program, values["slug"], write)
        sent = numbers, _body(request, write, numbers), version, _queries(request, write)
        call = Call(*sent, desk)
    else:
        token = check_organisation(program, values["organisation"], write)
        sent = numbers, _body(request, write, numbers), version, _queries(request, write)
        call = OrganisationCall(*sent, token.organisation, token.made_by)
    if write.needs_version and version is None:
        raise ProblemError(
            Code.VERSION_NEEDED, _("Send the version that you read in If-Match."), "If-Match"
        )
    with as_program(program.token.name):
        return _answer(request, program, call, write)


def _version(request: HttpRequest) -> str | None:
    """Return the version in If-Match; refuse an empty one, which would match any version."""
    version = request.headers.get("If-Match")
    if version is not None and not VERSION.fullmatch(version):
        words = _("Send the version that you read, or * for any.")
        raise ProblemError(Code.BAD_HEADER, words, "If-Match")
    return version


def _body(request: HttpRequest, write: Write, numbers: Mapping[str, int]) -> Any:
    if max(numbers.values(), default=0) > MOST_NUMBER:
        raise Http404
    return body_of(request, write.body)


def _queries(request: HttpRequest, write: Write) -> dict[str, int]:
    """Return the query parameters that the call takes."""
    try:
        return {
            query.name: query.number(request.GET[query.name])
            for query in write.queries
            if request.GET.get(query.name)
        }
    except BadQueryError as error:
        raise ProblemError(Code.BAD_QUERY, str(error), error.field) from error


def _answer(
    request: HttpRequest, program: Program, call: AnyCall[Any], write: Write
) -> HttpResponse:
    key = request.headers.get("Idempotency-Key")
    try:
        if key is None or request.method == "GET":
            status, text = _carried_out(program, call, write)
        elif not KEY.fullmatch(key):
            words = _("Use 1 to 100 visible ASCII characters.")
            raise ProblemError(Code.BAD_HEADER, words, "Idempotency-Key")
        else:
            status, text = answer_once(
                token=program.token,
                event_id=call.event.pk if isinstance(call, Call) else None,
                key=key,
                digest=_digest(request, call),
                run=lambda: _carried_out(program, call, write),
            )
    except KeyReusedError as error:
        raise ProblemError(Code.KEY_REUSED, str(error), "Idempotency-Key") from error
    except QuestionsError as error:
        # The key stays unused: the call is repeated with the answers.
        raise questions_problem(error) from error
    # The call has succeeded, so its answer takes precedence.
    with contextlib.suppress(DatabaseError):
        note_use(program.token)
    kind = PROBLEM if status >= HTTPStatus.BAD_REQUEST else "application/json"
    answer = HttpResponse(text, content_type=kind, status=status)
    answer["Cache-Control"] = "no-store"
    if write.has_version and status < HTTPStatus.BAD_REQUEST:
        answer["ETag"] = f'"{json.loads(text)["version"]}"'
    following = json.loads(text).get("next") if write.has_pages else None
    if following is not None:
        asked = urlencode({**call.queries, "after": following})
        answer["Link"] = f'<{request.path}?{asked}>; rel="next"'
    return answer


def _digest(request: HttpRequest, call: AnyCall[Any]) -> str:
    sent = (request.method, request.path, call.version, request.body)
    return hashlib.sha256(repr(sent).encode()).hexdigest()


def _carried_out(program: Program, call: AnyCall[Any], write: Write) -> tuple[int, str]:
    """Carry out a call; turn a refusal into an answer in the words of the screens.

    QuestionsError if questions must be answered first.
    """
    try:
        check_subjects(call, write)
        return write.status, msgspec.json.encode(write.do(call)).decode()
    except QuestionsError:
        raise
    except (StaleError, EditConflictError):
        words = _("This has changed. Read it again, then send the new version.")
        refused = ProblemError(Code.CHANGED_MEANWHILE, words, "If-Match")
    except (UnchangedError, SameResultError) as error:
        refused = ProblemError(Code.NOTHING_CHANGED, str(error))
    except MissingSubjectError as error:
        refused = ProblemError(Code.NOT_FOUND, str(error))
    except RefusedError as error:
        field = _field_of(write, error.field)
        code = Code.WRONG_VALUE if field else Code.REFUSED
        refused = ProblemError(code, str(error), field)
    except PermissionDenied as error:
        refused = ProblemError(Code.ROLE_MISSING, str(error))
    except Http404:
        refused = _not_found()
    answer = refused.answer(program.language)
    return answer.status_code, answer.content.decode()


def _field_of(write: Write, name: str) -> str:
    """Return the place of a refused value in a call, such as "results[2].games".

    It is empty for a number of the address: that exists, and the state refuses the call.
    """
    place, dot, field = name.rpartition(".")
    if name in write.subjects and name not in write.body.__struct_fields__:
        return ""
    return write.fields.get(place, place) + dot + write.fields.get(field, FIELDS.get(field, field))
