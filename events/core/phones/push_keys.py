"""Keys of web push as text: base64url without padding, as browsers give and take them."""

import base64

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

PRIVATE_BYTES = 32


def new_private_key() -> str:
    """Return a new key of a server."""
    key = ec.generate_private_key(ec.SECP256R1())
    return _text_of(key.private_numbers().private_value.to_bytes(PRIVATE_BYTES, "big"))


def public_key_of(private_key: str) -> str:
    """Return the public key of a server's key, for browsers; ValueError for an invalid key."""
    private = bytes_of(private_key)
    if len(private) != PRIVATE_BYTES:
        raise ValueError("a private key has 32 bytes")
    number = int.from_bytes(private, "big")
    key = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    point = key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return _text_of(point)


def bytes_of(text: str) -> bytes:
    """Return the bytes of a base64url text; ValueError for an invalid text."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
