"""nginx in front of the server: the answers it caches, for how long, and for which visitors."""

import contextlib
import datetime
import gzip
import http.client
import os
import shutil
import signal
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from events.hosting.certificate import own_certificate
from events.hosting.rehearsal.own_server import free_port
from events.hosting.server.event_streams import QUIET_SECONDS
from tests.faults.running import PASSWORD, USERNAME, Desk, Server, prepare, running
from tests.faults.waiting import wait_for, wait_until_it_answers
from tests.shared import ROOT

PROGRAM = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="nginx is not installed"),
]
PAIRINGS, STAFF = "/e/open/pairings/", "/staff/e/open/"
SAFARI = {"Accept-Encoding": "gzip, deflate, br", "Accept-Language": "ja-JP,ja;q=0.9"}
FIREFOX = {"Accept-Encoding": "gzip, deflate, br, zstd", "Accept-Language": "en-GB,en;q=0.5"}
# A second, plus the overhead of a busy machine.
SOON, TRIES = 1.6, 12


@dataclass
class Front:
    """nginx with the repository's configuration; `asked` returns header names in lower case."""

    port: int
    certificate: Path | None = None

    def asked(
        self, path: str, method: str = "GET", **headers: str
    ) -> tuple[int, dict[str, str], str]:
        line: http.client.HTTPConnection
        if self.certificate is None:
            line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        else:
            trusted = ssl.create_default_context(cafile=self.certificate)
            line = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=60, context=trusted)
        sent = {"Accept-Encoding": "gzip"}
        sent.update((name.replace("_", "-"), value) for name, value in headers.items())
        with contextlib.closing(line):
            line.request(method, path, headers=sent)
            answer = line.getresponse()
            body = answer.read()
        told = {name.lower(): value for name, value in answer.getheaders()}
        if told.get("content-encoding") == "gzip" and body:
            body = gzip.decompress(body)
        text = body.decode(errors="replace") if told.get("content-encoding") != "br" else ""
        return answer.status, told, text


@contextlib.contextmanager
def before(*nodes: Server, tls: bool = False) -> Iterator[Front]:
    """Put nginx in front of a server, as docker-compose.yml does, or in front of several nodes."""
    assert PROGRAM is not None
    # Not in pytest's own folder, which nginx's workers, running as another user, can't enter.
    folder = Path(tempfile.mkdtemp(prefix="matchslip-nginx-"))
    folder.chmod(0o755)
    port = free_port()
    text = (ROOT / "deploy" / "nginx.conf.template").read_text()
    for name, value in {
        "FOLDER": folder,
        "MIME": "/etc/nginx/mime.types",
        "UPSTREAM": " max_fails=0; server ".join(f"127.0.0.1:{node.port}" for node in nodes),
        "RESOLVER": "",
        "LISTEN": f"127.0.0.1:{port}{' ssl' if tls else ''}",
    }.items():
        text = text.replace(f"${{MATCHSLIP_{name}}}", str(value))
    setting, printed = folder / "nginx.conf", folder / "printed.txt"
    setting.write_text(text)
    certificate = None
    if tls:
        shutil.copy(ROOT / "deploy" / "tls.conf", folder / "tls.conf")
        certificate, _key, _new = own_certificate(folder / "own")
        for kept, called in (("certificate.pem",) * 2, ("key.pem",) * 2):
            shutil.copy(folder / "own" / kept, folder / called)
    with printed.open("wb") as out:
        process = subprocess.Popen(
            [PROGRAM, "-c", str(setting), "-g", "daemon off;"], stdout=out, stderr=out
        )
    try:
        wait_until_it_answers(process, port, printed)
        yield Front(port, certificate)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Front, Path]]:
    folder = tmp_path_factory.mktemp("nginx")
    prepare(folder)
    with (
        running(folder, MATCHSLIP_BACKUP_MINUTES="0", MATCHSLIP_PROXIES="127.0.0.1") as server,
        before(server) as front,
    ):
        yield server, front, folder


Served = tuple[Server, Front, Path]


