"""Server and worker killed under writers: every message arrives, a second one with the same ID."""

import contextlib
import os
import signal
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.events.support.receiver import Receiver, receiving
from tests.faults.postgres import children_of
from tests.faults.running import DATABASE, Server, manage, prepare, running, wait_for
from tests.faults.writers import desks_of, kill_while_they_write, missing_of
from tests.longer import times

LISTEN = """
from events.integrations.actions import add_endpoint
from events.models import Event, HookKind
event = Event.objects.get()
add_endpoint(event_id=event.pk, actor=event.staff.get().user, name="Stub", address="{address}",
             kinds=[HookKind.RESULT_RECORDED])
"""
RECORDED = "SELECT count(*) FROM events_journalentry WHERE verb IN ('result-entered')"
KEYS = "SELECT key FROM events_hookmessage"
WAITING = (
    "SELECT (SELECT count(*) FROM events_hookmessage WHERE NOT spread)"
    " + (SELECT count(*) FROM events_hookdelivery WHERE state = 'waiting')"
)
# A worker that was killed leaves its lease; after that its messages are sent again.
PATIENCE = 90
ALLOWED: dict[str, Any] = {
    "MATCHSLIP_HOOK_NETWORKS": "127.0.0.0/8",
    "MATCHSLIP_BACKUP_MINUTES": "0",
}


def asked(folder: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        return [row[0] for row in database.execute(sql)]


def kill_with_worker(server: Server) -> None:
    """End the server, its workers and the watch that delivers, each without a word."""
    processes = [server.process.pid, *children_of(server.process.pid)]
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    server.process.wait(30)


def lost_of(folder: Path, receiver: Receiver) -> set[str]:
    return set(asked(folder, KEYS)) - set(receiver.keys())


@pytest.mark.sqlite
def test_no_message_is_lost_and_a_second_one_has_the_same_id(tmp_path: Path) -> None:
    prepare(tmp_path)
    entered: dict[int, str] = {}
    with receiving() as receiver:
        receiver.takes = 0.01
        manage(tmp_path, "shell", "-v0", "-c", LISTEN.format(address=receiver.address), **ALLOWED)
        before = asked(tmp_path, RECORDED)[0]
        for _turn in range(times(2)):
            with running(tmp_path, **ALLOWED) as server:
                desks = desks_of(server)
                kill_while_they_write(desks, entered, lambda: kill_with_worker(server))
        with running(tmp_path, **ALLOWED) as server:
            [desk, *_more] = desks_of(server)
            assert missing_of(desk, entered) == {}
            assert wait_for(lambda: asked(tmp_path, WAITING) == [0], PATIENCE)
        assert not lost_of(tmp_path, receiver)
        keys = Counter(receiver.keys())
        written = asked(tmp_path, KEYS)
        assert len(written) == int(asked(tmp_path, RECORDED)[0]) - int(before)
        assert set(keys) == set(written), "nobody hears of what was not committed"
        told = {
            (headers["webhook-id"], body["timestamp"], body["data"]["table"])
            for (_path, headers, _body), body in zip(receiver.came, receiver.bodies(), strict=True)
        }
        assert len(told) == len(keys), "a second time is the same message"
        print(
            f"{times(2)} kills, {len(written)} messages, 0 lost, {keys.total() - len(keys)} twice"
        )
