"""Update a copy of the desk's data on this laptop every few seconds."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from events.core.private_files import write_whole
from events.hosting.standby.database_copy import Copy
from events.hosting.standby.leadership import Claim, Registry
from events.hosting.standby.page_changes import Change
from events.hosting.standby.wire import TOKEN, AwayError, Header, PeerLine, WireError

ASK_EVERY = 1.0
ANSWER_WITHIN = 3.0
# The first copy of a large database takes a while.
WHOLE_WITHIN = 60.0
# After this time without an answer the desk counts as lost.
LOST_AFTER = 5.0


@dataclass
class Follower:
    """Requests changes from the desk at `desk` (an address that ends in /).

    `port` is where this laptop would serve; the desk passes it to phones and desks.
    """

    desk: str
    token: str
    folder: Path
    port: int
    clock: Callable[[], float] = time.monotonic
    line_to: Callable[[str, str, int], PeerLine] = PeerLine

    def __post_init__(self) -> None:
        self.copy = Copy(self.folder, self.desk)
        self.registry = Registry(self.folder)
        self.answered = self.clock()
        self._line = self.line_to(self.desk, self.token, self.port)

    @property
    def lost(self) -> bool:
        """Whether the desk has not answered for a while."""
        return self.clock() - self.answered > LOST_AFTER

    def ask(self) -> None:
        """Update the copy; WireError if the desk does not answer or refuses."""
        if not self._ask(self.copy.about.state):
            self._ask("")

    def _ask(self, state: str) -> bool:
        within = ANSWER_WITHIN if state else WHOLE_WITHIN
        head, first = self._send({"kind": "changes", "have": state}, within)
        kept, charge, peers = head.pop("kept"), head.pop("charge"), head.pop("peers")
        change = Change(**head)
        if not self.copy.take(change, self._slices(change, first)):
            return False
        for name, text in {**kept, TOKEN: self.token}.items():
            self._keep(name, text)
        if self.registry.own() != Claim(**charge):
            self.registry.inherit(Claim(**charge))
        for address in (*peers, self.desk):
            self.registry.note_peer(address)
        return True

    def _slices(self, change: Change, first: bytes) -> Iterator[bytes]:
        """Yield a change's bytes: those sent with it, then the rest in slices."""
        piece, start = first, 0
        while piece:
            yield piece
            start += len(piece)
            if start >= change.length:
                return
            asked = {"kind": "slice", "have": change.since, "state": change.state, "start": start}
            piece = self._send(asked, ANSWER_WITHIN)[1]

    def _send(self, header: Header, within: float) -> tuple[Header, bytes]:
        """Send a message; a desk that refuses it counts as present, a silent one does not."""
        try:
            answer = self._line.send(header, within)
        except AwayError:
            raise
        except WireError:
            self.answered = self.clock()
            raise
        self.answered = self.clock()
        return answer

    def _keep(self, name: str, text: str) -> None:
        path = self.folder / name
        if not path.exists() or path.read_text("ascii") != text:
            write_whole(path, text)
