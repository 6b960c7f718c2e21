"""Answer another laptop that follows this one, or that reports which laptop is in charge."""

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from http import HTTPStatus

from events.hosting.standby.challenges import Challenges, plain
from events.hosting.standby.leadership import Claim, Registry
from events.hosting.standby.page_changes import ImageGoneError, Source
from events.hosting.standby.wire import (
    ANSWER,
    CHALLENGE,
    TROUBLE,
    Header,
    WireError,
    seal,
    unseal,
)
from events.web.site_address import web_address

# Statuses of sealed answers; all others are plain text.
SEALED = (HTTPStatus.OK, HTTPStatus.UNAUTHORIZED)


@dataclass(frozen=True, slots=True)
class Laptop:
    """The answering laptop: its token, registry, database source, challenges and small files."""

    token: str
    registry: Registry
    source: Source
    challenges: Challenges
    kept_files: Callable[[], Mapping[str, str]]

    def answer(self, message: bytes, near: str) -> tuple[int, bytes]:
        """Answer a message from the address `near`: return status and body.

        A message without an unused challenge that this laptop made for this address is answered
        with a new challenge and has no effect, because it may be a recorded one.
        """
        try:
            asked, _body = unseal(self.token, message)
        except WireError as error:
            return HTTPStatus.FORBIDDEN, str(error).encode()
        head = {"nonce": asked.get("nonce", ""), "next": self.challenges.make(near)}
        if not self.challenges.accept(asked.get("challenge"), near):
            sealed = seal(self.token, {**head, "kind": CHALLENGE})
            return HTTPStatus.UNAUTHORIZED, sealed
        # The address is inside the seal, and the connection must come from it too.
        address = web_address(asked["from"], int(asked["port"]))
        if asked["kind"] == "charge":
            self.registry.hear(address, Claim(**asked["charge"]))
            own = {"kind": ANSWER, "charge": asdict(self.registry.own())}
            return HTTPStatus.OK, seal(self.token, {**head, **own})
        if self.registry.successor() is not None:
            return HTTPStatus.CONFLICT, b"Another laptop took over from this one."
        # Phones can't reach a laptop behind its own router: it may copy, but no phone is redirected
        # there.
        if plain(asked["from"]) == plain(near):
            self.registry.note_peer(address)
        try:
            answer, data = self._of_the_data(asked, address)
        except (ImageGoneError, OSError, sqlite3.Error) as error:
            why = str(error) or "The data has changed meanwhile."
            return HTTPStatus.OK, seal(self.token, {**head, "kind": TROUBLE, "why": why})
        return HTTPStatus.OK, seal(self.token, {**head, "kind": ANSWER, **answer}, data)

    def _of_the_data(self, asked: Header, address: str) -> tuple[Header, bytes]:
        """Return the changes with their first bytes, or the requested slice."""
        if asked["kind"] == "slice":
            return {}, self.source.read(asked["have"], asked["state"], int(asked["start"]))
        change = self.source.change_since(asked["have"])
        head = {
            **asdict(change),
            "kept": dict(self.kept_files()),
            "charge": asdict(self.registry.own()),
            "peers": [peer for peer in self.registry.peers() if peer != address],
        }
        return head, self.source.read(change.since, change.state, 0)
