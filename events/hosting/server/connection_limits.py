"""Limit connections: how long each may delay the server, and how many an address may have."""

import asyncio
import ipaddress
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from domain.networks import is_within, networks_of

# Overdue connections are closed every second. After a gap of more seconds than this, the server
# itself was late.
LATE = 5.0
A_MINUTE = 60.0


class Connection(Protocol):
    """One connection, as known to its protocol. Times are of `ConnectionLimiter.now`."""

    transport: asyncio.Transport
    address: str
    # The time since when a request's head is awaited, or None.
    reading_since: float | None
    # The time of the last answer, and since when pending data has not been read.
    answered_at: float
    unsent: int
    unsent_since: float

    def is_idle(self) -> bool:
        """Return whether it has no request waiting for an answer."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, and numbers of connections.

    `an_address` applies to each network of networks_of, more loosely to wider ones, but not to the
    loopback address and `proxies` (networks), which represent many clients.
    """

    head_seconds: float = 20
    idle_seconds: float = 75
    stalled_seconds: float = 20
    an_address: int = 512
    altogether: int = 10_000
    proxies: Collection[str] = ()


@dataclass(slots=True)
class ConnectionLimiter:
    """All connections of this process, within the limits."""

    limits: Limits = Limits()
    now: float = field(default_factory=time.monotonic)
    connected: dict[Connection, None] = field(default_factory=dict)
    by_network: dict[str, dict[Connection, None]] = field(default_factory=dict)

    def admit(self, connection: Connection) -> bool:
        """Add a connection; return False if there is no room.

        To make room, the oldest idle connection is closed, which a phone reopens unnoticed.
        """
        limits = self.limits
        if not speaks_for_many(connection.address, limits.proxies):
            for network, times in networks_of(connection.address):
                those = self.by_network.get(network, {})
                if len(those) >= limits.an_address * times:
                    return self._replace_idle(those, connection)
        if len(self.connected) >= limits.altogether:
            return self._replace_idle(self.connected, connection)
        self._add(connection)
        return True

    def release(self, connection: Connection) -> None:
        """Remove a closed connection."""
        self.connected.pop(connection, None)
        for network, _times in networks_of(connection.address):
            those = self.by_network.get(network)
            if those is not None:
                those.pop(connection, None)
                if not those:
                    del self.by_network[network]

    def asked_lately(self) -> int:
        """Return the number of connections answered within the last minute."""
        since = self.now - A_MINUTE
        return sum(connection.answered_at >= since for connection in self.connected)

    def close_overdue(self) -> None:
        """Close all connections that have waited too long; call it every second."""
        before, self.now = self.now, time.monotonic()
        if self.now - before > LATE:
            # The server itself was late, and has not read what clients sent meanwhile.
            return
        for connection in list(self._overdue()):
            connection.transport.abort()

    def _overdue(self) -> Iterator[Connection]:
        limits, now = self.limits, self.now
        for connection in self.connected:
            unsent = connection.transport.get_write_buffer_size()
            if unsent:
                if unsent != connection.unsent:
                    connection.unsent, connection.unsent_since = unsent, now
                elif now - connection.unsent_since > limits.stalled_seconds:
                    yield connection
                continue
            connection.unsent = 0
            if connection.reading_since is not None:
                if now - connection.reading_since > limits.head_seconds:
                    yield connection
            elif now - connection.answered_at > limits.idle_seconds and connection.is_idle():
                yield connection

    def _add(self, connection: Connection) -> None:
        self.connected[connection] = None
        for network, _times in networks_of(connection.address):
            self.by_network.setdefault(network, {})[connection] = None

    def _replace_idle(self, those: dict[Connection, None], connection: Connection) -> bool:
        for other in those:
            if other.is_idle():
                other.transport.abort()
                self.release(other)
                self._add(connection)
                return True
        return False


def speaks_for_many(address: str, proxies: Collection[str]) -> bool:
    """Return whether an address is this computer's or a proxy's (addresses, networks)."""
    try:
        here = ipaddress.ip_address(address)
    except ValueError:
        return True
    return here.is_loopback or is_within(address, proxies)


limiter = ConnectionLimiter()
# Other tasks that this process runs once a second.
every_second: list[Callable[[], None]] = []


async def run_every_second() -> None:
    """Run this process's periodic tasks; Uvicorn calls it every second."""
    limiter.close_overdue()
    for what in every_second:
        what()
