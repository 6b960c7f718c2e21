"""Sign messages as in the Standard Webhooks specification: ID, time and signature."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence

PREFIX, VERSION = "whsec_", "v1"
SECRET_BYTES = 32


def new_secret() -> str:
    """Return a new secret of 256 random bits in the specification's format."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature(secret: str, key: str, at: int, body: bytes) -> str:
    """Return the signature of a body sent under the ID `key` at the second `at`."""
    signed = f"{key}.{at}.".encode() + body
    digest = hmac.new(base64.b64decode(secret.removeprefix(PREFIX)), signed, hashlib.sha256)
    return f"{VERSION},{base64.b64encode(digest.digest()).decode()}"


def signed_headers(secrets_now: Sequence[str], key: str, at: int, body: bytes) -> Mapping[str, str]:
    """Return the three headers by which a receiver verifies a message.

    Each currently valid secret signs it, because a receiver may still have the previous one.
    """
    signatures = [signature(secret, key, at, body) for secret in secrets_now]
    return {
        "webhook-id": key,
        "webhook-timestamp": str(at),
        "webhook-signature": " ".join(signatures),
    }
