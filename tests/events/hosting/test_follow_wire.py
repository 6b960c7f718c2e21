"""The follower and the desk's watch survive any answer from a venue's network."""

import contextlib
import socket
import threading
import time
from collections.abc import Generator
from pathlib import Path

import pytest
from django.test import override_settings
from django.utils import translation

from events.hosting import desk_warnings
from events.hosting import watch_process as watching
from events.hosting.backups.schedule import Keeper
from events.hosting.standby.follower import Follower
from events.hosting.standby.leadership import Registry, ask_peers
from events.hosting.standby.wire import AwayError, WireError, seal
from events.hosting.watch_failures import SHOWN, Failures, Part, read_failures
from events.hosting.watch_process import Watch
from tests.events.hosting.tokens import OTHER_TOKEN, TOKEN

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n"


@contextlib.contextmanager
def answering(answer: bytes) -> Generator[str]:
    """Serve this answer to every request, at an address of this computer."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.1)
        over = threading.Event()

        def answer_all() -> None:
            while not over.is_set():
                with contextlib.suppress(OSError):
                    asking, _address = listening.accept()
                    with asking:
                        asking.settimeout(1)
                        asking.recv(65536)
                        asking.sendall(answer)

        thread = threading.Thread(target=answer_all)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        finally:
            over.set()
            thread.join()


def whole(body: bytes, status: str = "200 OK") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


ODD = {
    "nothing": b"",
    "garbage": b"\x00\xffgarbage\r\n\r\n",
    "an end in the head": b"HTTP/1.1 200 OK\r\nContent-Le",
    "an end in the body": HEAD + b"Content-Length: 5000\r\n\r\nshort",
    "an end in a chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\nffff\r\nshort",
    "a chunk of no length": HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nshort",
    "endless headers": b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200,
    "a long line": b"HTTP/1.1 200 OK\r\nX: " + b"y" * 70_000,
    "no status": b"HTTP/1.1 huh\r\n\r\n",
    "another port": b"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n",
    "another's token": whole(seal(OTHER_TOKEN, {"kind": "answer"})),
    "an older answer": whole(seal(TOKEN, {"kind": "answer", "nonce": "of before", "charge": {}})),
    "an error": whole(b"broken", "500 Internal Server Error"),
}


@pytest.mark.parametrize("answer", ODD.values(), ids=ODD.keys())
def test_an_odd_answer_ends_neither_the_follower_nor_the_watch(
    answer: bytes, tmp_path: Path
) -> None:
    with answering(answer) as address:
        follower = Follower(address, TOKEN, tmp_path / "copy", 8001)
        with pytest.raises(AwayError):
            follower.ask()
        here = Registry(tmp_path)
        own = here.own()
        here.note_peer(address)
        ask_peers(here, TOKEN, 8000)
        assert here.own() == own
        assert here.successor() is None


def test_another_version_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.hosting.standby.wire.secrets.token_hex", lambda _bytes: "n")
    with (
        answering(whole(seal(TOKEN, {"nonce": "n", "state": "x"}))) as address,
        pytest.raises(WireError, match="update both"),
    ):
        Follower(address, TOKEN, tmp_path / "copy", 8001).ask()


def test_the_own_message_sent_back_is_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.hosting.standby.wire.secrets.token_hex", lambda _bytes: "n")
    sent = seal(TOKEN, {"nonce": "n", "kind": "answer", "challenge": "", "charge": {}})
    with answering(whole(sent)) as address, pytest.raises(AwayError, match="in between"):
        Follower(address, TOKEN, tmp_path / "copy", 8001).ask()


def test_the_watch_goes_on_after_any_error_and_the_desk_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "AFTER_A_FAILURE", 0.0)
    clock, looks = [0.0], [0]

    def look() -> float:
        looks[0] += 1
        if looks[0] < 3:
            raise KeyError("something nobody thought of")
        return 0.0

    failures = Failures(tmp_path, lambda: clock[0])
    Watch(lambda: looks[0] >= 5, failures).keep_on(Part.LAPTOPS, look)
    assert looks[0] == 5
    assert read_failures(tmp_path) == {Part.LAPTOPS: "KeyError"}
    monkeypatch.setattr(desk_warnings._seen, "get", lambda: (10**12, 0, None))
    with override_settings(VAR_DIR=tmp_path), translation.override("en"):
        [said] = desk_warnings.desk_warnings()
    assert said.startswith("Standby monitoring failed (KeyError)")
    failures.passed(Part.LAPTOPS)
    assert read_failures(tmp_path)
    clock[0] = SHOWN + 1
    failures.passed(Part.LAPTOPS)
    assert read_failures(tmp_path) == {}
    # The next start has none of the previous failures.
    failures.note(Part.MAIL, ValueError())
    Failures(tmp_path)
    assert read_failures(tmp_path) == {}


@pytest.mark.django_db(transaction=True)
def test_every_part_of_the_watch_is_kept_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the backups and the thread that asks other laptops: each fails, and is asked again."""
    asked: dict[Part, int] = {}

    def failing(part: Part) -> None:
        asked[part] = asked.get(part, 0) + 1
        raise RuntimeError

    monkeypatch.setattr(watching, "AFTER_A_FAILURE", 0.01)
    monkeypatch.setattr(Keeper, "look", lambda _keeper: failing(Part.BACKUPS))
    monkeypatch.setattr(Registry, "peers", lambda _registry: failing(Part.LAPTOPS))
    end = time.monotonic() + 20
    with override_settings(VAR_DIR=tmp_path, BACKUP_SECONDS=60.0):
        watching.keep_watch(
            lambda: (
                min(asked.get(Part.BACKUPS, 0), asked.get(Part.LAPTOPS, 3)) >= 3
                or time.monotonic() > end
            ),
            8000,
        )
        assert asked[Part.BACKUPS] >= 3
        assert read_failures(tmp_path)[Part.BACKUPS] == "RuntimeError"
