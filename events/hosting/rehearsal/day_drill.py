"""Simulate phones in many events that all watch until the day is over."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from events.hosting.rehearsal.posting_drill import Drill, WatchedEvent
from events.hosting.rehearsal.watching_phones import Answer, Phone, PhoneTally, hang_up


@dataclass(slots=True)
class DayDrill:
    """Phones of several watched events, and their waiting times in each part of the day.

    `part` names the current part. `posted_at` is when the awaited round of an event was posted, by
    slug; `heard` is how long after that each phone showed it.
    """

    watched_events: Sequence[WatchedEvent]
    awaited: int
    part: str = ""
    asked: dict[str, PhoneTally] = field(default_factory=dict)
    posted_at: dict[str, float] = field(default_factory=dict)
    heard: PhoneTally = field(default_factory=PhoneTally)
    _over: bool = False

    async def run(self, play: Callable[[], None]) -> None:
        """Connect all phones, call `play` in a thread, and disconnect when it is done."""
        drills = [Drill(watched) for watched in self.watched_events]
        came = asyncio.Semaphore(0)
        watching = [
            asyncio.create_task(self._watch(drill, number, came))
            for drill in drills
            for number in range(drill.watched.phones)
        ]
        for _phone in watching:
            await came.acquire()
        try:
            await asyncio.to_thread(play)
        finally:
            self._over = True
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)

    async def _watch(self, drill: Drill, number: int, came: asyncio.Semaphore) -> None:
        """Simulate one phone until the day is over."""
        watched, draw = drill.watched, random.Random(f"{drill.watched.slug} {number}")
        pulse, page = watched.addresses(number)
        phone = await drill.come(page)
        came.release()
        tag, has_heard = "", False
        try:
            await asyncio.sleep(draw.random() * watched.every)
            while not self._over:
                tally = self.asked.setdefault(self.part, PhoneTally())
                began = time.perf_counter()
                try:
                    answer = await drill.ask(phone, pulse, tag)
                    tally.seconds.append(time.perf_counter() - began)
                    if answer.status == 200:
                        tag = answer.etag
                        if not has_heard and self._is_awaited(answer):
                            has_heard = True
                            await self._show(drill, phone, page)
                    elif answer.status != 304:
                        tally.wrong(str(answer.status))
                except (OSError, TimeoutError) as error:
                    tally.wrong(type(error).__name__)
                    hang_up([phone])
                    phone = await drill.come(page)
                await asyncio.sleep(watched.every * draw.uniform(0.8, 1.2))
        finally:
            hang_up([phone])

    def _is_awaited(self, answer: Answer) -> bool:
        return bool(json.loads(answer.body).get("round") == self.awaited)

    async def _show(self, drill: Drill, phone: Phone, page: str) -> None:
        await drill.ask(phone, page, "")
        now = time.perf_counter()
        # A phone notified before the desk's answer did not wait.
        posted = self.posted_at.get(drill.watched.slug, now)
        self.heard.seconds.append(max(0.0, now - posted))
