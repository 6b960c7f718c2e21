"""Heavy requests: each in the table with its bound, one at a time, in a process that can fail."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver

from events.web.heavy import TooMuchError, jobs, line_of, run
from events.web.heavy.jobs import JOBS
from events.web.heavy.requests import LINES, mark_of
from events.web.write_failures import Trouble, trouble_of
from tests import factories
from tests.events.web import heavy_jobs
from tests.faults.waiting import wait_for
from tests.interchange.test_workbook_bounds import SHARED, shared_texts, workbook_of

SERVER = Path(settings.BASE_DIR) / "docs/reference/server.md"


@pytest.fixture(autouse=True)
def _fresh_process() -> Iterator[None]:
    yield
    jobs.end_process()


def marked(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the address of every heavy view, and its line."""
    for pattern in resolver.url_patterns:
        address = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from marked(pattern, address)
        elif isinstance(pattern, URLPattern) and (mark := mark_of(pattern.callback)):
            yield re.sub(r"<\w+:(\w+)>", r"<\1>", address), mark.line


def test_every_heavy_request_is_in_the_table() -> None:
    part = SERVER.read_text("utf-8").split("## Heavy requests")[1].split("\n## ")[0]
    rows = [row.split("|")[1:-1] for row in part.splitlines() if row.startswith("|")][2:]
    listed: dict[str, str] = {}
    for row in rows:
        line, bound, over = row[2].strip(), row[3].strip(), row[4].strip()
        assert line in LINES
        assert bound
        assert over
        listed |= dict.fromkeys(re.findall(r"`…/([^`]*)`", row[1]), line)
    for address, line in marked(get_resolver()):
        fitting = {mark for end, mark in listed.items() if address.endswith(end)}
        assert fitting == {line}, address
    for end in listed:
        assert any(address.endswith(end) for address, _line in marked(get_resolver())), end


def test_a_small_form_of_names_waits_in_no_line() -> None:
    address = "/staff/e/friday/roster/paste/"
    assert line_of("POST", address, 16 * 1024) is None
    assert line_of("POST", address, 16 * 1024 + 1) == "files"
    assert line_of("GET", address, 10**6) is None
    assert line_of("GET", "/nothing/here/", 0) is None


def test_a_job_answers_and_raises() -> None:
    assert run(heavy_jobs.doubled, 4) == 8
    with pytest.raises(jobs.JobError, match="ZeroDivisionError"):
        run(heavy_jobs.fails)
    assert run(heavy_jobs.own_id) == run(heavy_jobs.own_id) != os.getpid()


def test_a_large_server_does_not_lose_its_process_at_each_job() -> None:
    much = bytearray(350 * 1024**2)
    much[::4096] = b"\1" * len(much[::4096])
    assert run(heavy_jobs.own_id) == run(heavy_jobs.own_id)


def test_a_job_has_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    run(heavy_jobs.doubled, 1)
    monkeypatch.setattr(jobs, "SECONDS", 0.5)
    began = time.monotonic()
    with pytest.raises(TooMuchError, match="takes too long"):
        run(heavy_jobs.sleeps, 60)
    assert time.monotonic() - began < 60, "it was not waited for"
    monkeypatch.undo()
    assert run(heavy_jobs.doubled, 2) == 4, "the next one has a process of its own"


def test_a_job_that_takes_too_much_memory_is_refused() -> None:
    with pytest.raises(TooMuchError, match="too much memory"):
        run(heavy_jobs.takes, 3 * 1024**3)
    assert run(heavy_jobs.doubled, 2) == 4


def test_a_process_that_is_killed_refuses_one_job() -> None:
    own = run(heavy_jobs.own_id)
    with pytest.raises(TooMuchError):
        run(heavy_jobs.ends_itself)
    before = run(heavy_jobs.own_id)
    os.kill(before, signal.SIGKILL)
    os.waitid(os.P_PID, before, os.WEXITED | os.WNOWAIT)
    assert run(heavy_jobs.own_id) != own, "one that died between two jobs is nobody's refusal"


def test_a_process_that_took_much_memory_gives_it_back() -> None:
    own = run(heavy_jobs.own_id)
    assert run(heavy_jobs.takes, 400 * 1024**2) == 400 * 1024**2
    assert run(heavy_jobs.own_id) != own


def test_one_job_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "WAIT_SECONDS", 0.2)
    process = run(heavy_jobs.own_id)
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(run, heavy_jobs.sleeps, 50)
        assert wait_for(jobs._turn.locked)
        with pytest.raises(jobs.BusyError) as busy:
            run(heavy_jobs.doubled, 1)
        os.kill(process, signal.SIGKILL)
        assert isinstance(other.exception(), TooMuchError)
    assert trouble_of(busy.value) is Trouble.QUEUE


OTHER_WORKER = """
import sys, time
from pathlib import Path
from events.core.private_files import hold
held = hold(Path(sys.argv[1]), alone=True)
print("held", flush=True)
time.sleep(60)
"""


@contextlib.contextmanager
def other_worker_at(turn: str) -> Iterator[subprocess.Popen[str]]:
    """A process that has a turn, as another worker of the server would."""
    path = settings.TURNS_DIR / f"turn-{turn}.lock"
    with subprocess.Popen(
        [sys.executable, "-c", OTHER_WORKER, str(path)],
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_one_job_at_a_time_over_all_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    run(heavy_jobs.doubled, 1)
    with other_worker_at(JOBS) as other:
        monkeypatch.setattr(jobs, "WAIT_SECONDS", 0.2)
        with pytest.raises(jobs.BusyError):
            run(heavy_jobs.doubled, 1)
        monkeypatch.undo()
        other.kill()
        assert run(heavy_jobs.doubled, 2) == 4, "a worker that was killed holds nobody up"


def test_a_disk_that_takes_no_file_stops_no_heavy_work(tmp_path: Path) -> None:
    with override_settings(TURNS_DIR=tmp_path / "missing"):
        assert run(heavy_jobs.doubled, 2) == 4


@pytest.mark.django_db
def test_a_busy_server_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "WAIT_SECONDS", 0.0)
    client = factories.client_of(factories.user("anna"))
    client.raise_request_exception = False
    with jobs.slot():
        answer = sent(client, b'{"format": "event-archive"}')
    assert answer.status_code == 503
    assert "working on other files" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/staff/import/", "/staff/e/{}/roster/paste/"])
def test_a_small_workbook_with_much_text_is_refused(address: str) -> None:
    """315 KB unpacked to 60 MB: eight of them took 1.4 GB and two minutes."""
    event = factories.event()
    client = factories.client_of(factories.staff_member(event))
    bomb = workbook_of({SHARED: shared_texts(60, 1024**2)})
    assert len(bomb) < 400_000
    answer = sent(client, bomb, address.format(event.slug), "book.xlsx")
    assert answer.status_code == 422
    assert "The workbook is too large when it is unpacked." in answer.content.decode()


def sent(
    client: Client, content: bytes, address: str = "/staff/import/", name: str = "file.json"
) -> Any:
    return client.post(address, {"file": SimpleUploadedFile(name, content)})
