"""Eight accounts upload the largest files at once: desks and logins still get answers."""

import io
import re
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.faults.running import PASSWORD, USERNAME, Desk, Server, manage, prepare, running
from tests.interchange.test_workbook_bounds import (
    NAMESPACE,
    SHARED,
    SHEET,
    shared_texts,
    workbook_of,
)

pytestmark = pytest.mark.slow

EIGHT = 8
# How often everybody else is looked at while the eight upload.
LOOKS = 5
SECONDS, MOST_KB = 4.0, 900 * 1024
# An address may log in twice a second; checking the server logs in once.
BETWEEN_LOOKS = 1.0
ACCOUNTS = f"""
from django.contrib.auth.models import User
for number in range({EIGHT}):
    User.objects.create_user(f"person{{number}}", password="{PASSWORD}")
"""
IMPORT = "/staff/import/"


def bomb() -> bytes:
    """Return a file of 315 KB that unpacks to 60 MB of shared texts, above the limit."""
    return workbook_of({SHARED: shared_texts(60, 1024**2)})


def full_one() -> bytes:
    """Return a workbook at the limits, with names that form no event: all of it is read."""
    texts = "".join(f"<si><t>Name {number} {'x' * 40}</t></si>" for number in range(300_000))
    cell = '<row><c t="s"><v>{0}</v></c><c><v>{0}</v></c></row>'
    cells = "".join(cell.format(at) for at in range(99_000))
    sheet = f"<worksheet {NAMESPACE}><sheetData>{cells}</sheetData></worksheet>"
    return workbook_of({SHARED: f"<sst {NAMESPACE}>{texts}</sst>", SHEET: sheet})


def upload(desk: Desk, path: str, content: bytes) -> int:
    """Submit a file as the page's form does; return the status."""
    desk.get(path)
    token = next(cookie.value for cookie in desk.cookies if cookie.name == "csrftoken")
    body, boundary = io.BytesIO(), "a-boundary-of-the-tests"
    body.write(
        f'--{boundary}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n'
        f'{token}\r\n--{boundary}\r\nContent-Disposition: form-data; name="file"; '
        'filename="book.xlsx"\r\n\r\n'.encode()
    )
    body.write(content + f"\r\n--{boundary}--\r\n".encode())
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    request = urllib.request.Request(desk.site + path, body.getvalue(), headers)
    return desk.ask(request, timeout=120)[0]


class Attack(threading.Thread):
    """One account that uploads a file repeatedly."""

    def __init__(self, desk: Desk, content: bytes, path: str) -> None:
        super().__init__(daemon=True)
        self.desk, self.content, self.path = desk, content, path
        self.ends = threading.Event()
        self.statuses: list[int] = []

    def run(self) -> None:
        while not self.ends.is_set():
            self.statuses.append(upload(self.desk, self.path, self.content))


@contextmanager
def attacked(server: Server, content: bytes) -> Iterator[list[Attack]]:
    """Let eight accounts upload a file without a pause."""
    attacks = []
    for number in range(EIGHT):
        desk = Desk(server)
        assert desk.log_in(f"person{number}") == HTTPStatus.OK
        attacks.append(Attack(desk, content, IMPORT))
    for attack in attacks:
        attack.start()
    try:
        yield attacks
    finally:
        for attack in attacks:
            attack.ends.set()
        for attack in attacks:
            attack.join(180)


def seconds_for(ask: Callable[[], tuple[int, str] | int]) -> float:
    began = time.monotonic()
    answer = ask()
    status = answer if isinstance(answer, int) else answer[0]
    assert status == HTTPStatus.OK, answer
    return time.monotonic() - began


def memory_of(server: Server) -> int:
    """Return the memory of all processes below a server in KB (Linux)."""
    parents: dict[int, list[int]] = {}
    sizes: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
        except OSError:
            continue
        process = int(status.parent.name)
        size, parent = re.search(r"VmRSS:\s+(\d+)", text), re.search(r"PPid:\s+(\d+)", text)
        sizes[process] = int(size[1]) if size else 0
        parents.setdefault(int(parent[1]) if parent else 0, []).append(process)
    below, total = [server.process.pid], 0
    while below:
        process = below.pop()
        total += sizes.get(process, 0)
        below += parents.get(process, [])
    return total


@pytest.mark.parametrize("make", [bomb, full_one])
def test_eight_large_workbooks_at_once_stop_nobody(
    make: Callable[[], bytes], tmp_path: Path
) -> None:
    """Check desks, login and public pages, which had hung for two minutes, with 1.4 GB in use."""
    prepare(tmp_path)
    manage(tmp_path, "shell", "-v0", "-c", ACCOUNTS)
    with running(tmp_path, MATCHSLIP_BACKUP_MINUTES="0") as server:
        desk, phone = Desk(server), Desk(server)
        assert desk.log_in() == HTTPStatus.OK

        def took() -> dict[str, float]:
            return {
                "pairings": seconds_for(lambda: phone.get("/e/open/pairings/")),
                "desk": seconds_for(lambda: desk.get("/staff/e/open/")),
                "entry": seconds_for(lambda: desk.enter("1 20")),
                "login": seconds_for(lambda: Desk(server).log_in(USERNAME)),
            }

        took()
        alone = took()
        most = 0
        with attacked(server, make()) as attacks:
            looks = 0
            while looks < LOOKS or not any(attack.statuses for attack in attacks):
                looks += 1
                time.sleep(BETWEEN_LOOKS)
                beside = took()
                assert max(beside.values()) < max(SECONDS, 8 * max(alone.values())), (alone, beside)
                most = max(most, memory_of(server))
        answers = [status for attack in attacks for status in attack.statuses]
        assert set(answers) <= {200, 422, 429, 503}
        assert 422 in answers, "the file itself was read and refused"
        assert most < MOST_KB
        print(f"alone {alone}, beside {beside}, {len(answers)} answers, {most // 1024} MB")
