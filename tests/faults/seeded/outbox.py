"""The outbox: the product's courier and tables, a receiver that hangs, workers that are killed."""

import datetime
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from unittest import mock

from events.integrations.delivery import Courier
from events.integrations.sending import Answer, Problem
from events.integrations.sending import Network as Networks
from events.integrations.signing import new_secret
from events.models import Event, HookDelivery, HookEndpoint, HookMessage
from events.models.programs.hooks import TEST
from tests.faults.seeded.scheduler import BrokenPromiseError, Network, Scheduler

State = HookDelivery.State
ADDRESS = "https://program.example/"


class Outbox:
    """One event that sends messages to a program; `time` sets all moments in the tables too."""

    def __init__(self, time: Scheduler, network: Network, event: Event) -> None:
        self.time = time
        self.network = network
        self.event = event
        self.offset = 0.0
        self.received: Counter[str] = Counter()
        self.works: list[Callable[[], None]] = []
        self.keys: list[str] = []
        with mock.patch("django.utils.timezone.now", self.now):
            self.endpoint = HookEndpoint.objects.create(
                event=event, name="Program", address=ADDRESS, secret=new_secret(), kinds=[TEST]
            )
        self.start()

    def now(self) -> datetime.datetime:
        """Return the time on the sender's clock."""
        seconds = 1_000_000_000 + self.time.now + self.offset
        return datetime.datetime.fromtimestamp(seconds, datetime.UTC)

    def start(self) -> None:
        """Start a worker; the previous one is dead, with its unfinished work."""
        self.works.clear()
        self.courier = Courier(self.works.append, self._post)

    def write(self) -> None:
        """Commit a change that sends the program a message."""
        with mock.patch("django.utils.timezone.now", self.now):
            self.keys.append(HookMessage.objects.create(event=self.event, kind=TEST).key)

    def look(self) -> None:
        """Let the worker check once; a thread that it starts runs a moment later."""
        with mock.patch("django.utils.timezone.now", self.now):
            self.courier.send_due()
        for work in self.works:
            self.time.after(self.network.delay(), self._run(self.courier, work))
        self.works.clear()

    def kill(self) -> None:
        """Kill the worker, with threads that have sent messages but recorded nothing."""
        self.time.note("the worker of the outbox is killed")
        self.start()

    def _run(self, courier: Courier, work: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            # No thread of a killed process continues.
            if courier is self.courier:
                with mock.patch("django.utils.timezone.now", self.now):
                    work()

        return run

    def _post(
        self, _address: str, _body: bytes, headers: Mapping[str, str], _networks: Sequence[Networks]
    ) -> Answer:
        """Receive a message, perhaps twice; its answer may be lost."""
        key = headers["webhook-id"]
        if self.network.is_cut("outbox", "program") or self.network.loses():
            return Answer(problem=Problem.TIMEOUT)
        self.received[key] += 2 if self.network.doubles() else 1
        self.time.note(f"the program receives {key}")
        if self.network.loses():
            return Answer(problem=Problem.TIMEOUT)
        if self.time.chance(self.network.trouble * 0.1):
            return Answer(status=self.time.random.choice([500, 503]))
        return Answer(status=200)

    @property
    def is_empty(self) -> bool:
        """Whether no message is waiting."""
        waiting = HookDelivery.objects.filter(endpoint=self.endpoint, state=State.WAITING)
        unspread = HookMessage.objects.filter(event=self.event, spread=False)
        return not waiting.exists() and not unspread.exists()

    def check(self) -> None:
        """Check that every message was received at least once, each under its own ID."""
        keys = set(self.keys)
        if len(keys) != len(self.keys):
            raise BrokenPromiseError("two messages have one ID")
        if missing := keys - set(self.received):
            raise BrokenPromiseError(f"messages never arrived: {missing}")
        if foreign := set(self.received) - keys:
            raise BrokenPromiseError(f"a message came under another ID: {foreign}")
        if not self.is_empty:
            raise BrokenPromiseError("messages still wait")
