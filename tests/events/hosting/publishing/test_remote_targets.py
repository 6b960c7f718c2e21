"""An rsync daemon and a store of objects on this machine, which are cut off and come back."""

import contextlib
import gzip
import hashlib
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Generator, Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from events.hosting.publishing import s3_target
from events.hosting.publishing.aws_signature import Keys
from events.hosting.publishing.publisher import Publisher
from events.hosting.publishing.rsync_target import RsyncTarget
from events.hosting.publishing.s3_target import S3Target
from events.hosting.publishing.target import LIST, Folder, TargetError
from events.hosting.rehearsal.own_server import free_port
from events.management.commands.publish import target_of
from tests.events.hosting.publishing.test_publisher import LANGUAGES, delete, files_in
from tests.events.support.public_events import Played

RSYNC = shutil.which("rsync")
WAIT = 5.0


def next_round(played: Played) -> None:
    """Play on, so that there is something new."""
    played.finish_round(1)
    played.publish(1)
    played.post(2)


@contextlib.contextmanager
def daemon(folder: Path, port: int) -> Generator[None]:
    """Run an rsync daemon that takes files into a folder."""
    folder.mkdir(exist_ok=True)
    settings = folder.parent / "rsyncd.conf"
    settings.write_text(
        f"use chroot = no\nuid = {os.getuid()}\ngid = {os.getgid()}\naddress = 127.0.0.1\n"
        f"[pages]\npath = {folder}\nread only = no\n"
    )
    command = ["rsync", "--daemon", "--no-detach", f"--port={port}", f"--config={settings}"]
    process = subprocess.Popen(command)
    try:
        deadline = time.monotonic() + WAIT
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert time.monotonic() < deadline, "the daemon does not start"
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait()


@pytest.mark.skipif(RSYNC is None, reason="rsync is not installed")
def test_a_daemon_of_rsync_gets_the_same_files_and_catches_up(
    played: Played, tmp_path: Path
) -> None:
    port = free_port()
    there, here = tmp_path / "there", tmp_path / "here"
    target = RsyncTarget(f"rsync://127.0.0.1:{port}/pages", here)
    publisher = Publisher(target, LANGUAGES)
    with daemon(there, port):
        publisher.publish()
        first = files_in(there)
        assert first == files_in(here)
        assert f"e/{played.event.slug}/pairings/index.html" in first
    next_round(played)
    with pytest.raises(TargetError, match="rsync"):
        publisher.publish()
    assert files_in(there) == first
    with daemon(there, port):
        # A new process learns from the list which files are missing.
        Publisher(target, LANGUAGES).publish()
        assert files_in(there) == files_in(here) != first
        delete(played.event, played.organizer)
        Publisher(target, LANGUAGES).publish()
        assert not (there / "e" / played.event.slug / "index.html").exists()


class Store(ThreadingHTTPServer):
    """A store of objects as the S3 reference describes it: GET, PUT, DELETE of a path.

    It refuses a request without a signature, and a body that its hash does not name.
    """

    allow_reuse_address = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), Asked)
        self.objects: dict[str, tuple[bytes, dict[str, str]]] = {}
        self.order: list[str] = []


class Asked(BaseHTTPRequestHandler):
    """One request to the store."""

    protocol_version = "HTTP/1.1"
    server: Store

    def do_GET(self) -> None:
        """Answer with an object."""
        if self._refused(b""):
            return
        stored = self.server.objects.get(self.path)
        self._answer(
            HTTPStatus.OK if stored else HTTPStatus.NOT_FOUND, stored[0] if stored else b""
        )

    def do_PUT(self) -> None:
        """Store an object as a whole."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self._refused(body):
            return
        self.server.objects[self.path] = body, dict(self.headers)
        self.server.order.append(self.path)
        self._answer(HTTPStatus.OK)

    def do_DELETE(self) -> None:
        """Delete an object."""
        if not self._refused(b""):
            self.server.objects.pop(self.path, None)
            self._answer(HTTPStatus.NO_CONTENT)

    def _refused(self, body: bytes) -> bool:
        named = self.headers.get("Authorization", "")
        hashed = self.headers.get("x-amz-content-sha256") == hashlib.sha256(body).hexdigest()
        signed = "SignedHeaders=" in named and "x-amz-date" in named and "host" in named
        if named.startswith("AWS4-HMAC-SHA256 Credential=KEY/") and signed and hashed:
            return False
        self._answer(HTTPStatus.FORBIDDEN, b"<Code>SignatureDoesNotMatch</Code>")
        return True

    def _answer(self, status: HTTPStatus, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args: Any) -> None:
        """Print nothing."""


@contextlib.contextmanager
def running(store: Store) -> Iterator[Store]:
    """Serve until the test is done with it."""
    thread = threading.Thread(target=store.serve_forever, args=[0.02], daemon=True)
    thread.start()
    try:
        yield store
    finally:
        store.shutdown()
        store.server_close()
        thread.join()


def bucket(port: int, access: str = "KEY") -> S3Target:
    return S3Target(f"http://127.0.0.1:{port}", "hall", "now", Keys(access, "secret", "eu-west-1"))


def test_a_store_holds_what_a_folder_holds(played: Played, tmp_path: Path) -> None:
    port = free_port()
    target = bucket(port)
    publisher = Publisher(target, ["en"])
    with running(Store(port)) as store:
        publisher.publish()
        Publisher(Folder(tmp_path), ["en"]).publish()
        expected = {
            name: content for name, content in files_in(tmp_path).items() if name[-3:] != ".gz"
        }
        shown = {}
        for path, (body, headers) in store.objects.items():
            packed = headers.get("Content-Encoding") == "gzip"
            shown[path.removeprefix("/hall/now/")] = gzip.decompress(body) if packed else body
        del shown[LIST]
        assert shown == expected
        page = store.objects[f"/hall/now/e/{played.event.slug}/pairings/index.html"]
        assert page[1]["Content-Type"] == "text/html; charset=utf-8"
        assert page[1]["x-amz-meta-etag"].startswith('W/"')
        pages = [path for path in store.order if not path.endswith(LIST)]
        assert pages[-1] == "/hall/now/index.html"
        assert pages[-2].endswith("stamp.json")
        objects = store.objects
    next_round(played)
    with pytest.raises(TargetError, match=r"127\.0\.0\.1"):
        publisher.publish()
    again = Store(port)
    again.objects = objects
    with running(again) as store:
        assert publisher.publish()
        assert f"/hall/now/e/{played.event.slug}/pairings/2/index.html" in store.objects
        delete(played.event, played.organizer)
        publisher.publish()
        assert not [path for path in store.objects if played.event.slug in path]
        with pytest.raises(TargetError, match=r"answers 403 .*SignatureDoesNotMatch"):
            bucket(port, "another").published()


def test_a_store_that_is_silent_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s3_target, "SECONDS", 0.1)
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        pytest.raises(TargetError, match="timed out"),
    ):
        bucket(silent.getsockname()[1]).published()
    with pytest.raises(TargetError, match="begins with https"):
        S3Target("store.example", "hall", "", Keys("", "", ""))


def test_a_target_is_known_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "KEY")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "https://store.example")
    for text, kind in {
        "/var/www/pages": Folder,
        "pages": Folder,
        "rsync://host/pages": RsyncTarget,
        "host::pages/here": RsyncTarget,
        "me@host:pages": RsyncTarget,
        "s3://bucket/prefix": S3Target,
    }.items():
        assert isinstance(target_of(text), kind), text
