"""Create, check and seal the codes of authenticator apps (RFC 6238) and recovery codes."""

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
    """Return a new secret of 160 bits in the form that authenticator apps read."""
    return pyotp.random_base32()


def app_address(secret: str, username: str, site: str) -> str:
    """Return the otpauth address that an app scans as a QR code."""
    label = f"{username} ({site})"
    return pyotp.TOTP(secret).provisioning_uri(name=label, issuer_name=ISSUER)


def step_of(secret: str, typed: str, after: int = 0, now: float | None = None) -> int | None:
    """Return the time step of a typed code; None for a wrong or already used code.

    `after`: the time step of the last code that was accepted.
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
    """Encrypt a secret for the database, so that a stolen backup alone reveals no codes."""
    return _seal().encrypt(secret.encode()).decode()


def unsealed(text: str) -> str:
    """Decrypt a stored secret; return "" if the signing key has changed since."""
    try:
        return _seal().decrypt(text.encode()).decode()
    except InvalidToken:
        return ""


def new_recovery_code() -> str:
    """Return a new code of 40 bits: eight letters and digits that look unlike each other."""
    text = base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode().lower()
    return f"{text[:4]}-{text[4:]}"


def recovery_digest(user_id: int, typed: str) -> str:
    """Hash a recovery code for storage; without the signing key the hash reveals nothing."""
    plain = re.sub(r"[\s-]", "", typed).lower()
    return salted_hmac("matchslip.recovery", f"{user_id}.{plain}", algorithm="sha256").hexdigest()
