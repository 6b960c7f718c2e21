"""Detect recorded messages, wherever and whenever they are sent again.

A laptop hands out challenges; each is for one address, for one message and for a minute. A sender
puts the challenge inside the seal, so only a sender with the token can answer it. Clocks of two
laptops without internet differ, so no message is judged by the time that its sender wrote into it.
"""

import hashlib
import hmac
import ipaddress
import os
import secrets
import threading
import time
from collections.abc import Callable

# Shared by the workers of a server; each start generates a new one.
RUN = "MATCHSLIP_RUN"
GOOD_FOR = 60.0


def begin_run() -> None:
    """Create the secret of this run, for this process and those that it starts."""
    os.environ[RUN] = secrets.token_hex(32)


class Challenges:
    """Issues challenges, and accepts each one once, from the address that it was made for."""

    def __init__(
        self, secret: bytes | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._secret = secret or os.environ.get(RUN, secrets.token_hex(32)).encode()
        self._clock = clock
        self._lock = threading.Lock()
        self._used: dict[str, float] = {}

    def make(self, address: str) -> str:
        """Return a challenge for a client at this address."""
        # Workers share the computer's monotonic clock, which never goes back.
        words = f"{self._clock()!r}.{secrets.token_hex(8)}"
        return f"{words}.{self._mark(words, address)}"

    def accept(self, challenge: object, address: str) -> bool:
        """Return whether this challenge was recently made for the address and is unused."""
        words, _dot, mark = str(challenge).rpartition(".")
        if not hmac.compare_digest(mark.encode(), self._mark(words, address).encode()):
            return False
        made, now = float(words.rpartition(".")[0]), self._clock()
        if not 0 <= now - made <= GOOD_FOR:
            return False
        with self._lock:
            self._used = {used: at for used, at in self._used.items() if now - at <= GOOD_FOR}
            if words in self._used:
                return False
            self._used[words] = made
        return True

    def _mark(self, words: str, address: str) -> str:
        message = f"{words} {plain(address)}".encode()
        return hmac.new(self._secret, message, hashlib.sha256).hexdigest()


def plain(address: str) -> str:
    """Return an IP address for comparison: IPv4 even if a socket writes it as IPv6."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return str(mapped or ip)
