"""Nobody else with an account on the computer reads the data."""

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.test import override_settings

from events.core.private_files import keep_private, make_private_file
from events.hosting.backups import sqlite
from events.hosting.backups.retention import copy_backup
from events.hosting.standby.database_copy import Copy
from events.hosting.standby.page_changes import Source
from tests.shared import ROOT


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def loose(folder: Path) -> list[str]:
    """The files in a folder that others can read."""
    found = [path for path in folder.rglob("*") if path.is_file() and rights(path) & 0o077]
    return [str(path.relative_to(folder)) for path in found]


def run(code: str, var: Path) -> str:
    """Run Python as the application does, with its data in a folder of its own."""
    environment = {**os.environ, "MATCHSLIP_VAR": str(var), "MATCHSLIP_SECRET_KEY": ""}
    environment.pop("DATABASE_URL", None)
    started = "import os, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'; "
    return subprocess.run(
        [sys.executable, "-c", f"{started}django.setup(); {code}"],
        cwd=ROOT, env=environment, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip


WRITE = (
    "from django.db import connection; c = connection.cursor(); "
    "c.execute('CREATE TABLE IF NOT EXISTS t (i)'); c.execute('INSERT INTO t VALUES (1)'); "
    "import glob; print([oct(os.stat(p).st_mode & 0o777) for p in glob.glob(VAR + '/*.sqlite3*')])"
)


def test_a_new_installation_is_its_owners_alone(tmp_path: Path) -> None:
    var = tmp_path / "var"
    make = (
        "from events.core.private_files import make_private_file; from pathlib import Path; "
        f"make_private_file(Path({str(var)!r}) / 'matchslip.sqlite3'); VAR = {str(var)!r}; "
    )
    said = run(make + WRITE, var)
    assert said.count("0o600") == 3, "the database, its log and the index of that"
    assert rights(var) == 0o700
    assert loose(var) in ([], ["secret_key.lock"])


def test_what_an_older_version_made_is_closed_at_the_next_start(tmp_path: Path) -> None:
    var = tmp_path / "var"
    var.mkdir(mode=0o755)
    (var / "matchslip.sqlite3").touch(0o644)
    said = run(f"VAR = {str(var)!r}; {WRITE}", var)
    assert said.count("0o600") == 3
    assert rights(var) == 0o700


def test_what_is_everybodys_on_purpose_stays_so(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    assert not keep_private(shared)
    assert rights(shared) == 0o777 | stat.S_ISVTX
    assert keep_private(tmp_path / "not there")


def test_a_copy_of_a_desk_is_private(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "desk.sqlite3")) as desk:
        desk.execute("PRAGMA journal_mode=WAL")
        desk.execute("CREATE TABLE t (i)")
        desk.commit()
        source, copy = Source(tmp_path / "desk.sqlite3", rest=0), Copy(tmp_path / "copy")
        for _ in range(2):
            change = source.change_since(copy.about.state)
            assert copy.take(change, source.slices(change))
            desk.execute("INSERT INTO t VALUES (1)")
            desk.commit()
    assert rights(tmp_path / "copy") == 0o700
    assert loose(tmp_path / "copy") == []


def test_second_backups_are_private(tmp_path: Path) -> None:
    backup = tmp_path / "20260101T000000000000Z-rounds-0001-by-itself.zip"
    backup.write_text("x")
    stick = tmp_path / "stick"
    stick.mkdir()
    copy_backup(backup, stick)
    assert (stick / backup.name).read_text() == "x"
    assert loose(stick) == []


def test_a_restored_database_and_the_replaced_one_are_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "var" / "matchslip.sqlite3"
    there.parent.mkdir()
    there.write_text("old")
    (tmp_path / "restored").write_text("new")
    monkeypatch.setattr(sqlite, "database_path", lambda: there)
    with override_settings(VAR_DIR=there.parent):
        sqlite.put_in_place(tmp_path / "restored", tmp_path / "replaced")
    assert there.read_text() == "new"
    assert rights(there) == 0o600
    assert rights(tmp_path / "replaced") == 0o700
    assert loose(tmp_path / "replaced") == []


def test_a_file_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "full").write_text("data")
    make_private_file(tmp_path / "full")
    assert (tmp_path / "full").read_text() == "data"
