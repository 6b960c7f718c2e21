"""Crowds for the benches: scorekeepers next to readers, and phones that all ask at once."""

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Sequence
from multiprocessing.queues import Queue

from events.hosting.rehearsal import load
from events.hosting.rehearsal.load import Connection, Keeper, Start, enter_at_once
from events.hosting.rehearsal.watching_phones import Phone, PhoneTally, connect, hang_up, request


def percentile(tally: load.AnswerTally, share: float) -> float:
    """Return the time within which this share of the answers arrived; 0 without any."""
    ordered = sorted(tally.times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def read_at_a_pace(
    port: int,
    request: bytes,
    a_second: int,
    start: Start,
    out: "Queue[tuple[load.AnswerTally, float]]",
) -> None:
    """Request a page `a_second` times per second, if the server keeps up, until the end.

    The first request is at the start, so that there is at least one; 0 per second means none.
    """
    connection, tally = Connection(port), load.AnswerTally()
    start.reading.set()
    start.begun.wait()
    began = time.perf_counter()
    asked = 0
    while not (start.ended.is_set() and (asked or not a_second)):
        if not a_second or asked > (time.perf_counter() - began) * a_second:
            time.sleep(0.002)
            continue
        sent = time.perf_counter()
        status, _body = connection.ask(request)
        tally.add(time.perf_counter() - sent, status)
        asked += 1
    out.put((tally, time.perf_counter() - began))


def together(
    port: int, keepers: list[Keeper], page: bytes, reads_a_second: int
) -> tuple[tuple[load.AnswerTally, float], tuple[load.AnswerTally, float]]:
    """Run the scorekeepers next to the readers; return both tallies with their seconds."""
    spawn = multiprocessing.get_context("spawn")
    entered: Queue[tuple[load.AnswerTally, float]] = spawn.Queue()
    was_read: Queue[tuple[load.AnswerTally, float]] = spawn.Queue()
    start = Start(spawn.Event(), spawn.Event(), spawn.Event())
    reader = spawn.Process(
        target=read_at_a_pace, args=(port, page, reads_a_second, start, was_read)
    )
    writer = spawn.Process(target=enter_at_once, args=(port, keepers, entered, start))
    reader.start()
    writer.start()
    written = entered.get()
    start.ended.set()
    read = was_read.get()
    reader.join()
    writer.join()
    return written, read


def side_by_side(
    port: int, some: list[Keeper], others: list[Keeper]
) -> tuple[tuple[load.AnswerTally, float], tuple[load.AnswerTally, float]]:
    """Let two crowds send at the same time, each from its own process; return both tallies."""
    spawn = multiprocessing.get_context("spawn")
    outs: list[Queue[tuple[load.AnswerTally, float]]] = [spawn.Queue(), spawn.Queue()]
    crowds = [
        spawn.Process(target=enter_at_once, args=(port, crowd, out))
        for crowd, out in zip((some, others), outs, strict=True)
    ]
    for crowd in crowds:
        crowd.start()
    first, second = (out.get() for out in outs)
    for crowd in crowds:
        crowd.join()
    return first, second


async def all_at_once(
    host: str, port: int, paths: Sequence[str], patience: float = 60.0
) -> tuple[PhoneTally, list[Phone]]:
    """Let a phone for each path connect and request at once; the connections stay open.

    Times are measured from that moment to the complete answer.
    """
    tally = PhoneTally()
    began = time.perf_counter()
    phones: list[Phone] = []

    async def ask_once(path: str) -> None:
        try:
            async with asyncio.timeout(patience):
                phone = await connect(host, port)
                phones.append(phone)
                answer = await phone.ask(request(f"{host}:{port}", path))
        except (OSError, TimeoutError) as error:
            tally.wrong(type(error).__name__)
            return
        if answer.status == 200:
            tally.seconds.append(time.perf_counter() - began)
        else:
            tally.wrong(str(answer.status))

    await asyncio.gather(*(ask_once(path) for path in paths))
    tally.took = time.perf_counter() - began
    return tally, phones


async def again_and_again(
    host: str, port: int, asked: Callable[[], bytes | None], lines: int
) -> PhoneTally:
    """Send the requests that `asked` returns over `lines` connections, in sequence on each.

    `asked` returns None at the end.
    """
    tally = PhoneTally()
    began = time.perf_counter()

    async def keep_asking() -> None:
        phone = await connect(host, port)
        while (question := asked()) is not None:
            start = time.perf_counter()
            try:
                answer = await phone.ask(question)
            except OSError as error:
                tally.wrong(type(error).__name__)
                return
            if answer.status in (200, 304):
                tally.seconds.append(time.perf_counter() - start)
            else:
                tally.wrong(str(answer.status))
        hang_up([phone])

    await asyncio.gather(*(keep_asking() for _ in range(lines)))
    tally.took = time.perf_counter() - began
    return tally
