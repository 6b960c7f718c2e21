"""The server as `make run` starts it: a process of its own, first start to third."""

import contextlib
import http.cookiejar
import os
import re
import signal
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Generator
from pathlib import Path

import pytest

from events.hosting.rehearsal.own_server import free_port
from tests.databases import migrated_file
from tests.faults.waiting import wait_until_it_answers
from tests.shared import ROOT

pytestmark = pytest.mark.slow


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
