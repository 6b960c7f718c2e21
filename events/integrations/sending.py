"""Send one POST to a typed address, after checking it, with bounds on time and size.

The name is resolved once; every address it has must be allowed, and the connection is made to one
of those addresses, so that a second answer of the name server changes nothing. A redirect is an
answer like any other and is not followed. The body of an answer is never read.
"""

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import cast
from urllib.parse import urlsplit

from django.utils import timezone

# Total seconds for connecting, sending and reading the answer.
SECONDS = 10.0
LONGEST_REST = 3600
HTTPS_PORT, HTTP_PORT = 443, 80

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
# NAT64 prefixes: IPv6 addresses with an IPv4 address in their last 32 bits (RFC 6052).
NAT64 = ipaddress.ip_network("64:ff9b::/96")


class Problem(StrEnum):
    """Reasons for a missing answer."""

    NOT_ALLOWED = "not-allowed"
    NO_ADDRESS = "no-address"
    TIMEOUT = "timeout"
    TLS = "tls"
    CONNECTION = "connection"
    NO_BODY = "no-body"


class NotAllowedError(Exception):
    """This server does not connect to the address."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of one attempt: a status or a problem, and the seconds the receiver asks for."""

    status: int | None = None
    problem: Problem | None = None
    rest: int | None = None

    @property
    def taken(self) -> bool:
        """Whether the receiver has accepted the message."""
        return self.status is not None and 200 <= self.status < 300


def is_allowed(address: Address, networks: Sequence[Network]) -> bool:
    """Whether this server connects to an address: a public one, or one allowed by the operator.

    An IPv6 address that contains an IPv4 address counts as the latter.
    """
    if any(address.version == network.version and address in network for network in networks):
        return True
    carried = _carried(address)
    if carried is not None:
        return is_allowed(carried, networks)
    return address.is_global and not address.is_multicast and not address.is_reserved


def _carried(address: Address) -> ipaddress.IPv4Address | None:
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None)


def resolve(host: str, port: int, networks: Sequence[Network]) -> list[Address]:
    """Return the addresses of a host; NotAllowedError if one of them is not allowed."""
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [ipaddress.ip_address(str(each[4][0]).partition("%")[0]) for each in answers]
    if not addresses or not all(is_allowed(address, networks) for address in addresses):
        raise NotAllowedError
    return list(dict.fromkeys(addresses))


def check_address(address: str, networks: Sequence[Network]) -> tuple[str, int, bool]:
    """Return host, port and use of TLS; NotAllowedError for an address never contacted.

    Without TLS, only hosts in the operator's own networks are contacted.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise NotAllowedError from error
    if not host or parts.username is not None or parts.scheme not in ("https", "http"):
        raise NotAllowedError
    secure = parts.scheme == "https"
    if not secure and not networks:
        raise NotAllowedError
    return host, port or (HTTPS_PORT if secure else HTTP_PORT), secure


def is_refused_number(host: str, networks: Sequence[Network]) -> bool:
    """Whether a host is an IP address that this server never connects to, not a name."""
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return False
    return not is_allowed(number, networks)


class _Connection(http.client.HTTPConnection):
    """Connects to the checked addresses, without resolving the name again."""

    def __init__(self, host: str, port: int, to: Sequence[Address], *, secure: bool) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self._to = to
        self._secure = secure

    def connect(self) -> None:
        self.sock = self._connected()
        if self._secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)

    def _connected(self) -> socket.socket:
        for place, address in enumerate(self._to):
            try:
                return socket.create_connection((str(address), self.port), SECONDS)
            except OSError:
                if place == len(self._to) - 1:
                    raise
        raise OSError("no address")

    def cut(self) -> None:
        """Close the connection, even while another thread waits for it."""
        with contextlib.suppress(OSError, AttributeError):
            cast("socket.socket", self.sock).shutdown(socket.SHUT_RDWR)


def post(
    address: str,
    body: bytes,
    headers: Mapping[str, str],
    networks: Sequence[Network],
    seconds: float = SECONDS,
) -> Answer:
    """Send one message; return its outcome. Raises no error that a receiver can cause."""
    late = threading.Event()
    try:
        host, port, secure = check_address(address, networks)
        to = resolve(host, port, networks) if secure else _own(host, port, networks)
        connection = _Connection(host, port, to, secure=secure)
    except NotAllowedError:
        return Answer(problem=Problem.NOT_ALLOWED)
    except (OSError, UnicodeError):
        return Answer(problem=Problem.NO_ADDRESS)

    def cut() -> None:
        late.set()
        connection.cut()

    # A receiver that sends a byte now and then must not extend the time.
    patience = threading.Timer(seconds, cut)
    patience.daemon = True
    patience.start()
    try:
        return _asked(connection, address, body, headers)
    except ssl.SSLError:
        return Answer(problem=Problem.TIMEOUT if late.is_set() else Problem.TLS)
    except TimeoutError:
        return Answer(problem=Problem.TIMEOUT)
    except (OSError, http.client.HTTPException, ValueError):
        return Answer(problem=Problem.TIMEOUT if late.is_set() else Problem.CONNECTION)
    finally:
        patience.cancel()
        connection.close()


def _own(host: str, port: int, networks: Sequence[Network]) -> list[Address]:
    """Return the addresses of a host without TLS; NotAllowedError outside the allowed networks."""
    addresses = resolve(host, port, networks)
    for address in addresses:
        if not any(address.version == net.version and address in net for net in networks):
            raise NotAllowedError
    return addresses


def _asked(
    connection: _Connection, address: str, body: bytes, headers: Mapping[str, str]
) -> Answer:
    parts = urlsplit(address)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection.request("POST", target, body=body, headers=dict(headers))
    answer = connection.getresponse()
    rest = answer.headers.get("Retry-After")
    if rest is None and answer.headers.get("X-RateLimit-Remaining") == "0":
        # Discord announces in advance when no request is left.
        rest = answer.headers.get("X-RateLimit-Reset-After")
    return Answer(status=answer.status, rest=_seconds(rest))


def _seconds(asked: str | None) -> int | None:
    """Return for how long a receiver wants no request (RFC 9110, 10.2.3), an hour at most."""
    if not asked:
        return None
    try:
        seconds = float(asked)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(asked) - timezone.now()).total_seconds()
        except (TypeError, ValueError):
            return None
    # NaN too: the comparison is false for it.
    return min(LONGEST_REST, int(seconds) + 1) if 0 <= seconds < float("inf") else None
