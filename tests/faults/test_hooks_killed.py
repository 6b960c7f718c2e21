"""Server and worker killed under writers: every message arrives, a repeated one has the same ID."""

import contextlib
import os
import signal
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.events.support.receiver import Receiver, receiving
from tests.faults.postgres import INITDB, NOT_THERE, Cluster
from tests.faults.running import DATABASE, Server, children_of, manage, prepare, running
from tests.faults.waiting import wait_for
from tests.faults.writers import desks_of, kill_while_they_write, missing_of
from tests.longer import times

pytestmark = pytest.mark.slow

LISTEN = """
from events.integrations.actions import add_endpoint
from events.models import Event, HookKind
event = Event.objects.get()
add_endpoint(of=event.pk, actor=event.staff.get().user, name="Stub", address="{address}",
             kinds=[HookKind.RESULT_RECORDED])
"""
RECORDED = "SELECT count(*) FROM events_journalentry WHERE verb IN ('result-entered')"
KEYS = "SELECT key FROM events_hookmessage"
WAITING = (
    "SELECT (SELECT count(*) FROM events_hookmessage WHERE NOT spread)"
    " + (SELECT count(*) FROM events_hookdelivery WHERE state = 'waiting')"
)
# A killed worker leaves its lease; when that ends, its messages are sent again.
PATIENCE = 90
ALLOWED: dict[str, Any] = {
    "MATCHSLIP_HOOK_NETWORKS": "127.0.0.0/8",
    "MATCHSLIP_BACKUP_MINUTES": "0",
}
# Returns the first column of the database's answer.
Ask = Callable[[str], list[Any]]


def kill_with_worker(server: Server) -> None:
    """Kill the server, its workers and the watch that delivers, without warning."""
    processes = [server.process.pid, *children_of(server.process.pid)]
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    server.process.wait(30)


@pytest.mark.sqlite
def test_no_message_is_lost_and_a_second_one_has_the_same_id(tmp_path: Path) -> None:
    def asked(sql: str) -> list[Any]:
        with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
            return [row[0] for row in database.execute(sql)]

    prepare(tmp_path)
    kill_and_check(tmp_path, asked, lambda _turn, server: kill_with_worker(server), **ALLOWED)


@pytest.mark.skipif(INITDB is None, reason=NOT_THERE)
def test_no_message_is_lost_on_postgresql(tmp_path: Path, cluster: Cluster) -> None:
    def asked(sql: str) -> list[Any]:
        with psycopg.connect(cluster.url) as database:
            return [row[0] for row in database.execute(sql.encode())]

    def kill(turn: int, server: Server) -> None:
        """Kill the server, and every second time the database too, which restarts from disk."""
        if turn % 2:
            cluster.kill()
        kill_with_worker(server)
        if turn % 2:
            cluster.start()

    kill_and_check(tmp_path, asked, kill, DATABASE_URL=cluster.url, **ALLOWED)


def kill_and_check(
    folder: Path, asked: Ask, kill: Callable[[int, Server], None], **more: Any
) -> None:
    """Kill the server under writers repeatedly, then compare received and recorded messages."""
    entered: dict[int, str] = {}
    with receiving() as receiver:
        receiver.takes = 0.01
        manage(folder, "shell", "-v0", "-c", LISTEN.format(address=receiver.address), **more)
        before = asked(RECORDED)[0]
        for turn in range(times(2)):
            with running(folder, **more) as server:
                desks = desks_of(server)
                kill_while_they_write(desks, entered, lambda: kill(turn, server))  # noqa: B023
        with running(folder, **more) as server:
            [desk, *_more] = desks_of(server)
            assert missing_of(desk, entered) == {}
            assert wait_for(lambda: asked(WAITING) == [0], PATIENCE)
        check_messages(receiver, asked(KEYS), int(asked(RECORDED)[0]) - int(before))


def check_messages(receiver: Receiver, written: list[str], recorded: int) -> None:
    """Fail unless each result has one message, which arrived with the same content every time."""
    keys = Counter(receiver.keys())
    assert not set(written) - set(keys), "every message arrived"
    assert len(written) == recorded
    assert set(keys) == set(written), "nobody hears of what was not committed"
    told = {
        (headers["webhook-id"], body["timestamp"], body["data"]["table"])
        for (_path, headers, _body), body in zip(receiver.came, receiver.bodies(), strict=True)
    }
    assert len(told) == len(keys), "a second time is the same message"
    print(f"{times(2)} kills, {len(written)} messages, 0 lost, {keys.total() - len(keys)} twice")
