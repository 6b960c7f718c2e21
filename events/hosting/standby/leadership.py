"""Determine which of several laptops with the same data is in charge: the last to take over.

Each takeover increments a term. Laptops that know each other exchange their terms; a laptop that
learns of a later one records which laptop took over, and refuses every write from then on. The idea
is that of the terms in Raft, without its vote: here a person decides which laptop takes over.
"""

import contextlib
import json
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from events.core.private_files import write_whole
from events.hosting.standby.wire import Header, PeerLine, WireError

CLAIM = "charge.json"
PEERS = "peers.json"
TAKEN_OVER = "taken_over.json"
ASK_WITHIN = 2.0
# An address silent for this long is no longer polled.
FORGET_AFTER = 24 * 3600.0
NOTE_EVERY = 60.0


@dataclass(frozen=True, order=True)
class Claim:
    """A claim to be in charge: the later term wins, or of equal terms the greater id."""

    term: int
    id: str
    # Identifies the data as a whole: laptops of other tournaments are ignored.
    chain: str
    since: float


@dataclass(frozen=True)
class Successor:
    """The laptop that took over: its address and its claim."""

    address: str
    claim: Claim


class Registry:
    """A laptop's knowledge of which laptop is in charge, stored next to its data."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        """Store claims in `folder`; `clock` is the wall clock, which may be wrong."""
        self.folder = folder
        self._clock = clock
        self._lock = threading.Lock()

    def own(self) -> Claim:
        """Return this laptop's claim; create the first one for this data if none exists."""
        with self._lock:
            try:
                return Claim(**json.loads((self.folder / CLAIM).read_text("utf-8")))
            except FileNotFoundError:
                claim = Claim(1, secrets.token_hex(8), secrets.token_hex(8), self._clock())
                self._write(CLAIM, asdict(claim))
                return claim

    def inherit(self, claim: Claim) -> None:
        """Adopt the claim of the copied laptop, so that terms continue from it."""
        self._write(CLAIM, asdict(claim))

    def claim(self) -> Claim:
        """Take charge with a later term than any known here."""
        own, successor = self.own(), self.successor()
        last = max(own.term, successor.claim.term if successor else 0)
        claim = Claim(last + 1, secrets.token_hex(8), own.chain, self._clock())
        self._write(CLAIM, asdict(claim))
        (self.folder / TAKEN_OVER).unlink(missing_ok=True)
        return claim

    def successor(self) -> Successor | None:
        """Return the laptop that took over from this one; None while it is in charge."""
        # Checked before every write, and the file is almost never there: testing for it is
        # cheapest.
        taken_over = self.folder / TAKEN_OVER
        if not taken_over.exists():
            return None
        try:
            data = json.loads(taken_over.read_text("utf-8"))
        except FileNotFoundError:
            return None
        return Successor(data["address"], Claim(**data["charge"]))

    def hear(self, address: str, claim: Claim) -> None:
        """Record another laptop's claim; a later one for the same data takes charge."""
        own = self.own()
        if claim.chain != own.chain or claim <= own:
            return
        known = self.successor()
        if known is None or known.claim < claim:
            self._write(TAKEN_OVER, {"address": address, "charge": asdict(claim)})

    def note_peer(self, address: str) -> None:
        """Remember the address of a laptop with the same data."""
        with self._lock:
            peers, now = self._peers(), self._clock()
            # Absolute: after a clock was set back, the noted time would stay in the future.
            if abs(now - peers.get(address, 0.0)) > NOTE_EVERY:
                self._write(PEERS, {**peers, address: now})

    def peers(self) -> list[str]:
        """Return the addresses of other laptops with the same data, most recent first."""
        newest_first = sorted(self._peers().items(), key=lambda peer: -peer[1])
        return [address for address, seen in newest_first if self._clock() - seen < FORGET_AFTER]

    def _peers(self) -> dict[str, float]:
        try:
            return dict(json.loads((self.folder / PEERS).read_text("utf-8")))
        except FileNotFoundError:
            return {}

    def _write(self, name: str, data: object) -> None:
        write_whole(self.folder / name, json.dumps(data))


def claim_header(claim: Claim) -> Header:
    """Return the header of a message with a laptop's claim."""
    return {"kind": "charge", "charge": asdict(claim)}


class PeerPolling:
    """Asks all known laptops repeatedly which one is in charge."""

    def __init__(
        self,
        registry: Registry,
        token: str,
        port: int,
        line_to: Callable[[str, str, int], PeerLine] = PeerLine,
    ) -> None:
        self._registry, self._token, self._port = registry, token, port
        self._line_to = line_to
        self._lines: dict[str, PeerLine] = {}

    def ask(self) -> None:
        """Send this laptop's claim to all known ones and record theirs; skip absent ones.

        A recorded claim was sent by a laptop with the token in answer to a new message.
        """
        header, peers = claim_header(self._registry.own()), self._registry.peers()

        def ask_peer(address: str) -> Claim | None:
            if address not in self._lines:
                self._lines[address] = self._line_to(address, self._token, self._port)
            with contextlib.suppress(WireError):
                answer, _body = self._lines[address].send(header, ASK_WITHIN)
                return Claim(**answer["charge"])
            return None

        with ThreadPoolExecutor(max(1, len(peers))) as pool:
            for address, charge in zip(peers, pool.map(ask_peer, peers), strict=True):
                if charge is not None:
                    self._registry.hear(address, charge)


def ask_peers(registry: Registry, token: str, port: int) -> None:
    """Ask all known laptops once which one is in charge."""
    PeerPolling(registry, token, port).ask()
