"""The cost of one request of the desk, from the address to the bytes, through all of Django."""

import gzip
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from events.core.revision_cache import clear_revision_caches
from events.models import Event

# The test client's answers; they have no public type.
Answers = list[Any]
HEADS = ("", "wall ms", "processor", "statements", "kB", "packed kB")


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one request: medians in milliseconds, queries, bytes before and after packing."""

    name: str
    wall: float
    processor: float
    statements: int
    size: int
    packed: int

    def line(self) -> str:
        """Return the line of the table."""
        figures = (
            f"{self.wall:.1f}",
            f"{self.processor:.1f}",
            f"{self.statements}",
            f"{self.size / 1000:.1f}",
            f"{self.packed / 1000:.1f}",
        )
        return f"{self.name:34}" + "".join(f"{figure:>12}" for figure in figures)


def head() -> str:
    """Return the head of the table."""
    return f"{HEADS[0]:34}" + "".join(f"{heading:>12}" for heading in HEADS[1:])


class Desk:
    """One person at the desk of an event, whose requests are measured."""

    def __init__(self, event: Event, actor: User, times: int) -> None:
        self.event = event
        self.times = times
        self.client = Client(headers={"accept-encoding": "identity"})
        self.client.force_login(actor)

    def address(self, name: str, *numbers: object) -> str:
        """Return an address of the event's desk."""
        return reverse(f"staff:{name}", args=[self.event.slug, *numbers])

    def page(self, name: str, address: str) -> Cost:
        """Measure loading a page."""
        return self.measured(name, lambda: [self.client.get(address)])

    def button(self, name: str, address: str, **fields: object) -> Cost:
        """Measure a button and the page that it leads to, and roll everything back."""
        return self.measured(name, lambda: self._pressed(address, fields), back=True)

    def entry(self, name: str, number: int, table: int, since: int) -> Cost:
        """Measure entering one result, as the desk's script sends it."""
        fields = {"entry": f"{table} 20", "since": since}
        headers = {"HX-Request": "true"}

        def enter() -> Answers:
            answer = self.client.post(self.address("enter", number), fields, headers=headers)
            return [answer]

        return self.measured(name, enter, back=True)

    def _pressed(self, address: str, fields: dict[str, object]) -> Answers:
        answers = [self.client.post(address, fields)]
        while answers[-1].status_code == 302:
            answers.append(self.client.get(answers[-1].headers["Location"]))
        return answers

    def measured(self, name: str, work: Callable[[], Answers], *, back: bool = False) -> Cost:
        """Run it once to warm up and count, then several times to measure."""
        counted: list[str] = []

        def count(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
            counted.append(sql)
            return execute(sql, *rest)

        with connection.execute_wrapper(count):
            answers = _done(work, back)
        wall, processor = [], []
        for _time in range(self.times):
            began = time.perf_counter(), time.process_time()
            _done(work, back)
            wall.append(1000 * (time.perf_counter() - began[0]))
            processor.append(1000 * (time.process_time() - began[1]))
        wrong = [answer.status_code for answer in answers if answer.status_code not in (200, 302)]
        if wrong:
            raise ValueError(f"{name}: answered {wrong}")
        body = b"".join(answer.content for answer in answers)
        middles = statistics.median(wall), statistics.median(processor)
        return Cost(name, *middles, len(counted), len(body), len(gzip.compress(body, 6)))


def _done(work: Callable[[], Answers], back: bool) -> Answers:
    if not back:
        return work()
    with transaction.atomic():
        answers = work()
        transaction.set_rollback(True)
    clear_revision_caches()
    return answers
