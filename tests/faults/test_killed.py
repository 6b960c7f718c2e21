"""A killed process leaves nothing behind that blocks the next start."""

import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from events.core.private_files import hold
from events.hosting.parent_process import ONE_SERVER
from tests.databases import migrated_file
from tests.faults.running import DATABASE, prepare, running
from tests.faults.waiting import wait_for
from tests.faults.writers import check_archive, desks_of, kill_while_they_write, missing_of
from tests.longer import times
from tests.shared import ROOT

pytestmark = pytest.mark.slow

FIRST_STARTS = 6


def first_start(folder: Path) -> str:
    """Return the signing key of a new process."""
    code = "import config.settings as s; print(s.SECRET_KEY)"
    environment = {**os.environ, "MATCHSLIP_VAR": str(folder), "MATCHSLIP_SECRET_KEY": ""}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, check=True
    )
    return done.stdout.decode().strip()


def test_first_starts_at_once_agree_on_one_whole_key(tmp_path: Path) -> None:
    # A first start killed before its first write leaves this file.
    (tmp_path / "secret_key").touch(mode=0o600)
    with ThreadPoolExecutor(FIRST_STARTS) as pool:
        keys = set(pool.map(first_start, [tmp_path] * FIRST_STARTS))
    assert len(keys) == 1
    assert len(keys.pop()) > 50
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_workers_leave_with_a_killed_server_and_free_the_port(tmp_path: Path) -> None:
    migrated_file(tmp_path / DATABASE)
    with running(tmp_path) as server:
        assert server.answers()
        server.kill()
        assert wait_for(lambda: not server.answers()), "nobody keeps the port"


def test_neither_worker_nor_watch_holds_what_is_the_servers(tmp_path: Path) -> None:
    migrated_file(tmp_path / DATABASE)
    with running(tmp_path) as server:
        assert wait_for(lambda: server.watches())
        server.process.send_signal(signal.SIGSTOP)
        [worker], [watch] = server.workers(), server.watches()
        os.kill(worker, signal.SIGSTOP)
        os.kill(watch, signal.SIGSTOP)
        server.kill()
        assert hold(tmp_path / ONE_SERVER, alone=True), "another server can start"
        os.kill(worker, signal.SIGKILL)
        with socket.socket() as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            assert wait_for(lambda: is_bound(listening, server.port)), "the watch keeps no port"
        os.kill(watch, signal.SIGKILL)


def is_bound(listening: socket.socket, port: int) -> bool:
    with contextlib.suppress(OSError):
        listening.bind(("127.0.0.1", port))
        listening.listen()
        return True
    return False


def test_a_killed_watch_comes_back_and_goes_on(tmp_path: Path) -> None:
    migrated_file(tmp_path / DATABASE)
    saved = tmp_path / "backups"
    with running(tmp_path) as server:
        assert wait_for((saved / "status.json").exists)
        [watch] = server.watches()
        os.kill(watch, signal.SIGKILL)
        (saved / "status.json").unlink()
        assert wait_for((saved / "status.json").exists), "the next one looks, too"
        assert server.watches() != [watch]
        assert server.answers()


def test_a_server_makes_backups_by_itself(tmp_path: Path) -> None:
    migrated_file(tmp_path / DATABASE)
    with running(tmp_path):
        saved = tmp_path / "backups"
        assert wait_for(lambda: list(saved.glob("*.zip"))), "one as soon as it serves"
        assert wait_for((saved / "status.json").exists)


def test_a_server_killed_under_writers_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    prepare(tmp_path)
    entered: dict[int, str] = {}
    for _turn in range(times(2)):
        with running(tmp_path, MATCHSLIP_BACKUP_MINUTES="0") as server:
            desks = desks_of(server)
            assert missing_of(desks[0], entered) == {}
            kill_while_they_write(desks, entered, server.kill_all)
    with running(tmp_path, MATCHSLIP_BACKUP_MINUTES="0") as server:
        [desk, *_more] = desks_of(server)
        assert missing_of(desk, entered) == {}
        check_archive(desk)
    assert entered
    with closing(sqlite3.connect(tmp_path / "matchslip.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
