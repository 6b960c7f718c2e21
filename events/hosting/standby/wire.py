"""Seal messages between two laptops, because a venue's network can be intercepted.

The token is a Fernet key (AES-128 in CBC mode with HMAC-SHA256, from the cryptography package). It
is never sent over the network itself: a sender proves it by sealing. A message is a JSON header,
and bytes. `challenges` explains why a recorded message is worth nothing to a stranger.
"""

import contextlib
import http.client
import json
import secrets
import ssl
import zlib
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.urls import reverse

from events.core.private_files import kept_secret

# A laptop's certificate is self-signed, so the token proves its identity.
_TLS = ssl._create_unverified_context()  # noqa: S323
TOKEN = "follow_token"  # noqa: S105 - the name of its file
ANSWER, CHALLENGE, TROUBLE = "answer", "challenge", "trouble"
# A slice of a database with its header; endless answers are cut off here.
MOST_ANSWERED = 64 * 1024 * 1024
Header = dict[str, Any]


class WireError(Exception):
    """A message was not sealed with the token, was refused or got no answer; says which."""


class AwayError(WireError):
    """No laptop with the token answers."""


def own_token() -> str:
    """Return this installation's token, created at the first call."""
    return kept_secret(Path(settings.VAR_DIR) / TOKEN, lambda: Fernet.generate_key().decode())


def seal(token: str, header: Header, body: bytes = b"") -> bytes:
    """Return a message that only holders of the token can read or make."""
    head = json.dumps(header).encode()
    return _fernet(token).encrypt(zlib.compress(len(head).to_bytes(4) + head + body, level=1))


def unseal(token: str, message: bytes) -> tuple[Header, bytes]:
    """Return a message's header and bytes; WireError unless it was sealed with the token."""
    try:
        plain = zlib.decompress(_fernet(token).decrypt(message))
    except InvalidToken as error:
        raise WireError("The token is not the other laptop's.") from error
    length = int.from_bytes(plain[:4])
    return json.loads(plain[4 : 4 + length]), plain[4 + length :]


class PeerLine:
    """The connection to one other laptop, which stores the challenge for the next message.

    `address` ends in /, as in `http://192.168.1.20:8000/`. `port` is where this laptop serves, or
    would serve; 0 if it serves nowhere. ValueError for an invalid address.
    """

    def __init__(self, address: str, token: str, port: int = 0) -> None:
        if not address.startswith(("http://", "https://")):
            raise ValueError(f"{address} is no address: it begins with http://")
        self.address = address
        self._parts = urlsplit(address.rstrip("/") + reverse("follow"))
        if not self._parts.hostname:
            raise ValueError(f"{address} is no address: the computer's name is missing.")
        # Parsed here, so that the person who typed a wrong port gets the error.
        _ = self._parts.port
        self._token = token
        self._port = port
        self._challenge = ""

    def send(self, header: Header, within: float) -> tuple[Header, bytes]:
        """Send a message; return the answer's header and bytes.

        AwayError if no laptop with the token answers within this many seconds per step, WireError
        if the other laptop refuses.
        """
        # Two attempts: the first message of all, and one after a restart, is answered with a
        # challenge.
        for _attempt in range(2):
            answer, body = self._exchange(header, within)
            self._challenge = str(answer.pop("next", ""))
            if answer["kind"] != CHALLENGE:
                break
        else:
            raise WireError(f"{self.address} does not accept that this message is new.")
        if answer.pop("kind") == TROUBLE:
            raise WireError(f"{self.address}: {answer['why']}")
        return answer, body

    def _exchange(self, header: Header, within: float) -> tuple[Header, bytes]:
        nonce = secrets.token_hex(16)

        def message(own_address: str) -> bytes:
            sent = {**header, "nonce": nonce, "challenge": self._challenge,
                    "from": own_address, "port": self._port}  # fmt: skip
            return seal(self._token, sent)

        try:
            status, sealed = self._carry(message, within)
        except (OSError, EOFError, http.client.HTTPException) as error:
            raise AwayError(f"{self.address} does not answer.") from error
        if status not in (HTTPStatus.OK, HTTPStatus.UNAUTHORIZED):
            reason = sealed[:300].decode(errors="replace") if status < 500 else ""
            raise AwayError(f"{self.address} answers {status}. {reason}".strip())
        try:
            answer, body = unseal(self._token, sealed)
        except (WireError, ValueError, zlib.error) as error:
            raise AwayError(f"{self.address}: {error}") from error
        # Replayed answers, and one's own messages sent back, prove no token.
        if answer.get("nonce") != nonce or "challenge" in answer:
            raise AwayError(f"{self.address} answered an older question: somebody is in between.")
        if answer.get("kind") not in (ANSWER, CHALLENGE, TROUBLE):
            raise WireError(f"{self.address} runs another version of Matchslip: update both.")
        del answer["nonce"]
        return answer, body

    def _carry(self, message: Callable[[str], bytes], within: float) -> tuple[int, bytes]:
        """Deliver a message; return the answer's status and body.

        The message names the address from which it is sent. Network errors are raised unchanged.
        """
        line = _connection(self._parts, within)
        try:
            line.connect()
            types = {"Content-Type": "application/octet-stream"}
            own_address = line.sock.getsockname()[0]
            line.request("POST", self._parts.path, message(own_address), types)
            response = line.getresponse()
            sealed = response.read(MOST_ANSWERED)
            # An answer whose remainder never arrived.
            if response.length:
                raise http.client.IncompleteRead(sealed, response.length)
        finally:
            line.close()
        return response.status, sealed


def send(address: str, token: str, header: Header, timeout: float, port: int = 0) -> Header:
    """Send one message to another laptop's address and return the header of its answer."""
    return PeerLine(address, token, port).send(header, timeout)[0]


def _connection(parts: SplitResult, timeout: float) -> http.client.HTTPConnection:
    host = parts.hostname or ""
    if parts.scheme == "https":
        return http.client.HTTPSConnection(host, parts.port, timeout=timeout, context=_TLS)
    return http.client.HTTPConnection(host, parts.port, timeout=timeout)


def _fernet(token: str) -> Fernet:
    with contextlib.suppress(ValueError):
        return Fernet(token)
    raise WireError("This is no token: copy it from the other laptop, whole.")
