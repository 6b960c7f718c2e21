"""Check the token of a call and the rights of its maker; refusals reveal no more than needed."""

import re
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.utils.translation import gettext_lazy as _

from events.api.bodies import ProblemError
from events.api.declared import Write
from events.api.token_actions import Token, digest_of, token_makers
from events.core.compiled.queries import MEMBER
from events.models import AccessToken, Event, OrganisationToken
from events.web.access import Desk, may
from events.web.logins import address_of
from events.web.problems import Code
from events.web.rate_limits import PROGRAM_CALLS, UNKNOWN_TOKENS

BEARER = re.compile(r"Bearer ([\w-]{20,200})", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Program:
    """A program with a valid token, and the language that its request asks for."""

    token: Token
    language: str

    @property
    def key(self) -> str:
        """The name under which the program's calls are counted."""
        kind = "event" if isinstance(self.token, AccessToken) else "organisation"
        return f"{kind} {self.token.pk}"

    @property
    def rate_headers(self) -> dict[str, str]:
        """The headers with the calls left, and the seconds until one more is allowed."""
        remaining, seconds = PROGRAM_CALLS.remaining(self.key)
        return {
            "RateLimit-Limit": str(PROGRAM_CALLS.most),
            "RateLimit-Remaining": str(remaining),
            "RateLimit-Reset": str(seconds),
        }


def program_of(request: HttpRequest, language: str) -> Program:
    """Return the program that sent a request; ProblemError without a valid token."""
    token = _token(request)
    if token is None:
        if not UNKNOWN_TOKENS.allows_from(address_of(request)):
            raise _too_many(UNKNOWN_TOKENS.retry_after)
        words = _("Send an access token of this event or its organisation.")
        raise ProblemError(Code.NO_TOKEN, words, headers={"WWW-Authenticate": "Bearer"})
    if token.is_expired:
        header = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
        raise ProblemError(
            Code.EXPIRED_TOKEN, _("This access token has expired. Make a new one."), headers=header
        )
    return Program(token, language)


def _token(request: HttpRequest) -> Token | None:
    match = BEARER.fullmatch(request.headers.get("Authorization", ""))
    if match is None:
        return None
    digest = digest_of(match[1])
    of_event = AccessToken.objects.filter(digest=digest, revoked_at=None)
    of_many = OrganisationToken.objects.filter(digest=digest, revoked_at=None)
    return (
        of_event.select_related("event", "made_by").first()
        or of_many.select_related("made_by", "organisation").first()
    )


def desk_of(program: Program, slug: str, write: Write) -> Desk:
    """Return an event and the roles that the program acts with there.

    Http404 if the token is not for this event; ProblemError without the permission for the call.
    """
    token = program.token
    if not _covers(token, slug):
        raise Http404
    _check_call(program, write)
    member = MEMBER.first(slug, token.made_by_id)
    if member is None or not _is_allowed(token):
        raise _role_missing()
    if write.action is not None and not may(member.roles, write.action):
        raise _role_missing()
    return Desk(member.event, token.made_by, member.roles)


def check_organisation(program: Program, slug: str, write: Write) -> OrganisationToken:
    """Return the token if it belongs to this organisation; else raise Http404."""
    token = program.token
    if isinstance(token, AccessToken) or token.organisation.slug != slug:
        raise Http404
    _check_call(program, write)
    if not _is_allowed(token):
        raise _role_missing()
    return token


def _check_call(program: Program, write: Write) -> None:
    if not PROGRAM_CALLS.allows(program.key):
        # Equal to RateLimit-Reset: an earlier call is refused again.
        raise _too_many(PROGRAM_CALLS.remaining(program.key)[1])
    if write.scope not in program.token.scopes:
        words = _("This access token lacks the scope “%(scope)s”.")
        raise ProblemError(Code.SCOPE_MISSING, str(words) % {"scope": write.scope.value})


def _role_missing() -> ProblemError:
    return ProblemError(
        Code.ROLE_MISSING, _("The person who made this access token may not do that.")
    )


def _too_many(seconds: int) -> ProblemError:
    headers = {"Retry-After": str(seconds)}
    return ProblemError(Code.TOO_MANY_CALLS, _("Too many calls. Try again later."), headers=headers)


def _covers(token: Token, slug: str) -> bool:
    """Whether a token is for this event: its own, or its organisation's."""
    if isinstance(token, AccessToken):
        return token.event.slug == slug
    return Event.objects.filter(slug=slug, organisation=token.organisation_id).exists()


def _is_allowed(token: Token) -> bool:
    """Whether the maker of a token may still have one."""
    if isinstance(token, AccessToken) or not token.made_by.is_active:
        return token.made_by.is_active
    return token_makers(token.organisation_id).filter(user=token.made_by_id).exists()
