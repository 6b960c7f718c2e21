"""Problems that keep a command from starting: a sentence, a way out, no traceback, status 1."""

import errno
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from config.command_line import STOPPED
from events.core.private_files import kept_secret, why_unusable
from events.hosting.backups.retention import backups_folder
from events.management.commands.serve import warnings_of_folders
from events.management.start_failures import sentence_about
from tests.databases import migrated_file
from tests.shared import ROOT

DATABASE = "matchslip.sqlite3"


def started(
    var: Path, *words: str, before: str = "", **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Run a command by itself; `before`: what the shell does first."""
    shell = f'{before} exec "$0" manage.py "$@"'
    return subprocess.run(
        ["sh", "-c", shell, sys.executable, *words],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "MATCHSLIP_VAR": str(var), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def refused(done: "subprocess.CompletedProcess[str]") -> str:
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr.strip()


def test_a_damaged_database_names_the_backup_to_restore(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"not a database " * 1000)
    assert refused(started(tmp_path, "backup")) == (
        f"The database {tmp_path / DATABASE} is damaged: file is not a database. There is no "
        "backup; move the file away to start empty."
    )
    kept = tmp_path / "backups" / "20250503T101500000000Z-rounds-0004-by-itself.zip"
    kept.parent.mkdir()
    kept.touch()
    words = refused(started(tmp_path, "serve", "--no-demo"))
    assert words.endswith(f"Restore the newest backup: {sys.executable} manage.py restore {kept}")


def test_a_cut_database_is_damaged(tmp_path: Path) -> None:
    path = migrated_file(tmp_path / DATABASE)
    os.truncate(path, 20_000)
    assert "is damaged: database disk image is malformed" in refused(started(tmp_path, "backup"))


def test_a_folder_in_the_place_of_the_database_is_named(tmp_path: Path) -> None:
    (tmp_path / DATABASE).mkdir()
    words = refused(started(tmp_path, "serve", "--no-demo"))
    assert words.startswith(f"{tmp_path / DATABASE} can't be read or written: Is a directory.")
    assert "Traceback" in started(tmp_path, "serve", "--traceback").stderr


def test_an_empty_database_and_an_older_one_say_which_command_helps(tmp_path: Path) -> None:
    assert "The database is empty. `serve` and" in refused(started(tmp_path, "backup"))
    path = migrated_file(tmp_path / DATABASE)
    with sqlite3.connect(path) as database:
        newest = "(SELECT max(name) FROM django_migrations WHERE app = 'events')"
        database.execute(f"DELETE FROM django_migrations WHERE name = {newest}")
        database.execute("ALTER TABLE events_event RENAME COLUMN name TO former_name")
    words = refused(started(tmp_path, "export_event", "open"))
    assert words.startswith("The database is of an older version.")


@pytest.mark.sqlite
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("SQLITE_BUSY", "Another program has locked the database"),
        ("SQLITE_FULL", "Free some space on this disk"),
        ("SQLITE_IOERR_SHMSIZE", "This disk is full or failing: free some space on it"),
        ("SQLITE_READONLY", "Allow yourself to write there: chmod"),
    ],
)
def test_each_error_of_sqlite_has_its_way_out(name: str, words: str, tmp_path: Path) -> None:
    from django.db import OperationalError

    cause = sqlite3.OperationalError("as SQLite says it")
    cause.sqlite_errorname = name
    error = OperationalError("as SQLite says it")
    error.__cause__ = cause
    with override_settings(VAR_DIR=tmp_path):
        assert words in sentence_about(error)


def test_files_of_the_data_say_what_to_do_by_their_error(tmp_path: Path) -> None:
    there = tmp_path / "serving.lock"
    there.touch()
    mine = why_unusable(PermissionError(errno.EACCES, "Permission denied", str(there)), tmp_path)
    assert mine.endswith(f"Allow yourself to write there: chmod -R u+rwX {tmp_path}")
    missing = tmp_path / "none" / "var"
    away = why_unusable(PermissionError(errno.EACCES, "Permission denied", str(missing)), missing)
    assert away.endswith("Name a folder that can be written: MATCHSLIP_VAR=folder")
    full = why_unusable(OSError(errno.ENOSPC, "No space left on device"), tmp_path)
    assert "Free some space on this disk" in full
    # Only a programmer can solve it, so the traceback is shown.
    assert sentence_about(FileNotFoundError(errno.ENOENT, "No such file", "table.html")) == ""


@pytest.mark.parametrize("text", [b"\x91\xff" * 30, b"short"])
def test_a_damaged_signing_key_is_neither_used_nor_replaced(tmp_path: Path, text: bytes) -> None:
    key = tmp_path / "secret_key"
    key.write_bytes(text)
    words = refused(started(tmp_path, "check"))
    assert words.startswith(f"{key} can't be read or written: It is")
    assert "Put it back from a backup, or move it away" in words
    assert key.read_bytes() == text


def test_a_damaged_secret_is_an_error_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "follow_token").write_bytes(b"\xff\xfe")
    with pytest.raises(OSError, match="It is damaged") as error:
        kept_secret(tmp_path / "follow_token")
    assert error.value.filename == str(tmp_path / "follow_token")


@pytest.mark.parametrize("name", ["the shop's ﾃﾞｰﾀ", "50 %41 off", "C#", "a?b"])
def test_any_name_of_a_folder_holds_its_own_database(tmp_path: Path, name: str) -> None:
    var = tmp_path / name
    done = started(var, "shell", "-v0", "-c", "from django.db import connection as c; "
                   "c.cursor(); print(c.settings_dict['NAME'])")  # fmt: skip
    assert done.stdout.strip() == str(var / DATABASE), done.stderr
    assert (var / DATABASE).is_file()
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_output_that_nobody_reads_takes_no_file_of_the_data(tmp_path: Path) -> None:
    migrated_file(tmp_path / DATABASE)
    done = started(tmp_path, "backup", before="exec >&- 2>&- <&-;")
    assert done.returncode == 0
    assert list(tmp_path.glob("backups/*.zip"))


def test_an_unreachable_database_is_named_with_its_reason_at_once(tmp_path: Path) -> None:
    nobody_there = "postgres://root:secret@127.0.0.1:1/matchslip"
    words = refused(started(tmp_path, "backup", DATABASE_URL=nobody_there))
    assert words.startswith("The database does not answer: connection failed:")
    assert "Connection refused" in words
    assert words.count("\n") == 0, "no line of a pool that tries again"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--address", "swiss.example"), "is not the address of a site"),
        (("--address", "http:" + "//["), "is not the address of a site"),
        (("--address", "https://swiss.example/below"), "is not the address of a site"),
        (("--workers", "0"), "is not a whole number from 1 to 256"),
        (("--threads", "many"), "is not a whole number from 1 to 256"),
        (("--port", "0"), "PORT=0 is not a port"),
        (("--port", "first"), "PORT=first is not a port: use a number from 1024 to 65535"),
    ],
)
def test_each_option_of_serve_is_checked(words: tuple[str, ...], problem: str) -> None:
    with pytest.raises(CommandError, match=problem):
        call_command("serve", *words)


def test_folders_of_settings_that_are_not_there_are_named_at_the_start(tmp_path: Path) -> None:
    none = tmp_path / "none"
    with override_settings(VAR_DIR=tmp_path, BACKUPS_ALSO=none, ARCHETYPE_RULES=str(none)):
        assert list(warnings_of_folders()) == [
            f"No backups can be written to {none}: It is not there: is the stick plugged in?",
            f"MATCHSLIP_ARCHETYPES: there is no folder {none}.",
        ]
        none.mkdir()
        assert list(warnings_of_folders()) == []
        backups_folder().rmdir()
        backups_folder().touch()
        [words] = warnings_of_folders()
        assert words.startswith(f"No backups can be written to {backups_folder()}: ")


INTERRUPTED = """
import os, signal, time, weakref
from config import command_line
# A shell starts what it runs behind itself with interrupts ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
class Kept: pass
def finalizer():
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(10): pass
def command(words):
    kept = Kept()
    weakref.finalize(kept, finalizer)
    del kept
    time.sleep(30)
    print("went on")
command_line.execute_from_command_line = command
command_line.run_command(["manage.py"])
"""


def test_an_interrupt_in_a_finalizer_is_not_lost(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "MATCHSLIP_VAR": str(tmp_path),
             "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == STOPPED
    assert (done.stdout, done.stderr) == ("", "\nStopped.\n")
