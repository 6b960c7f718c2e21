"""Codes of authenticator apps (RFC 6238) and recovery codes, and how their secrets are stored."""

import base64
import hmac
import re
import secrets
import time

import pyotp
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.utils.crypto import salted_hmac

# A phone's clock may be 30 seconds off, and a displayed code up to 30 seconds old.
STEP, STEPS_OFF = 30, 1
CODES, CODE_BYTES = 10, 5
ISSUER = "Matchslip"


def new_secret() -> str:
    """Return a secret of 160 bits, as an app takes it."""
    return pyotp.random_base32()


def app_address(secret: str, username: str, site: str) -> str:
    """Return the otpauth address that an app scans."""
    label = f"{username} ({site})"
    return pyotp.TOTP(secret).provisioning_uri(name=label, issuer_name=ISSUER)


def step_of(secret: str, typed: str, after: int = 0, now: float | None = None) -> int | None:
    """Return the time step whose code was typed, None for a wrong or already used one.

    `after`: the last step of which a code was taken.
    """
    digits = re.sub(r"[\s-]", "", typed)
    if not re.fullmatch("[0-9]{6}", digits, re.ASCII):
        return None
    app = pyotp.TOTP(secret)
    current = int((time.time() if now is None else now) // STEP)
    for step in range(current - STEPS_OFF, current + STEPS_OFF + 1):
        if step > after and hmac.compare_digest(app.at(step * STEP), digits):
            return step
    return None


def _seal() -> Fernet:
    key = salted_hmac("matchslip.authenticator", "", secret=settings.SECRET_KEY, algorithm="sha256")
    return Fernet(base64.urlsafe_b64encode(key.digest()))


def sealed(secret: str) -> str:
    """Return a secret as the database stores it: a stolen backup alone shows no codes."""
    return _seal().encrypt(secret.encode()).decode()


def unsealed(text: str) -> str:
    """Return a stored secret; "" where the signing key is another one by now."""
    try:
        return _seal().decrypt(text.encode()).decode()
    except InvalidToken:
        return ""


def new_recovery_code() -> str:
    """Return a code of 40 bits: eight letters and digits that nobody mistakes for others."""
    text = base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode().lower()
    return f"{text[:4]}-{text[4:]}"


def recovery_digest(user_id: int, typed: str) -> str:
    """Return what is stored of a recovery code: nothing without the signing key."""
    plain = re.sub(r"[\s-]", "", typed).lower()
    return salted_hmac("matchslip.recovery", f"{user_id}.{plain}", algorithm="sha256").hexdigest()
