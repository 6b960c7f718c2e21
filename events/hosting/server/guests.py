"""Connected clients: how long each may delay the server, and how many one address may have."""

import asyncio
import ipaddress
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from events.web.site_address import is_within

# Seconds between two looks, which are one apart when there is time for them.
LATE = 5.0
A_MINUTE = 60.0


class Guest(Protocol):
    """One connection, as its protocol keeps it. Times are of `Guests.now`."""

    transport: asyncio.Transport
    address: str
    # Since when the head of a request is awaited, or None when none is.
    reading_since: float | None
    # When it was last answered, and since when it has taken nothing of what waits to be sent.
    answered_at: float
    unsent: int
    unsent_since: float

    def is_idle(self) -> bool:
        """Return whether it waits for nothing from us."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, and numbers of connections.

    `an_address` holds for everybody but the loopback address and `proxies` (networks), who speak
    for many.
    """

    head_seconds: float = 20
    idle_seconds: float = 75
    stalled_seconds: float = 20
    an_address: int = 512
    altogether: int = 10_000
    proxies: Collection[str] = ()


@dataclass(slots=True)
class Guests:
    """Everybody who is connected to this process."""

    limits: Limits = Limits()
    now: float = field(default_factory=time.monotonic)
    everybody: dict[Guest, None] = field(default_factory=dict)
    by_address: dict[str, dict[Guest, None]] = field(default_factory=dict)
    _for_many: dict[str, bool] = field(default_factory=dict)

    def arrive(self, guest: Guest) -> bool:
        """Let somebody in; False when there is no room.

        Room is made by closing the oldest connection that waits for nothing from us: a phone
        opens another one without anybody noticing.
        """
        those = self.by_address.setdefault(guest.address, {})
        if len(those) >= self.limits.an_address and not self._speaks_for_many(guest.address):
            return self._take_place_of_one(those, guest)
        if len(self.everybody) >= self.limits.altogether:
            return self._take_place_of_one(self.everybody, guest)
        self._add(guest)
        return True

    def leave(self, guest: Guest) -> None:
        """Forget somebody who is gone."""
        self.everybody.pop(guest, None)
        those = self.by_address.get(guest.address)
        if those is not None:
            those.pop(guest, None)
            if not those:
                del self.by_address[guest.address]

    def asked_lately(self) -> int:
        """Return on how many connections something was asked in the last minute."""
        since = self.now - A_MINUTE
        return sum(guest.answered_at >= since for guest in self.everybody)

    def look(self) -> None:
        """Send away whoever kept us waiting for too long; to be called every second."""
        before, self.now = self.now, time.monotonic()
        if self.now - before > LATE:
            # It was us who kept everybody waiting: what they sent meanwhile is not read yet.
            return
        for guest in list(self._overdue()):
            guest.transport.abort()

    def _overdue(self) -> Iterator[Guest]:
        limits, now = self.limits, self.now
        for guest in self.everybody:
            unsent = guest.transport.get_write_buffer_size()
            if unsent:
                if unsent != guest.unsent:
                    guest.unsent, guest.unsent_since = unsent, now
                elif now - guest.unsent_since > limits.stalled_seconds:
                    yield guest
                continue
            guest.unsent = 0
            if guest.reading_since is not None:
                if now - guest.reading_since > limits.head_seconds:
                    yield guest
            elif now - guest.answered_at > limits.idle_seconds and guest.is_idle():
                yield guest

    def _add(self, guest: Guest) -> None:
        self.everybody[guest] = None
        self.by_address.setdefault(guest.address, {})[guest] = None

    def _take_place_of_one(self, those: dict[Guest, None], guest: Guest) -> bool:
        for other in those:
            if other.is_idle():
                other.transport.abort()
                self.leave(other)
                self._add(guest)
                return True
        return False

    def _speaks_for_many(self, address: str) -> bool:
        known = self._for_many.get(address)
        if known is None:
            if len(self._for_many) > 1000:
                self._for_many.clear()
            known = self._for_many[address] = speaks_for_many(address, self.limits.proxies)
        return known


def speaks_for_many(address: str, proxies: Collection[str]) -> bool:
    """Return whether an address is this computer's own, or one of a proxy (addresses, networks)."""
    try:
        here = ipaddress.ip_address(address)
    except ValueError:
        return True
    return here.is_loopback or is_within(address, proxies)


guests = Guests()
# Other tasks to do once a second in this process.
every_second: list[Callable[[], None]] = []


async def look_after() -> None:
    """Look after the guests of this process: what Uvicorn calls once a second."""
    guests.look()
    for what in every_second:
        what()