def hit(front: Front, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
    """Return an answer from the cache, by requesting it again within the same second."""
    for _ in range(50):
        front.asked(path, **headers)
        found = front.asked(path, **headers)
        if found[1].get("x-cache") == "HIT":
            return found
    raise AssertionError(f"{path} is never kept: {found[1]}")


def test_players_pages_are_kept_and_asked_for_by_what_they_have(served: Served) -> None:
    _server, front, _folder = served
    for path in (PAIRINGS, "/e/open/players/1/", "/e/open/players/1.json", "/e/open/stamp.json"):
        status, told, body = hit(front, path)
        assert (status, told["cache-control"].split(",")[0]) == (200, "max-age=0"), path
        assert "x-accel-expires" not in told
        assert body
        status, again, body = front.asked(path, If_None_Match=told["etag"])
        assert (status, again["etag"], body) == (304, told["etag"], "")
    assert front.asked(PAIRINGS, "HEAD")[::2] == (200, "")
    files = [part.split('"')[0] for part in front.asked("/e/open/")[2].split('href="/static/')[1:]]
    assert hit(front, f"/static/{files[0]}")[0] == 200


def test_everybody_gets_the_language_that_they_asked_for(served: Served) -> None:
    _server, front, _folder = served
    asked = {
        "ja": [SAFARI, {"Cookie": "django_language=ja", **FIREFOX}],
        "en": [FIREFOX, {"Cookie": "django_language=en", **SAFARI}, {}],
        # The application judges unusual ones, and they are cached separately.
        "ja ": [{"Accept-Language": "en;q=0.2, ja;q=0.9"}, {"Accept-Language": "fr, ja;q=0.4"}],
        "en ": [{"Accept-Language": "ja;q=0.1, en"}, {"Accept-Encoding": "br;q=0, gzip;q=1"}],
        "ja  ": [{"Cookie": "django_language=en; a=b; django_language=ja"}],
    }
    for _turn in range(3):
        for language, phones in asked.items():
            for phone in phones:
                headers = {name.replace("-", "_"): value for name, value in phone.items()}
                told = front.asked(PAIRINGS, **headers)[1]
                assert told["content-language"] == language.strip(), phone
                assert told["vary"] == "Accept-Encoding, Accept-Language, Cookie"
    headers = {name.replace("-", "_"): value for name, value in SAFARI.items()}
    assert hit(front, PAIRINGS, **headers)[1]["content-encoding"] == "br"
    assert hit(front, "/e/open/players/1/", **headers)[1]["content-language"] == "ja"


def test_what_is_for_one_person_is_never_kept(served: Served) -> None:
    server, front, _folder = served
    desk = Desk(Server(server.folder, front.port, server.process))
    assert desk.log_in() == 200
    assert USERNAME in desk.get(STAFF)[1]
    session = "; ".join(f"{one.name}={one.value}" for one in desk.cookies)
    for path in (STAFF, "/staff/", "/me/open/", "/me/open.1.forged/", "/login/", "/now", "/readyz"):
        for cookie in (session, "", session):
            status, told, body = front.asked(path, Cookie=cookie)
            assert told.get("x-cache") in (None, "MISS", "BYPASS"), path
            assert "x-cache" not in told or not told["x-cache"].startswith("H")
            assert (USERNAME in body) <= bool(cookie), path
            assert "no-store" in told["cache-control"], (path, told, status)
    # A public page is equal for all; requests of logged-in users go to the application.
    assert front.asked(PAIRINGS, Cookie=session)[1]["x-cache"] == "BYPASS"
    assert USERNAME not in hit(front, PAIRINGS)[2]
    assert PASSWORD not in hit(front, PAIRINGS)[2]
    assert front.asked("/metrics")[0] == 404


def test_what_is_posted_stands_there_within_a_second(served: Served) -> None:
    server, front, _folder = served
    desk = Desk(server)
    assert desk.log_in() == 200
    took: list[float] = []
    for minutes in range(1, TRIES + 1):
        old = hit(front, PAIRINGS)[1]["etag"]
        assert desk.post(f"{STAFF}rounds/1/tables/2/extend/", minutes=f"{minutes}")[0] == 200
        began = time.monotonic()
        assert wait_for(lambda: front.asked(PAIRINGS)[1]["etag"] != old)  # noqa: B023 - at once
        took.append(time.monotonic() - began)
        if len(took) >= 3 and min(took) < SOON:
            return
    raise AssertionError(f"a busy machine may take longer, but not each time: {took}")


def test_over_tls(tmp_path: Path) -> None:
    # Separate data, because a folder has one server.
    prepare(tmp_path)
    with (
        running(tmp_path, MATCHSLIP_BACKUP_MINUTES="0", MATCHSLIP_HTTPS="1") as server,
        before(server, tls=True) as front,
    ):
        assert "max-age=2592000" in hit(front, PAIRINGS)[1]["strict-transport-security"]
        assert "Secure" in front.asked("/login/")[1]["set-cookie"]
        # A client without TLS is redirected to it, and that answer is cached for no other client.
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        with contextlib.closing(line):
            line.request("GET", PAIRINGS)
            assert line.getresponse().status == 301


def test_streams_pass_at_once(served: Served) -> None:
    server, front, _folder = served
    desk = Desk(server)
    desk.log_in()
    lines = [http.client.HTTPConnection("127.0.0.1", front.port, timeout=20) for _ in range(3)]
    with contextlib.ExitStack() as stack:
        answers = []
        for line in lines:
            stack.enter_context(contextlib.closing(line))
            line.request("GET", "/api/v1/events/open/stream")
            answers.append(line.getresponse())
        assert "x-cache" not in {name.lower() for name in answers[0].headers}
        for answer in answers:
            assert [answer.readline() for _ in range(2)] == [b"retry: 10000\n", b"event: change\n"]
            while answer.readline() != b"\n":
                continue
        desk.get("/staff/e/open/announcements/")
        until = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1)).strftime(
            "%H:%M"
        )
        path = "/staff/e/open/announcements/"
        answered = desk.post(path, text_en="Lunch", text_ja="", until=until)
        assert answered[0] == 200, answered
        began = time.monotonic()
        for answer in answers:
            assert answer.readline() == b"retry: 10000\n"
        # A buffering proxy delivers messages only when the server breaks the silence next.
        assert time.monotonic() - began < QUIET_SECONDS
