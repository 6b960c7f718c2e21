"""Keep a copy of the desk's data on this laptop, at most a few seconds old."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from events.hosting.files import write_whole
from events.hosting.following.charge import Charge, Registry
from events.hosting.following.copy import Copy
from events.hosting.following.source import Change
from events.hosting.following.wire import TOKEN, WireError, send

ASK_EVERY = 1.0
ANSWER_WITHIN = 3.0
WHOLE_WITHIN = 60.0
# After so long without an answer the desk counts as lost.
LOST_AFTER = 5.0


@dataclass
class Follower:
    """Asks the desk at `desk` (an address that ends in /) for changes of its data.

    `port` is where this laptop would serve; the desk tells it to phones and desks.
    """

    desk: str
    token: str
    folder: Path
    port: int
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.copy = Copy(self.folder, self.desk)
        self.registry = Registry(self.folder)
        self.answered = self.clock()

    @property
    def lost(self) -> bool:
        """Whether the desk has not answered for a while."""
        return self.clock() - self.answered > LOST_AFTER

    def ask(self) -> None:
        """Bring the copy up to date; WireError when the desk does not answer or refuses."""
        if not self._ask(self.copy.about.state, ANSWER_WITHIN):
            self._ask("", WHOLE_WITHIN)
        self.answered = self.clock()

    def _ask(self, state: str, within: float) -> bool:
        nonce = secrets.token_hex(8)
        header = {"kind": "changes", "have": state, "port": self.port, "nonce": nonce}
        if not state:
            within = WHOLE_WITHIN
        told, data = send(f"{self.desk}follow/", self.token, header, within)
        if told.pop("nonce", "") != nonce:
            raise WireError(f"{self.desk} answered an older question: somebody is in between.")
        kept, charge, peers = told.pop("kept"), told.pop("charge"), told.pop("peers")
        if not self.copy.take(Change(**told, data=data)):
            return False
        for name, text in {**kept, TOKEN: self.token}.items():
            self._keep(name, text)
        if self.registry.own() != Charge(**charge):
            self.registry.inherit(Charge(**charge))
        for address in (*peers, self.desk):
            self.registry.note_peer(address)
        return True

    def _keep(self, name: str, text: str) -> None:
        path = self.folder / name
        if not path.exists() or path.read_text("ascii") != text:
            write_whole(path, text)
