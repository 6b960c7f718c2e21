"""Locks and limits, on this system and on one that has neither `fcntl` nor `resource`."""

import os
import struct
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from domain import operating_system
from events.core.private_files import hold, keep_private, kept_secret
from events.hosting.parent_process import SERVER, be_watched
from events.hosting.standby.proof import Prover
from tests.shared import ROOT

# Only Linux can stand in for the locks of Windows.
fcntl = pytest.importorskip("fcntl")
# Linux: F_OFD_SETLK.
SET_LOCK_OF_FILE = 37


def lock_as_windows_does(descriptor: int, mode: int, count: int) -> None:
    """A lock of one holder on bytes from where the file stands, refused while any is taken."""
    assert mode == 2
    place = os.lseek(descriptor, 0, os.SEEK_CUR)
    # Locks of open files, not of processes: two handles of this process are two holders.
    lock = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, place, count, 0)
    fcntl.fcntl(descriptor, SET_LOCK_OF_FILE, lock)


@pytest.fixture(params=["as here", "as on Windows"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "as on Windows":
        if sys.platform != "linux":
            pytest.skip("only Linux can stand in for the locks of Windows")
        windows = SimpleNamespace(LK_NBLCK=2, locking=lock_as_windows_does)
        monkeypatch.setattr(operating_system, "fcntl", None)
        monkeypatch.setattr(operating_system, "resource", None)
        monkeypatch.setattr(operating_system, "msvcrt", windows)
        monkeypatch.delattr(os, "geteuid")
    return str(request.param)


def test_many_hold_a_lock_together_and_alone_nobody_else(system: str, tmp_path: Path) -> None:
    path = tmp_path / "serving.lock"
    first = hold(path, alone=False)
    second = hold(path, alone=False)
    assert first
    assert second
    assert hold(path, alone=True) is None
    first.close()
    assert hold(path, alone=True) is None
    second.close()
    alone = hold(path, alone=True)
    assert alone
    assert hold(path, alone=False) is None
    alone.close()
    assert hold(path, alone=False)


def test_a_secret_is_made_once(system: str, tmp_path: Path) -> None:
    secret = kept_secret(tmp_path / "secret_key")
    assert len(secret) > 40
    assert kept_secret(tmp_path / "secret_key") == secret


def test_a_key_of_another_laptop_is_made_once(tmp_path: Path) -> None:
    first = Prover(tmp_path)
    assert Prover(tmp_path).modulus == first.modulus


def test_a_file_is_made_private(system: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("private", encoding="ascii")
    path.chmod(0o644)
    assert keep_private(path)


def test_limits_are_asked_of_the_system_where_it_has_any(system: str) -> None:
    if system == "as here":
        assert operating_system.raise_file_limit() >= 256
        assert operating_system.most_memory_taken() > 1000
    else:
        assert operating_system.raise_file_limit() == sys.maxsize
        operating_system.limit_memory(1)


def test_a_root_without_proc_shows_no_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operating_system, "COMM", tmp_path / "proc" / "self" / "comm")
    operating_system.show_name("matchslip watch")


def test_the_workers_watch_a_server_that_is_a_child_of_its_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On Windows it is one: a watch that took the start for the server ended at once."""
    monkeypatch.setenv(SERVER, str(os.getppid()))
    be_watched()
    code = "from events.hosting.parent_process import server_has_exited as e; print(e())"
    worker = [sys.executable, "-c", code]
    assert subprocess.run(worker, cwd=ROOT, capture_output=True, check=True).stdout == b"False\n"
    monkeypatch.setenv(SERVER, str(os.getppid()))
    assert subprocess.run(worker, cwd=ROOT, capture_output=True, check=True).stdout == b"True\n"


def test_a_process_runs_until_it_has_ended() -> None:
    with subprocess.Popen(["sleep", "60"]) as process:
        assert operating_system.is_running(process.pid)
        process.kill()
    assert not operating_system.is_running(process.pid)


WITHOUT = """
import importlib, os, pkgutil
import tests.domain.without_unix
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
"""


def run_without(code: str, folder: Path) -> str:
    """What a Python without the Unix-only parts prints."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT + code],
        cwd=ROOT,
        env={**os.environ, "MATCHSLIP_VAR": str(folder), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_module_is_imported_without_what_only_unix_has(tmp_path: Path) -> None:
    code = """
import django
django.setup()
import archive, config, domain, events, interchange, pairings, standings
import events.hosting.server.worker
count = 0
for package in (archive, config, domain, events, interchange, pairings, standings):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if module.name.endswith(("__main__", "typst_worker", "asgi")):
            continue
        importlib.import_module(module.name)
        count += 1
print(count)
"""
    assert int(run_without(code, tmp_path / "a folder with blanks")) > 800


def test_an_event_is_played_and_backed_up_without_them(tmp_path: Path) -> None:
    code = """
import django
django.setup()
from django.core.management import call_command
call_command("simulate_event", players=8, rounds=3, seed=1, finish=True, verbosity=0)
call_command("backup")
"""
    assert "backups" in run_without(code, tmp_path / "a folder with blanks")
