"""The documented ways on from the folder: to an rsync daemon and a store that come and go."""

import contextlib
import gzip
import hashlib
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from events.hosting.publishing.folder import LIST, FolderError, run_on
from events.hosting.rehearsal.own_server import free_port
from events.management.commands.publish import way_on_from
from events.public_site.event_list import event_list
from events.public_site.page_cache import page_cache
from tests.events.hosting.publishing.test_publisher import delete, files_in
from tests.events.support.public_events import Played
from tests.shared import ROOT

WAIT = 5.0
BUCKET = "/hall"


def next_round(played: Played) -> None:
    """Play on, so that there is something new."""
    played.finish_round(1)
    played.publish(1)
    played.post(2)


def run_again(*command: str, **options: Any) -> None:
    """Run the command as a new process: it has no page in memory."""
    page_cache.forget()
    event_list.forget()
    call_command(*command, **options)


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


@pytest.mark.skipif(shutil.which("rsync") is None, reason="rsync is not installed")
def test_a_target_of_before_says_the_way_that_works(
    played: Played, tmp_path: Path, settings: LazySettings
) -> None:
    settings.VAR_DIR = tmp_path / "var"
    port, there = free_port(), tmp_path / "there"
    place = f"rsync://127.0.0.1:{port}/pages"
    with pytest.raises(CommandError) as refused:
        call_command("publish", place, "--once")
    command = shlex.split(str(refused.value).partition("Run: ")[2])
    here = Path(command[1])
    with daemon(there, port):
        run_again(*command, "--once")
        first = files_in(there)
        assert first == files_in(here)
        assert f"e/{played.event.slug}/pairings/index.html" in first
    next_round(played)
    with pytest.raises(CommandError, match="rsync"):
        run_again(*command, "--once")
    assert files_in(there) == first != files_in(here)
    with daemon(there, port):
        # Nothing has changed since, but what failed is done again, also by a new process.
        run_again(*command, "--once")
        assert files_in(there) == files_in(here) != first
        delete(played.event, played.organizer)
        run_again(*command, "--once")
        assert not (there / "e" / played.event.slug / "index.html").exists()


@pytest.mark.parametrize("place", ["rsync://host/pages", "host::pages/here", "me@host:pages"])
def test_what_rsync_reaches_is_no_folder(place: str) -> None:
    assert f"{place}/'" in way_on_from(place)
    assert ("ssh" in way_on_from(place)) == (place == "me@host:pages")


def test_a_folder_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "me@host:pages").mkdir()
    for text in ("/var/www/pages", "pages", str(tmp_path / "me@host:pages")):
        assert way_on_from(text) == ""


def test_a_store_is_reached_by_a_script_that_exists() -> None:
    script = re.findall(r"deploy/\S+", way_on_from("s3://bucket/prefix"))[0]
    assert os.access(ROOT / script, os.X_OK)


def test_a_command_that_fails_says_why() -> None:
    run_on([sys.executable, "-c", ""])
    for command, words in (
        ([sys.executable, "-c", "raise SystemExit('no line')"], "no line"),
        ([sys.executable, "-c", "raise SystemExit(3)"], "ended with 3"),
        (["no-such-program"], "no-such-program"),
    ):
        with pytest.raises(FolderError, match=words):
            run_on(command)


class Store(ThreadingHTTPServer):
    """A store of objects as the S3 reference describes it, with one bucket."""

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), Asked)
        self.objects: dict[str, tuple[bytes, dict[str, str]]] = {}
        self.order: list[str] = []

    def listing(self, prefix: str) -> str:
        """The objects whose names begin with `prefix`, as XML."""
        rows = "".join(
            f"<Contents><Key>{escape(path.removeprefix(f'{BUCKET}/'))}</Key>"
            f"<LastModified>2026-01-01T00:00:00.000Z</LastModified>"
            f"<ETag>&quot;{hashlib.md5(body, usedforsecurity=False).hexdigest()}&quot;</ETag>"
            f"<Size>{len(body)}</Size></Contents>"
            for path, (body, _headers) in sorted(self.objects.items())
            if path.startswith(f"{BUCKET}/{prefix}")
        )
        return f"<ListBucketResult><IsTruncated>false</IsTruncated>{rows}</ListBucketResult>"


