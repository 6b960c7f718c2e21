"""Measure how long each phone waits for a posted round."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.urls import reverse

from events.hosting.rehearsal.watching_phones import (
    Answer,
    Phone,
    PhoneTally,
    connect,
    hang_up,
    request,
)

# Nine of ten phones poll their own table, and one the list.
LISTS = 10
# A phone reconnects after this much silence.
PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class WatchedEvent:
    """A watched event: its server, its players, the number of phones and their interval.

    `every` is in seconds; each phone asks up to a fifth earlier or later.
    """

    host: str
    port: int
    slug: str
    players: Sequence[int]
    phones: int
    every: float

    def addresses(self, phone: int) -> tuple[str, str]:
        """Return a phone's polled address, and that of the page it shows."""
        if phone % LISTS == 0:
            of_all = [self.slug]
            return reverse("public:stamp", args=of_all), reverse("public:pairings", args=of_all)
        own = [self.slug, self.players[phone % len(self.players)]]
        return reverse("public:card", args=own), reverse("public:player", args=own)


@dataclass(slots=True)
class Drill:
    """Findings of a rehearsal: first pages, answers without news, the new round."""

    watched: WatchedEvent
    first: PhoneTally = field(default_factory=PhoneTally)
    asked: PhoneTally = field(default_factory=PhoneTally)
    round: PhoneTally = field(default_factory=PhoneTally)
    posted_at: float | None = None
    awaited: int = 0

    async def run(self, post: Callable[[], None], awaited: int, most_seconds: float) -> None:
        """Connect all phones, call `post` (in a thread), and wait until all show the round.

        `awaited` is the number of the round. Ends after `most_seconds` in any case.
        """
        self.awaited = awaited
        came = [asyncio.Event() for _ in range(self.watched.phones)]
        watching = [
            asyncio.create_task(self._watch(number, came[number]))
            for number in range(self.watched.phones)
        ]
        for arrived in came:
            await arrived.wait()
        # New phones all poll at once, so they first get time to spread.
        await asyncio.sleep(self.watched.every)
        await asyncio.to_thread(post)
        self.posted_at = time.perf_counter()
        _done, late = await asyncio.wait(watching, timeout=most_seconds)
        for task in late:
            task.cancel()
            self.round.wrong("never heard")
        await asyncio.gather(*late, return_exceptions=True)

    async def _watch(self, number: int, came: asyncio.Event) -> None:
        """Simulate one phone until it shows the round."""
        pulse, page = self.watched.addresses(number)
        draw = random.Random(number)
        began = time.perf_counter()
        phone = await self.come(page)
        self.first.seconds.append(time.perf_counter() - began)
        came.set()
        tag = ""
        try:
            await asyncio.sleep(draw.random() * self.watched.every)
            while True:
                began = time.perf_counter()
                try:
                    answer = await self.ask(phone, pulse, tag)
                    self.asked.seconds.append(time.perf_counter() - began)
                    if answer.status == 200:
                        tag = answer.etag
                        if json.loads(answer.body).get("round") == self.awaited:
                            await self.ask(phone, page, "")
                            self._heard()
                            return
                    elif answer.status not in (304, 404):
                        self.asked.wrong(str(answer.status))
                except (OSError, TimeoutError) as error:
                    self.asked.wrong(type(error).__name__)
                    hang_up([phone])
                    phone = await self.come(page)
                await asyncio.sleep(self.watched.every * draw.uniform(0.8, 1.2))
        finally:
            hang_up([phone])

    async def come(self, page: str) -> Phone:
        """Connect a phone and load its page, retrying as needed."""
        while True:
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    phone = await connect(self.watched.host, self.watched.port)
                answer = await self.ask(phone, page, "")
                # Some pages exist only after the first round is posted.
                if answer.status in (200, 404):
                    return phone
                hang_up([phone])
            self.first.wrong("tried again")
            await asyncio.sleep(1)

    async def ask(self, phone: Phone, path: str, tag: str) -> Answer:
        """Return the answer to a request; TimeoutError if none arrives."""
        async with asyncio.timeout(PATIENCE):
            return await phone.ask(request(f"{self.watched.host}:{self.watched.port}", path, tag))

    def _heard(self) -> None:
        # A phone notified before the desk's answer did not wait.
        now = time.perf_counter()
        self.round.seconds.append(max(0.0, now - self.posted_at) if self.posted_at else 0.0)
