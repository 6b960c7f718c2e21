"""Rate limits: how often an address, a device or a player may do something.

They turn away a program before it costs the others anything. Every limit is in the table below.
Each worker of the server counts for itself, in memory.
"""

import math
import threading
import time
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from domain.networks import networks_of

# Keys that a limit tracks; the least recently used one is dropped.
MOST_KEYS = 10_000


@dataclass(slots=True, eq=False)
class RateLimit:
    """A limit of `most` times in `seconds`, for each `key`.

    `words` are shown to a person who exceeds it, "" where no page says so; `retry_after` is in
    seconds.
    """

    name: str
    most: int
    seconds: float
    key: str
    words: str | Promise = ""
    retry_after: int = 30
    _times: OrderedDict[str, deque[float]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    # False turns all limits off: tests send more requests than any person.
    enforced: ClassVar[bool] = True

    def allows(self, key: str, now: float | None = None, *, times: int = 1) -> bool:
        """Count one more for `key` and return True; False if that would exceed the limit.

        `times`: the limit holds so many times over, for a wider network.
        """
        if not self.enforced:
            return True
        now = time.monotonic() if now is None else now
        with self._lock:
            moments = self._times.setdefault(key, deque())
            self._times.move_to_end(key)
            while moments and now - moments[0] > self.seconds:
                moments.popleft()
            if len(moments) >= self.most * times:
                return False
            moments.append(now)
            while len(self._times) > MOST_KEYS:
                self._times.popitem(last=False)
            return True

    def remaining(self, key: str, now: float | None = None) -> tuple[int, int]:
        """Return how often `key` may still do it, and the seconds until it may once more."""
        now = time.monotonic() if now is None else now
        with self._lock:
            moments = [at for at in self._times.get(key, ()) if now - at <= self.seconds]
        frees = math.ceil(self.seconds - (now - moments[0])) if moments else 0
        return max(0, self.most - len(moments)), frees

    def allows_from(self, address: str | None, now: float | None = None) -> bool:
        """Count one more for the networks of an address, as allows; wider ones more loosely."""
        if not self.enforced:
            return True
        # Refusals of a small network do not count for the larger one, which others share.
        networks = networks_of(address or "")
        return all(self.allows(network, now, times=times) for network, times in networks)

    def forget(self) -> None:
        """Forget everything counted so far."""
        with self._lock:
            self._times.clear()


LOGGING_IN = _("Many people are logging in right now. Try again in a few seconds.")
TOO_MANY = _("Too many attempts. Try again in 30 seconds.")

# fmt: off
# Behind a proxy the staff share an address, so ten of them may log in at the same moment.
LOGINS = RateLimit("logins", 20, 10, "network", LOGGING_IN, retry_after=10)
# Attacks from the same network do not block a known device.
LOGINS_OF_DEVICE = RateLimit("logins", 20, 10, "known device", LOGGING_IN, retry_after=10)
# A form for new accounts reveals which names are taken.
NEW_ACCOUNTS = RateLimit("new accounts, codes for the first", 60, 300, "network", TOO_MANY)
# 128 bits cannot be guessed, and a venue may share an address: only invalid links count.
UNKNOWN_PLAYER_LINKS = RateLimit("unknown player links", 20, 60, "network", TOO_MANY)
PLAYER_PAGES = RateLimit("a player's own pages and forms", 60, 30, "player link", TOO_MANY)
PLAYER_FORMS = RateLimit("a player's forms", 15, 30, "player link", TOO_MANY)
# A whole venue may sign up from one address, and a family with one phone.
SIGN_UPS = RateLimit("sign-ups", 1500, 300, "network", TOO_MANY)
SIGN_UPS_OF_DEVICE = RateLimit("sign-ups", 30, 300, "device", TOO_MANY)
# Above this limit sign-ups are not refused: they wait for the desk.
PEOPLE_OF_DEVICE = RateLimit("players signed up at once", 4, 86_400, "event and device")
# A whole venue may join a queue from one address.
JOINS = RateLimit("joins of a queue", 600, 300, "network", TOO_MANY)
JOINS_OF_PHONE = RateLimit("joins of a queue", 10, 300, "phone", TOO_MANY)
# Called by a script, whose page reports the failure.
PUSH_CHANGES = RateLimit("notifications turned on or off", 300, 60, "network")
# A desk of ten enters a result every few seconds; a program that forwards results counts as one of
# many.
PROGRAM_CALLS = RateLimit("calls of a program", 600, 60, "access token")
UNKNOWN_TOKENS = RateLimit("calls without a valid access token", 60, 60, "network")
# fmt: on

LIMITS = (
    LOGINS,
    LOGINS_OF_DEVICE,
    NEW_ACCOUNTS,
    UNKNOWN_PLAYER_LINKS,
    PLAYER_PAGES,
    PLAYER_FORMS,
    SIGN_UPS,
    SIGN_UPS_OF_DEVICE,
    PEOPLE_OF_DEVICE,
    JOINS,
    JOINS_OF_PHONE,
    PUSH_CHANGES,
    PROGRAM_CALLS,
    UNKNOWN_TOKENS,
)
