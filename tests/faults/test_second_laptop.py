"""The laptop at the desk fails; the second one continues, and the first one yields on return."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from http import HTTPStatus
from pathlib import Path

import pytest

from events.hosting.rehearsal.own_server import free_port
from tests.faults.running import Desk, Server, environment_of, prepare, running
from tests.faults.waiting import wait_for
from tests.shared import ROOT

pytestmark = pytest.mark.slow

A_MINUTE = 60
FRESH = 5


class Second:
    """A laptop that follows, and takes over on request."""

    def __init__(self, folder: Path, port: int, process: subprocess.Popen[str]) -> None:
        self.folder = folder
        self.port = port
        self.process = process

    def said(self) -> str:
        return (self.folder / "said.txt").read_text()

    def press_enter(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def as_server(self) -> Server:
        return Server(self.folder / "copy", self.port, self.process)  # type: ignore[arg-type]


@contextlib.contextmanager
def following(folder: Path, desk: Server) -> Generator[Second]:
    """Follow the desk from a separate folder."""
    folder.mkdir()
    port = free_port()
    token = (desk.folder / "follow_token").read_text()
    command = [sys.executable, "manage.py", "follow", f"http://127.0.0.1:{desk.port}"]
    command += [f"--token={token}", "--host", "127.0.0.1", "--port", str(port)]
    with (folder / "said.txt").open("w") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment_of(folder), stdin=subprocess.PIPE, stdout=out,
            stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
    second = Second(folder, port, process)
    try:
        assert wait_for(lambda: "The copy is as of" in second.said()), second.said()
        yield second
    finally:
        process.terminate()
        process.wait(30)


def pull_the_plug(server: Server) -> None:
    """Kill server and workers at once, without warning."""
    workers = server.workers()
    for process in (server.process.pid, *workers):
        os.kill(process, signal.SIGKILL)
    server.process.wait(30)


def test_the_second_laptop_takes_over_and_the_first_gives_way(tmp_path: Path) -> None:
    prepare(tmp_path / "first")
    with running(tmp_path / "first") as first:
        desk = Desk(first)
        desk.log_in()
        with following(tmp_path / "second", first) as second:
            for table in range(1, 6):
                assert desk.enter(f"{table} 20")[0] == HTTPStatus.OK
            time.sleep(FRESH)
            pull_the_plug(first)
            pulled = time.monotonic()
            assert wait_for(lambda: "Press Enter" in second.said()), second.said()
            second.press_enter()
            server = second.as_server()
            assert wait_for(server.answers, A_MINUTE), second.said()
            # The same browser, still logged in; entries acknowledged by the first laptop are there.
            there = Desk(server)
            there.opener = desk.opener
            there.cookies = desk.cookies
            status, page = there.enter("6 20")
            took = time.monotonic() - pulled
            assert status == HTTPStatus.OK, page[:1000]
            assert took < A_MINUTE
            print(f"from pulling the plug to the next result: {took:.1f} s")
            for table in range(1, 7):
                assert f"Table {table} already has this result" in there.enter(f"{table} 20")[1]

            gives_way(first, desk)
            assert there.enter("7 20")[0] == HTTPStatus.OK


def gives_way(first: Server, desk: Desk) -> None:
    """Switch the first laptop on again, and check that it yields."""
    with running(first.folder, port=first.port):
        assert (
            "Another laptop took over" in (first.folder / f"printed-{first.port}.txt").read_text()
        )
        status, page = desk.enter("8 20")
        assert status == HTTPStatus.SERVICE_UNAVAILABLE
        assert "Another laptop took over" in page
        assert "8 20" in page
        assert "Another laptop took over" in desk.get("/staff/e/open/")[1]
        assert desk.get("/e/open/pairings/")[0] == HTTPStatus.OK
