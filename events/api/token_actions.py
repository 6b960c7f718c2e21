"""Create and revoke access tokens, and record their use."""

import datetime
import hashlib
import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import SHORT_LENGTH
from events.core.event_write import event_write, named_write
from events.core.refusals import RefusedError
from events.core.typed_values import checked_text
from events.models import (
    AccessToken,
    AnsweredCall,
    Organisation,
    OrganisationCall,
    OrganisationEntry,
    OrganisationMember,
    OrganisationToken,
    TokenScope,
    Verb,
)
from events.models.programs.tokens import HINT_LENGTH

MOST_TOKENS = 20
# A recognizable prefix for people, programs and secret scanners.
PREFIX = "matchslip_"
SECRET_BYTES = 32
KEYS_LAST = datetime.timedelta(days=1)
USED_AGAIN_AFTER = datetime.timedelta(minutes=10)

Token = AccessToken | OrganisationToken
Row = TypeVar("Row", AccessToken, OrganisationToken)


@dataclass(frozen=True, slots=True)
class _NewToken:
    """The columns of a new token, and the token itself."""

    secret: str
    columns: dict[str, Any]


def make_token(
    *, event_id: int, actor: User, name: str, scopes: Sequence[str], days: int | None = None
) -> tuple[AccessToken, str]:
    """Create an access token for an event; return its row and the token, which is not stored.

    `days`: how long it works; None: until revoked. RefusedError without a name or a scope, and
    beyond 20 usable tokens of an event.
    """
    new = _new_token(actor, name, scopes, days)
    with event_write(event_id, actor, finished=True) as write:
        tokens = write.event.access_tokens.usable()
        if tokens.count() >= MOST_TOKENS:
            raise RefusedError(_("An event has at most 20 access tokens. Revoke one first."))
        token = AccessToken.objects.create(event=write.event, **new.columns)
        write.journal(Verb.TOKENS_CHANGED, change="made", name=token.name)
    return token, new.secret


def revoke_token(*, event_id: int, actor: User, token_id: int) -> AccessToken:
    """Revoke an access token of an event."""
    with event_write(event_id, actor, finished=True) as write:
        token = _revoked(write.event.access_tokens.filter(pk=token_id, revoked_at=None).first())
        token.calls.all().delete()
        write.journal(Verb.TOKENS_CHANGED, change="revoked", name=token.name)
    return token


def token_makers(organisation_id: int) -> QuerySet[OrganisationMember]:
    """Return the members who may have tokens of an organisation; others' tokens stop working."""
    members = OrganisationMember.objects.filter(Q(owner=True) | Q(organizer=True))
    return members.filter(organisation=organisation_id, user__is_active=True)


def make_organisation_token(
    *,
    organisation: Organisation,
    actor: User,
    name: str,
    scopes: Sequence[str],
    days: int | None = None,
) -> tuple[OrganisationToken, str]:
    """Create an access token for all events of an organisation, like make_token."""
    new = _new_token(actor, name, scopes, days)
    with named_write(f"tokens/{organisation.pk}"):
        if organisation.access_tokens.usable().count() >= MOST_TOKENS:
            words = _("An organisation has at most 20 access tokens. Revoke one first.")
            raise RefusedError(words)
        token = OrganisationToken.objects.create(organisation=organisation, **new.columns)
        _journal(token, actor, "made")
    return token, new.secret


def revoke_organisation_token(
    *, organisation: Organisation, actor: User, token_id: int
) -> OrganisationToken:
    """Revoke an access token of an organisation."""
    with named_write(f"tokens/{organisation.pk}"):
        known = organisation.access_tokens.filter(pk=token_id, revoked_at=None)
        token = _revoked(known.first())
        token.calls.all().delete()
        _journal(token, actor, "revoked")
    return token


def _new_token(actor: User, name: str, scopes: Sequence[str], days: int | None) -> _NewToken:
    name = checked_text(name, SHORT_LENGTH, "name")
    if not name:
        raise RefusedError(_("Enter a name."), "name")
    chosen = [scope.value for scope in TokenScope if scope in scopes]
    if not chosen:
        raise RefusedError(_("Choose what the program may do."), "scopes")
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    columns = {
        "made_by": actor,
        "name": name,
        "scopes": chosen,
        "digest": digest_of(secret),
        "hint": secret[-HINT_LENGTH:],
        "expires_at": timezone.now() + datetime.timedelta(days=days) if days else None,
    }
    return _NewToken(secret, columns)


def _revoked(token: Row | None) -> Row:
    if token is None:
        raise RefusedError(_("This access token was already revoked."))
    token.revoked_at = timezone.now()
    token.save(update_fields=["revoked_at"])
    return token


def _journal(token: OrganisationToken, actor: User, change: str) -> None:
    OrganisationEntry.objects.create(
        organisation_id=token.organisation_id,
        actor=actor,
        verb=OrganisationEntry.Verb.TOKENS_CHANGED,
        data={"name": token.name, "change": change},
    )


def digest_of(secret: str) -> str:
    """Hash a token for storage; its 256 random bits need no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


class KeyReusedError(RefusedError):
    """An Idempotency-Key was sent before with a different call."""

    def __init__(self) -> None:
        super().__init__(_("This key was used for another call."))


def answer_once(
    *,
    token: Token,
    event_id: int | None,
    key: str,
    digest: str,
    run: Callable[[], tuple[int, str]],
) -> tuple[int, str]:
    """Carry out a call with a key once, and return the same answer to every repetition.

    The event, or else the organisation, is locked first, so that of two simultaneous calls the
    second one finds the answer of the first. KeyReusedError if the key was sent with another call.
    """
    with _locked(token, event_id):
        calls = _calls(token, event_id)
        known = calls.filter(key=key).first()
        if known is not None:
            if known.digest != digest:
                raise KeyReusedError
            return known.status, known.answer
        status, answer = run()
        calls.filter(at__lt=timezone.now() - KEYS_LAST).delete()
        answered = {"key": key, "digest": digest, "status": status, "answer": answer}
        if isinstance(token, AccessToken):
            AnsweredCall.objects.create(token=token, **answered)
        else:
            OrganisationCall.objects.create(token=token, event_id=event_id, **answered)
    return status, answer


def _locked(token: Token, event_id: int | None) -> AbstractContextManager[object]:
    if event_id is None:
        return named_write(f"calls of token {token.pk}")
    return event_write(event_id, token.made_by, finished=True)


def _calls(
    token: Token, event_id: int | None
) -> QuerySet[AnsweredCall] | QuerySet[OrganisationCall]:
    if isinstance(token, AccessToken):
        return token.calls.all()
    return token.calls.filter(event=event_id)


def note_use(token: Token) -> None:
    """Record the use of a token, at most every ten minutes."""
    now = timezone.now()
    if token.used_at is None or now - token.used_at > USED_AGAIN_AFTER:
        old = Q(used_at=None) | Q(used_at__lt=now - USED_AGAIN_AFTER)
        type(token)._default_manager.filter(old, pk=token.pk).update(used_at=now)
