"""The server as `make run` starts it: a process of its own, first start to third."""

import contextlib
import http.cookiejar
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.databases import migrated_file
from tests.shared import ROOT

pytestmark = pytest.mark.slow

# Below those that systems give to outgoing connections: until the server starts, which takes
# seconds, none of these may take the port.
PORTS = range(12_000, 32_000)


def free_port() -> int:
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@contextlib.contextmanager
def serving(folder: Path, *arguments: str) -> Generator[tuple[int, str]]:
    """Run `manage.py serve` on a database in `folder`; give its port and what it printed."""
    port = free_port()
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder / 'matchslip.sqlite3'}",
        "MATCHSLIP_VAR": str(folder),
        "PYTHONUNBUFFERED": "1",
    }
    printed = folder / f"printed-{port}.txt"
    command = [sys.executable, "manage.py", "serve", "--port", str(port), *arguments]
    with printed.open("w") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        wait_until_it_answers(process, port, printed)
        yield port, printed.read_text()
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=120)


def wait_until_it_answers(process: subprocess.Popen[bytes], port: int, printed: Path) -> None:
    # A first start migrates: on a busy machine that takes minutes, and one that failed has ended.
    for _ in range(6000):
        assert process.poll() is None, printed.read_text()
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise AssertionError(f"no answer after ten minutes: {printed.read_text()}")


def lands_on(port: int, password: str) -> str:
    """The path one lands on after logging in as the demonstration's user."""
    site = f"http://127.0.0.1:{port}"
    opener = urllib.request.build_opener(
        urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    )
    page = opener.open(f"{site}/login/").read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    form = {"csrfmiddlewaretoken": token[1], "username": "demo", "password": password}
    request = urllib.request.Request(f"{site}/login/", urllib.parse.urlencode(form).encode())
    with contextlib.suppress(urllib.error.HTTPError):
        return str(urllib.parse.urlsplit(opener.open(request).geturl()).path)
    return "/login/"


def test_three_starts_keep_the_data_and_guard_the_demonstration(tmp_path: Path) -> None:
    with serving(tmp_path) as (port, printed):
        assert "Loading the demonstration" in printed
        assert "demo / demo (on this computer only)" in printed
        assert lands_on(port, "demo") == "/staff/"
        front = urllib.request.urlopen(f"http://127.0.0.1:{port}/").read().decode()
        assert "Harbour City Open" in front

    with serving(tmp_path, "--host", "0.0.0.0") as (port, printed):
        assert "Loading the demonstration" not in printed
        generated = re.search(r"Demonstration login: demo / (\S+)", printed)
        assert generated
        assert len(generated[1]) >= 12
        assert lands_on(port, "demo") == "/login/"
        assert lands_on(port, generated[1]) == "/staff/"

    with serving(tmp_path) as (port, printed):
        assert "Loading the demonstration" not in printed
        assert lands_on(port, generated[1]) == "/login/"
        assert lands_on(port, "demo") == "/staff/"


def test_an_empty_start_offers_to_make_the_organizers_account(tmp_path: Path) -> None:
    migrated_file(tmp_path / "matchslip.sqlite3")
    with serving(tmp_path, "--no-demo") as (port, printed):
        assert "the first page makes the organizer's" in printed
        answer = urllib.request.urlopen(f"http://127.0.0.1:{port}/")
        assert urllib.parse.urlsplit(answer.geturl()).path == "/first-organizer/"
