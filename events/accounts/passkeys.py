"""Request passkeys (WebAuthn) from browsers and check the answers with `webauthn`."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from events.accounts.codes import ISSUER
from events.models import Authenticator

# The challenge of a session, which is used once.
CHALLENGE = "challenge"
LONGEST_ANSWER = 20_000
# The library reads decoded values before it checks their types.
MALFORMED = (WebAuthnException, ValueError, LookupError, TypeError)


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A verified credential that a browser made."""

    credential: str
    public_key: str
    counter: int
    site: str


def site_of(request: HttpRequest) -> str:
    """Return the host that a passkey belongs to, without the port."""
    return request.get_host().rsplit(":", 1)[0]


def creation_options(request: HttpRequest, user: User, known: Iterable[Authenticator]) -> str:
    """Return the JSON for `navigator.credentials.create`, and remember the challenge."""
    options = generate_registration_options(
        rp_id=site_of(request),
        rp_name=ISSUER,
        user_name=user.get_username(),
        # Constant for an account, and reveals nothing about it.
        user_id=salted_hmac("matchslip.passkey", str(user.pk), algorithm="sha256").digest(),
        exclude_credentials=_descriptors(known),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.DISCOURAGED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
    )
    request.session[CHALLENGE] = bytes_to_base64url(options.challenge)
    return options_to_json(options)


def request_options(request: HttpRequest, known: Iterable[Authenticator]) -> str:
    """Return the JSON for `navigator.credentials.get`, and remember the challenge."""
    options = generate_authentication_options(
        rp_id=site_of(request),
        allow_credentials=_descriptors(known),
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    request.session[CHALLENGE] = bytes_to_base64url(options.challenge)
    return options_to_json(options)


def _descriptors(known: Iterable[Authenticator]) -> list[PublicKeyCredentialDescriptor]:
    return [
        PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.credential or ""))
        for each in known
    ]


def created(request: HttpRequest, answer: str) -> NewPasskey | None:
    """Return the credential in a browser's answer; None unless it answers this challenge."""
    expected = _expected(request)
    parsed = _parsed(answer)
    if expected is None or parsed is None:
        return None
    try:
        checked = verify_registration_response(credential=parsed, **expected)
    except MALFORMED:
        return None
    return NewPasskey(
        bytes_to_base64url(checked.credential_id),
        bytes_to_base64url(checked.credential_public_key),
        checked.sign_count,
        site_of(request),
    )


def answered(
    request: HttpRequest, answer: str, known: Iterable[Authenticator]
) -> tuple[Authenticator, int] | None:
    """Return the passkey that signed the challenge, with its new counter; None if none did."""
    expected = _expected(request)
    parsed = _parsed(answer)
    if expected is None or parsed is None:
        return None
    passkey = next((each for each in known if each.credential == parsed.get("id")), None)
    if passkey is None:
        return None
    try:
        checked = verify_authentication_response(
            credential=parsed,
            credential_public_key=base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.counter,
            **expected,
        )
    except MALFORMED:
        return None
    return passkey, checked.new_sign_count


def _expected(request: HttpRequest) -> dict[str, Any] | None:
    challenge = request.session.pop(CHALLENGE, None)
    if challenge is None:
        return None
    return {
        "expected_challenge": base64url_to_bytes(challenge),
        "expected_rp_id": site_of(request),
        "expected_origin": f"{request.scheme}://{request.get_host()}",
    }


def _parsed(answer: str) -> dict[str, Any] | None:
    if len(answer) > LONGEST_ANSWER:
        return None
    try:
        parsed = json.loads(answer)
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) else None
