"""A database that is locked or down: every desk in the line is told in time, and then continues."""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.faults.postgres import INITDB, NOT_THERE, Cluster
from tests.faults.running import DATABASE, Desk, Server, prepare, running
from tests.faults.waiting import wait_for
from tests.longer import times

pytestmark = pytest.mark.slow

# Limits in seconds of a desk's answer: the median, and the slowest. Desks that block each other
# would take 4 seconds more each.
IN_TIME, AT_MOST = 8.0, 16.0
# The same as in desk.js.
RETRY = 2.0
# The least duration; it always lasts until every desk has had two answers. `make faults` sets it.
LOCKED = float(times(0))


def enter_until_saved(desk: Desk, text: str, took: list[tuple[float, int]]) -> None:
    """Send an entry until it is acknowledged, as a desk does; record the time of each answer."""
    for _ in range(60):
        began = time.monotonic()
        status, page = desk.enter(text)
        took.append((time.monotonic() - began, status))
        if status == HTTPStatus.OK:
            return
        assert status == HTTPStatus.SERVICE_UNAVAILABLE, page[:500]
        assert text in page, "what was typed comes back"
        time.sleep(RETRY)
    raise AssertionError(f"{text} was never saved")


def check_line(
    server: Server, desks: int, trouble: Callable[[], AbstractContextManager[None]]
) -> None:
    """Let each of many desks enter a result during a fault and after it."""
    logged_in = [Desk(server) for _ in range(desks)]
    assert all(desk.log_in() == HTTPStatus.OK for desk in logged_in)
    assert logged_in[0].get("/staff/e/open/")[0] == HTTPStatus.OK
    took: list[tuple[float, int]] = []
    with ThreadPoolExecutor(desks) as pool:
        with trouble():
            entering = [
                pool.submit(enter_until_saved, desk, f"{place} 20", took)
                for place, desk in enumerate(logged_in, 1)
            ]
            time.sleep(LOCKED)
            assert wait_for(lambda: len(took) >= 2 * desks), "every desk heard so, and again"
            assert all(status != HTTPStatus.OK for _seconds, status in took)
            assert not any(entry.done() for entry in entering)
        for entry in entering:
            entry.result(180)
    told = sorted(seconds for seconds, status in took if status != HTTPStatus.OK)
    assert told[len(told) // 2] < IN_TIME, told
    assert told[-1] < AT_MOST, told
    _status, page = logged_in[0].get("/staff/e/open/rounds/1/")
    open_tables = [place for place in range(1, desks + 1) if f'id="open-{place}"' in page]
    assert open_tables == [], "every result is there"


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold SQLite's write lock, as another hanging process would."""
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    with contextlib.closing(other):
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_locked_sqlite_is_told_to_eight_desks_at_once(tmp_path: Path) -> None:
    prepare(tmp_path)
    with running(tmp_path, MATCHSLIP_BACKUP_MINUTES="0") as server:
        check_line(server, 8, lambda: locked(tmp_path / DATABASE))


@contextlib.contextmanager
def gone(cluster: Cluster) -> Iterator[None]:
    """Kill the database, and start it again."""
    cluster.kill()
    yield
    cluster.start()


@contextlib.contextmanager
def held_row(cluster: Cluster) -> Iterator[None]:
    """Lock the row of every event, as a page that hangs during its write would."""
    with psycopg.connect(cluster.url) as other:
        other.execute("SELECT id FROM events_event FOR UPDATE")
        yield
        other.rollback()


@pytest.mark.skipif(INITDB is None, reason=NOT_THERE)
@pytest.mark.parametrize("trouble", [gone, held_row])
def test_a_postgresql_in_trouble_is_told_to_five_desks_at_once(
    tmp_path: Path,
    cluster: Cluster,
    trouble: Callable[[Cluster], AbstractContextManager[None]],
) -> None:
    more: dict[str, Any] = {"DATABASE_URL": cluster.url, "MATCHSLIP_BACKUP_MINUTES": "0"}
    with running(tmp_path, "--workers=1", **more) as server:
        check_line(server, 5, lambda: trouble(cluster))
