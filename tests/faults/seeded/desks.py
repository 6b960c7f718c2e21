"""Desks: people who type, the product's own queue in Node, and its effects on them."""

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.faults.seeded.scheduler import Network, Scheduler
from tests.shared import ROOT

HOST = ROOT / "tests" / "faults" / "seeded" / "queue_host.js"
QUEUE = ROOT / "static" / "js" / "desk" / "queue.js"
NODE = shutil.which("node")
# As in queue.js: the time that an entry waits for its answer, and for the next attempt.
TIMEOUT, RETRY = 8.0, 2.0

# Answers an entry with a status, and whether the answer names a time for the next attempt. None:
# no server answered.
Ask = Callable[[str, str], tuple[int, bool] | None]


class Host:
    """The Node process with the queues of all desks, for one seed after another."""

    def __init__(self) -> None:
        assert NODE is not None
        self._process = subprocess.Popen(
            [NODE, str(HOST), str(QUEUE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def order(self, **values: Any) -> dict[str, Any]:
        """Send a command to a queue; return its effects."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(values) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


@dataclass
class Desk:
    """One desk: its page, and everything that was typed at it.

    `saved`: the entries acknowledged as saved, for re-entry if another laptop takes over;
    `refused`: the entries returned to the person.
    """

    name: str
    host: Host
    time: Scheduler
    network: Network
    ask: Ask
    server: str
    typed: list[str] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    storage: dict[str, str] = field(default_factory=dict)
    waiting: int = 0
    _page: int = 0

    def open(self) -> None:
        """Open the page with what the browser has stored."""
        self._page += 1
        self._order(do="open", storage=self.storage)

    def type(self, text: str) -> None:
        """Type an entry and press Enter."""
        self.time.note(f"{self.name} types {text}")
        self.typed.append(text)
        self._order(do="push", text=text)

    def go_to(self, server: str) -> None:
        """Switch to another laptop with the waiting entries; re-enter those the first one saved."""
        self.time.note(f"{self.name} goes to {server}")
        self.server = server
        self._order(do="close")
        self.open()
        for text in list(self.saved):
            self._order(do="push", text=text)

    def reload(self) -> None:
        """Reload the page: entries in transit are lost, stored ones are not."""
        self.time.note(f"{self.name} reloads")
        self._order(do="close")
        self.open()

    def _order(self, **values: Any) -> None:
        page = self._page
        told = self.host.order(desk=self.name, **values)
        if "storage" not in told:
            return
        self.storage, self.waiting = told["storage"], told["length"]
        for kind, *rest in told["effects"]:
            if kind == "request":
                self._send(page, *rest)
            elif kind == "saved":
                self.saved.append(rest[0])
            elif kind in ("refused", "given back"):
                self.refused.append(rest[0])
            elif kind == "matchslip:lost":
                self._rest(page)

    def _rest(self, page: int) -> None:
        def tick() -> None:
            if self._page == page:
                self._order(do="tick")

        self.time.after(RETRY, tick)

    def _send(self, page: int, request: int, text: str) -> None:
        """Deliver an entry to the server and its answer back, as far as the network allows."""
        answered = False

        def answer(status: int, *, later: bool = False) -> None:
            nonlocal answered
            if not answered and self._page == page:
                answered = True
                self._order(do="answer", request=request, status=status, later=later)
                if later or status >= 500 or not status:
                    self._rest(page)

        server = self.server

        def arrive() -> None:
            if self.network.is_cut(self.name, server):
                return
            told = self.ask(server, text)
            if told is not None and not self.network.loses():
                status, later = told
                self.time.after(self.network.delay(), lambda: answer(status, later=later))

        self.time.after(TIMEOUT, lambda: answer(0))
        if not self.network.loses():
            self.time.after(self.network.delay(), arrive)
        if self.network.doubles():
            self.time.after(self.network.delay(), arrive)
