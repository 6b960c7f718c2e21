"""The token of a player link: computed from the site's key, and not stored.

The site's key signs the enrollment and its nonce. So the link can be printed again at any time, a
stolen database or archive has no address that works, and a new nonce ends the old address. Players
enrolled before nonces existed share one: the enrollment's own key, which is also signed, makes
their addresses differ.
"""

import base64
import re

from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import base36_to_int, int_to_base36

_SALT = "matchslip.private-address"
_SIGN_UP_SALT = "matchslip.sign-up"
_TEAM_SALT = "matchslip.sign-up-team"
_FORM_SALT = "matchslip.private-form"
_MARK_SALT = "matchslip.private-mark"
# 128 bits cannot be guessed, and the code on a slip stays small.
_BYTES = 16
_TOKEN = re.compile(r"([0-9a-z]{1,13})\.([A-Za-z0-9_-]{22})")
_SIGN_UP = re.compile(r"(S|T)([0-9a-z]{1,13})\.([A-Za-z0-9_-]{22})")


def token_of(pk: int, nonce: str) -> str:
    """Return the secret part of the address of an enrollment, 24 letters or a few more."""
    return f"{int_to_base36(pk)}.{_signed(pk, nonce)}"


def enrollment_in(token: str) -> int | None:
    """Return the key of the enrollment in a token; None for an invalid token."""
    match = _TOKEN.fullmatch(token)
    return None if match is None else base36_to_int(match[1])


def is_token_of(token: str, pk: int, nonce: str) -> bool:
    """Return whether this is the enrollment's current token: made here, and not replaced since."""
    return constant_time_compare(token, token_of(pk, nonce))


def sign_up_token_of(pk: int, nonce: str) -> str:
    """Return the secret part of the address where a sign-up's state is shown."""
    return f"S{int_to_base36(pk)}.{_signed(pk, nonce, _SIGN_UP_SALT)}"


def team_token_of(pk: int, nonce: str) -> str:
    """Return the secret part of the address where team mates add their names."""
    return f"T{int_to_base36(pk)}.{_signed(pk, nonce, _TEAM_SALT)}"


def sign_up_in(token: str) -> int | None:
    """Return the key of the sign-up in a token, its own or its team mates'."""
    match = _SIGN_UP.fullmatch(token)
    return None if match is None else base36_to_int(match[2])


def is_sign_up_token_of(token: str, pk: int, nonce: str) -> bool:
    """Return whether this is the token of this sign-up."""
    return constant_time_compare(token, sign_up_token_of(pk, nonce))


def is_team_token_of(token: str, pk: int, nonce: str) -> bool:
    """Return whether this is the token for the team mates of this sign-up."""
    return constant_time_compare(token, team_token_of(pk, nonce))


def form_key(token: str) -> str:
    """Return the key that a form must send: only a page with this token has it.

    These pages send no referrer, so browsers name no origin by which Django would recognize its own
    forms.
    """
    return salted_hmac(_FORM_SALT, token, algorithm="sha256").hexdigest()[:32]


def page_mark(token: str) -> str:
    """Return the name of a private page on a phone that has several; it gives no access."""
    return salted_hmac(_MARK_SALT, token, algorithm="sha256").hexdigest()[:32]


def _signed(pk: int, nonce: str, salt: str = _SALT) -> str:
    digest = salted_hmac(salt, f"{pk}.{nonce}", algorithm="sha256").digest()[:_BYTES]
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
