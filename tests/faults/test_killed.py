"""What a killed process leaves behind: nothing that is in the way of the next start."""

import http.client
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http import HTTPStatus
from pathlib import Path

from tests.faults.running import Desk, Server, prepare, running, wait_for
from tests.shared import ROOT

FIRST_STARTS = 6
# How often the server is killed under writers; `make faults` says a larger number.
TIMES = int(os.environ.get("MATCHSLIP_FAULTS", "2"))
WRITERS = 4
TABLES = 12
# A result as the desk shows it, which is what a replacement must name.
SEEN = {"20": "2-0", "21": "2-1", "12": "1-2"}


def first_start(folder: Path) -> str:
    """The signing key that a process of its own begins with."""
    code = "import config.settings as s; print(s.SECRET_KEY)"
    environment = {**os.environ, "MATCHSLIP_VAR": str(folder), "MATCHSLIP_SECRET_KEY": ""}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, check=True
    )
    return done.stdout.decode().strip()


def test_first_starts_at_once_agree_on_one_whole_key(tmp_path: Path) -> None:
    # What a first start leaves that was killed before it wrote.
    (tmp_path / "secret_key").touch(mode=0o600)
    with ThreadPoolExecutor(FIRST_STARTS) as pool:
        keys = set(pool.map(first_start, [tmp_path] * FIRST_STARTS))
    assert len(keys) == 1
    assert len(keys.pop()) > 50
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_workers_leave_with_a_killed_server_and_free_the_port(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert server.answers()
        server.kill()
        assert wait_for(lambda: not server.answers()), "nobody keeps the port"


def test_a_server_makes_backups_by_itself(tmp_path: Path) -> None:
    with running(tmp_path):
        saved = tmp_path / "backups"
        assert wait_for(lambda: list(saved.glob("*.zip"))), "one as soon as it serves"
        assert wait_for((saved / "status.json").exists)


def test_a_server_killed_under_writers_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    prepare(tmp_path)
    entered: dict[int, str] = {}
    for turn in range(TIMES):
        with running(tmp_path, MATCHSLIP_BACKUP_MINUTES="0") as server:
            desks = [Desk(server) for _ in range(WRITERS)]
            assert all(desk.log_in() == HTTPStatus.OK for desk in desks)
            for table, score in entered.items():
                assert has_this_result(desks[0], table, score)
            kill_while_they_write(server, desks, turn, entered)
    with running(tmp_path, MATCHSLIP_BACKUP_MINUTES="0") as server:
        desk = Desk(server)
        desk.log_in()
        for table, score in entered.items():
            assert has_this_result(desk, table, score)
    assert entered
    with closing(sqlite3.connect(tmp_path / "matchslip.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def has_this_result(desk: Desk, table: int, score: str) -> bool:
    return f"Table {table} has this result already" in desk.enter(f"{table} {score}")[1]


def kill_while_they_write(
    server: Server, desks: list[Desk], turn: int, entered: dict[int, str]
) -> None:
    """Let every desk enter results of tables of its own over and over, and kill the server."""

    def write(place: int) -> None:
        for count in range(1000):
            table = place + 1 + WRITERS * (count % (TABLES // WRITERS))
            score = ("20", "21", "12")[(turn + count) % 3]
            before = entered.get(table)
            try:
                status, page = desks[place].post(
                    "/staff/e/open/rounds/1/enter/",
                    entry=f"{table} {score}!",
                    seen=SEEN.get(before or "", ""),
                )
            except (OSError, http.client.HTTPException):
                # Nobody was told: it may be in or not. Only what was acknowledged is compared.
                entered.pop(table, None)
                return
            if status == HTTPStatus.OK and "Not entered" not in page:
                entered[table] = score

    with ThreadPoolExecutor(len(desks)) as pool:
        writing = [pool.submit(write, place) for place in range(len(desks))]
        time.sleep(1.0 + random.random())
        for process in (server.process.pid, *server.workers()):
            os.kill(process, signal.SIGKILL)
        server.process.wait(30)
        for one in writing:
            one.result()
