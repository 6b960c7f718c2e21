"""The push services that a browser may name, and the values of a subscription."""

import binascii
from collections.abc import Sequence
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec

from events.core.phones.push_keys import bytes_of
from events.models.public_pages import LONGEST_ENDPOINT, LONGEST_KEY, LONGEST_SECRET

SECRET_BYTES = 16


class Subscribing(msgspec.Struct, forbid_unknown_fields=True):
    """Subscription sent by a browser: the player, the endpoint, and the keys of the Push API."""

    number: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    endpoint: Annotated[str, msgspec.Meta(max_length=LONGEST_ENDPOINT)]
    p256dh: Annotated[str, msgspec.Meta(max_length=LONGEST_KEY)] = ""
    auth: Annotated[str, msgspec.Meta(max_length=LONGEST_SECRET)] = ""
    wanted: bool = True


def is_at_a_service(endpoint: str, services: Sequence[str]) -> bool:
    """Return whether an endpoint is at one of the services, `https` and without a port of its own.

    A stranger names the endpoint and the server sends to it, so no other host is allowed.
    """
    try:
        parts = urlsplit(endpoint)
        has_port = parts.port is not None
    except ValueError:
        return False
    host = parts.hostname or ""
    known = any(host == service or host.endswith(f".{service}") for service in services)
    return parts.scheme == "https" and known and not has_port and parts.username is None


def can_be_encrypted_for(subscribing: Subscribing) -> bool:
    """Return whether the keys are valid: a point on P-256 and 16 secret bytes (RFC 8291)."""
    try:
        point = bytes_of(subscribing.p256dh)
        secret = bytes_of(subscribing.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error, UnsupportedAlgorithm):
        return False
    return len(secret) == SECRET_BYTES
