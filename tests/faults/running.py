"""A separate server, started as by `make run`, that a test may damage."""

import contextlib
import http.client
import http.cookiejar
import os
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from events.hosting.rehearsal.own_server import free_port
from events.hosting.server.supervisor import WATCH
from tests.databases import migrated_file
from tests.faults.waiting import wait_until_it_answers
from tests.shared import ROOT

DATABASE = "matchslip.sqlite3"
USERNAME, PASSWORD = "scorekeeper", "a password of the tests"
PREPARE = f"""
from django.contrib.auth.models import User
from django.core.management import call_command
User.objects.create_superuser("{USERNAME}", password="{PASSWORD}")
call_command("simulate_event", name="Open", players=24, rounds=3, seed=3, owner="{USERNAME}",
             stop_in_round=1, outstanding=12)
"""


class Server:
    """A process that serves the data in a folder."""

    def __init__(self, folder: Path, port: int, process: subprocess.Popen[bytes]) -> None:
        self.folder = folder
        self.port = port
        self.process = process

    def answers(self) -> bool:
        """Return whether a server answers at its port."""
        with contextlib.suppress(OSError, http.client.HTTPException):
            asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            asking.request("GET", "/")
            asking.getresponse().read()
            asking.close()
            return True
        return False

    def ask(self, path: str, **headers: str) -> tuple[int, str]:
        """Send a request over a separate connection; return status and text."""
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        with contextlib.closing(asking):
            asking.request("GET", path, headers=headers)
            answer = asking.getresponse()
            return answer.status, answer.read().decode()

    def kill(self) -> None:
        """Kill the server's own process without warning, as the kernel would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)

    def stop(self) -> None:
        """Stop the server cleanly: it answers requests already received."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)

    def kill_all(self) -> None:
        """Kill all serving processes at once."""
        for process in (self.process.pid, *self.workers()):
            os.kill(process, signal.SIGKILL)
        self.process.wait(30)

    def workers(self) -> list[int]:
        """Return the processes that answer requests (Linux)."""
        return [pid for pid in children_of(self.process.pid) if name_of(pid) != WATCH]

    def watches(self) -> list[int]:
        """Return the process of the watch, once it has started (Linux)."""
        return [pid for pid in children_of(self.process.pid) if name_of(pid) == WATCH]


def name_of(pid: int) -> str:
    """Return the name of a process as the system shows it; empty if it has ended (Linux)."""
    with contextlib.suppress(OSError):
        return (Path("/proc") / str(pid) / "comm").read_text().strip()
    return ""


def children_of(pid: int) -> list[int]:
    """Return the child processes of a process (Linux)."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(status.read_text().rsplit(")", 1)[1].split()[1]) == pid:
                found.append(int(status.parent.name))
    return found


class Site(Protocol):
    """A server at a port of this computer."""

    port: int


class Desk:
    """A browser at the desk: it stores cookies, and sends the same requests as the entry box."""

    def __init__(self, server: Site) -> None:
        self.site = f"http://127.0.0.1:{server.port}"
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> tuple[int, str]:
        return self.ask(urllib.request.Request(self.site + path))

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        token = next((one.value for one in self.cookies if one.name == "csrftoken"), "") or ""
        data = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        return self.ask(urllib.request.Request(self.site + path, data))

    def log_in(self, username: str = USERNAME) -> int:
        self.get("/login/")
        return self.post("/login/", username=username, password=PASSWORD)[0]

    def enter(self, text: str, round: int = 1) -> tuple[int, str]:
        return self.post(f"/staff/e/open/rounds/{round}/enter/", entry=text)

    def ask(self, request: urllib.request.Request, timeout: float = 30) -> tuple[int, str]:
        try:
            with self.opener.open(request, timeout=timeout) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.read().decode()


def environment_of(folder: Path, **more: str) -> dict[str, str]:
    return {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder / DATABASE}",
        "MATCHSLIP_VAR": str(folder),
        "PYTHONUNBUFFERED": "1",
        **more,
    }


def manage(folder: Path, *arguments: str, checkout: Path = ROOT, **more: str) -> str:
    """Run a management command on the data in a folder; return its output."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=checkout,
        env=environment_of(folder, **more),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def prepare(folder: Path, **more: Any) -> None:
    """Make a small event with round 1 in progress, and an account for the desk."""
    folder.mkdir(exist_ok=True)
    if "DATABASE_URL" in more:
        manage(folder, "migrate", "-v0", **more)
        manage(folder, "shell", "-v0", "-c", PREPARE, **more)
    else:
        (folder / DATABASE).write_bytes(_prepared())


@cache
def _prepared() -> bytes:
    """Return the database of `prepare`, made once and copied for every test."""
    with tempfile.TemporaryDirectory() as folder:
        migrated_file(Path(folder) / DATABASE)
        manage(Path(folder), "shell", "-v0", "-c", PREPARE)
        return (Path(folder) / DATABASE).read_bytes()


@contextlib.contextmanager
def running(
    folder: Path, *arguments: str, port: int = 0, checkout: Path = ROOT, **more: str
) -> Generator[Server]:
    """Serve the data in a folder until the test is done, whatever the test does to the server.

    `checkout`: the folder of the version that serves.
    """
    port = port or free_port()
    printed = folder / f"printed-{port}.txt"
    command = [sys.executable, "manage.py", "serve", "--no-demo", f"--port={port}", *arguments]
    with printed.open("w") as out:
        process = subprocess.Popen(
            command,
            cwd=checkout,
            env=environment_of(folder, **more),
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    server = Server(folder, port, process)
    try:
        wait_until_it_answers(process, port, printed)
        yield server
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)
