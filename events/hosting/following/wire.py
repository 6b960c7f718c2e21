"""What goes between two laptops: sealed, because anybody can listen in a venue's network.

The token is a Fernet key (AES-128 in CBC mode with HMAC-SHA256, from the cryptography package). It
never goes over the network itself: whoever can't unseal a message does not have it. A message is a
JSON header, and bytes.
"""

import json
import ssl
import urllib.error
import urllib.request
import zlib
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

from events.hosting.files import kept_secret

# A laptop's certificate is its own, and nobody vouches for it: the token does.
_TLS = ssl._create_unverified_context()  # noqa: S323
TOKEN = "follow_token"  # noqa: S105 - the name of its file
Header = dict[str, Any]


class WireError(Exception):
    """A message that is not from somebody with the token, or no answer; says which."""


def own_token() -> str:
    """Return this installation's token, made at the first call."""
    return kept_secret(Path(settings.VAR_DIR) / TOKEN, lambda: Fernet.generate_key().decode())


def seal(token: str, header: Header, body: bytes = b"") -> bytes:
    """Return a message that only somebody with the token can read or make."""
    head = json.dumps(header).encode()
    return _fernet(token).encrypt(zlib.compress(len(head).to_bytes(4) + head + body, level=1))


def unseal(token: str, message: bytes) -> tuple[Header, bytes]:
    """Return header and bytes of a message; WireError when it was not sealed with the token."""
    try:
        plain = zlib.decompress(_fernet(token).decrypt(message))
    except InvalidToken as error:
        raise WireError("The token is not the other laptop's.") from error
    length = int.from_bytes(plain[:4])
    return json.loads(plain[4 : 4 + length]), plain[4 + length :]


def send(address: str, token: str, header: Header, timeout: float) -> tuple[Header, bytes]:
    """Send a message to an address of another laptop and return its answer; WireError without one.

    Raises ValueError for what is no address.
    """
    if not address.startswith(("http://", "https://")):
        raise ValueError(f"{address} is no address: it begins with http://")
    request = urllib.request.Request(  # noqa: S310 - http or https, see above
        address, seal(token, header), {"Content-Type": "application/octet-stream"}
    )
    try:
        with urllib.request.urlopen(request, timeout=timeout, context=_TLS) as answer:  # noqa: S310
            sealed = answer.read()
    except urllib.error.HTTPError as error:
        reason = error.read(300).decode(errors="replace") if error.code < 500 else ""
        raise WireError(f"{address} answers {error.code}. {reason}".strip()) from error
    except (OSError, EOFError) as error:
        raise WireError(f"{address} does not answer.") from error
    return unseal(token, sealed)


def _fernet(token: str) -> Fernet:
    try:
        return Fernet(token)
    except ValueError as error:
        raise WireError("This is no token: copy it from the other laptop, whole.") from error
