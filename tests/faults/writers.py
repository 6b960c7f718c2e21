"""Desks that enter results without a pause until their server is killed."""

import http.client
import json
import random
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus

from archive.loading import archive_of
from tests.faults.running import Desk, Server
from tests.faults.waiting import wait_for

WRITERS = 4
# All players of the event have an opponent there.
TABLES = 8
# A result as the desk shows it, which a replacement must name.
SEEN = {"20": "2-0", "21": "2-1", "12": "1-2"}
# The number of results that are entered before a process is killed.
BEFORE = 12


def desks_of(server: Server) -> list[Desk]:
    """Return logged-in desks."""
    desks = [Desk(server) for _ in range(WRITERS)]
    assert all(desk.log_in() == HTTPStatus.OK for desk in desks)
    return desks


def kill_while_they_write(
    desks: Sequence[Desk], entered: dict[int, str], kill: Callable[[], None]
) -> int:
    """Let every desk enter results of its own tables repeatedly, then kill something.

    Afterwards `entered` has the acknowledged results by table. Returns their number, with repeats.
    """
    acknowledged = [0] * len(desks)
    ended: list[str] = []

    def write(place: int) -> None:
        tables = list(range(place + 1, TABLES + 1, len(desks)))
        recorded = {table: SEEN.get(entered.get(table, ""), "") for table in tables}
        while True:
            table = random.choice(tables)
            score = random.choice([score for score in SEEN if SEEN[score] != recorded[table]])
            status, page = answer_to(desks[place], f"{table} {score}!", recorded[table])
            if status == HTTPStatus.CONFLICT:
                # An earlier entry without an acknowledgement was saved: the page shows it.
                recorded[table] = found_in(page) or SEEN[score]
            elif status == HTTPStatus.OK:
                entered[table], recorded[table] = score, SEEN[score]
                acknowledged[place] += 1
            else:
                # No answer arrived, so it may be saved or not. Only acknowledged entries are
                # compared.
                entered.pop(table, None)
                said = re.search(r"Not entered.*?</p>", page, re.DOTALL)
                ended.append(f"{status} {said.group() if said else page}")
                return

    with ThreadPoolExecutor(len(desks)) as pool:
        writing = [pool.submit(write, place) for place in range(len(desks))]
        wait_for(lambda: sum(acknowledged) >= BEFORE or ended, 300)
        time.sleep(random.random() / 4)
        before = list(ended)
        kill()
        for one in writing:
            one.result(120)
    assert not before, before[0][:2000]
    assert sum(acknowledged) >= BEFORE, acknowledged
    return sum(acknowledged)


def answer_to(desk: Desk, text: str, seen: str) -> tuple[int, str]:
    """Enter a result; return status and page, 0 without an answer."""
    try:
        return desk.post("/staff/e/open/rounds/1/enter/", entry=text, seen=seen)
    except (OSError, http.client.HTTPException):
        return 0, ""


def found_in(page: str) -> str:
    """Return the recorded result of the table on a page that asks whether to replace it."""
    asked = r'name="entry"\s+value="[^"]+!">\s*<input[^>]+name="seen"\s+value="([^"]+)"'
    seen = re.search(asked, page)
    return seen.group(1) if seen else ""


def missing_of(desk: Desk, entered: dict[int, str]) -> dict[int, str]:
    """Return the results that the desk does not have."""
    return {
        table: score
        for table, score in entered.items()
        if f"Table {table} already has this result" not in desk.enter(f"{table} {score}")[1]
    }


def check_archive(desk: Desk) -> None:
    """Fail unless the event has a complete export that another laptop can read."""
    status, archive = desk.get("/staff/e/open/export/archive/")
    assert status == HTTPStatus.OK, archive[:500]
    archive_of(json.loads(archive))