class Asked(BaseHTTPRequestHandler):
    """One request to the store."""

    protocol_version = "HTTP/1.1"
    server: Store

    def do_GET(self) -> None:
        """Answer with the list of a bucket."""
        asked = parse_qs(urlsplit(self.path).query)
        self._answer(HTTPStatus.OK, self.server.listing(asked.get("prefix", [""])[0]).encode())

    def do_HEAD(self) -> None:
        """Answer whether there is an object."""
        stored = self.server.objects.get(self._name())
        self.send_response(HTTPStatus.OK if stored else HTTPStatus.NOT_FOUND)
        self.send_header("Content-Length", str(len(stored[0])) if stored else "0")
        self.end_headers()

    def do_PUT(self) -> None:
        """Store an object as a whole."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.objects[self._name()] = body, dict(self.headers)
        self.server.order.append(self._name())
        self._answer(HTTPStatus.OK)

    def do_DELETE(self) -> None:
        """Delete an object."""
        self.server.objects.pop(self._name(), None)
        self._answer(HTTPStatus.NO_CONTENT)

    def _name(self) -> str:
        return unquote(urlsplit(self.path).path)

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


@pytest.mark.skipif(shutil.which("rclone") is None, reason="rclone is not installed")
def test_a_store_holds_what_a_folder_holds(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, here, plain = free_port(), tmp_path / "packed", tmp_path / "plain"
    # One of the machine itself, which rclone cannot read for a plain address.
    monkeypatch.delenv("AWS_CA_BUNDLE", raising=False)
    for name, value in {
        "RCLONE_CONFIG": str(tmp_path / "rclone.conf"),
        "RCLONE_CONFIG_STORE_TYPE": "s3",
        "RCLONE_CONFIG_STORE_PROVIDER": "Other",
        "RCLONE_CONFIG_STORE_ENDPOINT": f"http://127.0.0.1:{port}",
        "RCLONE_CONFIG_STORE_ACCESS_KEY_ID": "KEY",
        "RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY": "secret",
    }.items():
        monkeypatch.setenv(name, value)
    script = f"{ROOT / 'deploy/to-store.sh'} {here} store:hall"
    command = ["publish", str(here), "--packed", "--then", script, "--once"]
    with running(Store(port)) as store:
        run_again(*command, languages=["en"])
        run_again("publish", str(plain), "--once", languages=["en"])
        shown = {}
        for path, (body, headers) in store.objects.items():
            packed = headers.get("Content-Encoding") == "gzip"
            shown[path.removeprefix(f"{BUCKET}/")] = gzip.decompress(body) if packed else body
        assert shown == {
            name: content for name, content in files_in(plain).items() if name[-3:] != ".gz"
        }
        page = store.objects[f"{BUCKET}/e/{played.event.slug}/pairings/index.html"][1]
        assert page["Content-Type"] == "text/html; charset=utf-8"
        assert page["Cache-Control"] == "max-age=0, must-revalidate"
        style = store.objects[f"{BUCKET}/static/css/site.css"][1]
        assert style["Cache-Control"] == "max-age=31536000, immutable"
        assert LIST not in shown
        assert store.order[-1].endswith("stamp.json"), "phones are told last"
        objects = store.objects
    next_round(played)
    with pytest.raises(CommandError, match="to-store"):
        run_again(*command, languages=["en"])
    again = Store(port)
    again.objects = objects
    with running(again) as store:
        run_again(*command, languages=["en"])
        assert f"{BUCKET}/e/{played.event.slug}/pairings/2/index.html" in store.objects
        assert store.order[-1].endswith("stamp.json")
        assert f"{BUCKET}/static/css/site.css" not in store.order, "only what changed is sent"
        delete(played.event, played.organizer)
        run_again(*command, languages=["en"])
        assert not [path for path in store.objects if played.event.slug in path]
