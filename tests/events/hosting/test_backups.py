"""Backups hold everything, are checked, and come back whole."""

import contextlib
import json
import os
import sqlite3
import time
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings

from events.core.private_files import hold
from events.hosting.backups import (
    BackupError,
    make_backup,
    postgres,
    read_backup,
    restore_backup,
    sqlite,
)
from events.hosting.backups.creation import MOST_ABOUT, VENDORS
from events.hosting.backups.retention import AUTOMATIC, copy_backup, thin_out
from events.hosting.parent_process import SERVING
from events.models import Event, JournalEntry, Match
from tests.events.scenario import enter_slips, event_with_owner, start_round


@pytest.fixture
def var(tmp_path: Path) -> Path:
    folder = tmp_path / "var"
    folder.mkdir()
    (folder / "secret_key").write_text("the key of before")
    return folder


@pytest.fixture
def played(transactional_db: None, file_database: None, var: Path) -> Event:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 21", "2 20")
    return event


def repack(path: Path, files: dict[str, bytes] | None = None, **changes: object) -> Path:
    """Copy a backup with other words about itself, and with other files in it."""
    files = files or {}
    changed = path.with_name("changed.zip")
    with zipfile.ZipFile(path) as before, zipfile.ZipFile(changed, "w") as after:
        for name in before.namelist():
            data = before.read(name)
            if name == "backup.json":
                data = json.dumps({**json.loads(data), **changes}).encode()
            if name not in files:
                after.writestr(name, data)
        for name, data in files.items():
            after.writestr(name, data)
    return changed


def test_a_backup_holds_every_row_and_the_key_and_is_private(
    played: Event, var: Path, tmp_path: Path
) -> None:
    with override_settings(VAR_DIR=var):
        backup = make_backup(tmp_path / "stick" / "new")
    assert backup.path.parent == tmp_path / "stick" / "new"
    assert backup.path.stat().st_mode & 0o077 == 0
    assert backup.rounds == 1
    assert backup.counts["events_match"] == Match.objects.count() == 4
    assert backup.counts["events_journalentry"] == JournalEntry.objects.count()
    into = tmp_path / "unpacked"
    assert read_backup(backup.path, into) == backup
    assert (into / "secret_key").read_text() == "the key of before"
    # No half-written file remains.
    assert list(backup.path.parent.iterdir()) == [backup.path]


def test_a_restored_backup_is_what_was_there(played: Event, var: Path) -> None:
    with override_settings(VAR_DIR=var):
        backup = make_backup(var / "backups")
        entries = JournalEntry.objects.count()
        owner = User.objects.get()
        enter_slips(played, owner, 1, "3 20", "4 02")
        User.objects.create_user("came-later")
        (var / "secret_key").write_text("another key")
        restored, replaced = restore_backup(backup.path)
    assert restored.counts == backup.counts
    assert JournalEntry.objects.count() == entries
    assert Match.objects.exclude(first_wins=None).count() == 2
    assert [user.username for user in User.objects.all()] == [owner.username]
    assert (var / "secret_key").read_text() == "the key of before"
    assert replaced.exists()
    # The desk continues with it.
    enter_slips(played, owner, 1, "3 20")


def test_it_can_be_made_again_and_again(played: Event, var: Path) -> None:
    with override_settings(VAR_DIR=var):
        call_command("backup", str(var / "b"))
        call_command("backup", str(var / "b"))
    assert len(list((var / "b").iterdir())) == 2


def test_what_is_no_whole_backup_is_refused_and_changes_nothing(
    played: Event, var: Path, tmp_path: Path
) -> None:
    with override_settings(VAR_DIR=var):
        backup = make_backup(tmp_path)
        whole = backup.path.read_bytes()
        half = tmp_path / "half.zip"
        half.write_bytes(whole[: len(whole) // 2])
        spoilt = tmp_path / "spoilt.zip"
        middle = len(whole) // 2
        spoilt.write_bytes(whole[:middle] + b"\0" * 64 + whole[middle + 64 :])
        fewer = repack(backup.path, counts={**backup.counts, "events_match": 5})
        for path in (half, spoilt, fewer, tmp_path / "none.zip"):
            with pytest.raises(CommandError):
                call_command("restore", str(path))
        newer = repack(backup.path, migrations=[*backup.migrations, "events.9999_later"])
        with pytest.raises(BackupError, match="newer version"):
            restore_backup(newer)
        upgraded = repack(backup.path, migrations=[*backup.migrations, "events.0030_readings"])
        restore_backup(upgraded)
    assert Match.objects.exclude(first_wins=None).count() == 2


def test_a_backup_that_is_damaged_anywhere_is_refused(
    played: Event, var: Path, tmp_path: Path
) -> None:
    with override_settings(VAR_DIR=var):
        whole = make_backup(tmp_path).path.read_bytes()
    damaged = tmp_path / "damaged.zip"
    for at in range(100, len(whole) // 2, len(whole) // 40):
        damaged.write_bytes(whole[:at] + b"\xff" * 64 + whole[at + 64 :])
        with pytest.raises(BackupError):
            read_backup(damaged, tmp_path)


@pytest.mark.parametrize("key", [b"", b"  \n", b"\xff\xfe", b"a" * 2_000, b"two\nlines"])
@pytest.mark.parametrize("name", ["secret_key", "demo_password"])
def test_a_backup_with_a_bad_key_changes_nothing(
    played: Event, var: Path, tmp_path: Path, name: str, key: bytes
) -> None:
    with override_settings(VAR_DIR=var):
        backup = make_backup(tmp_path)
        changed = repack(backup.path, files={name: key})
        Event.objects.update(name="Later")
        with pytest.raises(CommandError, match="is not a key"):
            call_command("restore", str(changed))
    assert Event.objects.get().name == "Later", "the database is that of now"
    assert (var / "secret_key").read_text() == "the key of before"


def test_keys_that_could_not_be_written_are_found_before_the_first_change(
    played: Event, var: Path, tmp_path: Path
) -> None:
    with override_settings(VAR_DIR=var):
        backup = make_backup(tmp_path)
        (var / "secret_key").unlink()
        (var / "secret_key").mkdir()
        Event.objects.update(name="Later")
        with pytest.raises(BackupError, match="is no file"):
            restore_backup(backup.path)
    assert Event.objects.get().name == "Later"


@pytest.mark.sqlite
@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER more AFTER INSERT ON events_event BEGIN DELETE FROM events_match; END",
        "CREATE VIEW more AS SELECT * FROM auth_user",
        "CREATE TRIGGER journal_append_only AFTER INSERT ON events_event "
        "BEGIN DELETE FROM events_match; END",
    ],
)
def test_a_backup_with_a_trigger_of_somebody_else_is_refused(
    played: Event, var: Path, tmp_path: Path, statement: str
) -> None:
    with override_settings(VAR_DIR=var):
        backup = make_backup(tmp_path)
        read_backup(backup.path, tmp_path)
        database = tmp_path / sqlite.FILE_NAME
        with contextlib.closing(sqlite3.connect(database)) as copy, copy:
            copy.execute("DROP TRIGGER journal_append_only")
            copy.execute(statement)
        changed = repack(backup.path, files={sqlite.FILE_NAME: database.read_bytes()})
        with pytest.raises(BackupError, match="foreign"):
            restore_backup(changed)
    assert Match.objects.exclude(first_wins=None).count() == 2


OURS = """--
SET statement_timeout = 0;
SELECT pg_catalog.set_config('search_path', '', false);
CREATE FUNCTION public.journal_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$;
CREATE TABLE public.a (
    id bigint NOT NULL
);
SELECT pg_catalog.setval('public.a_id_seq', 1, true);
"""


@pytest.mark.parametrize(
    "more",
    [
        "CREATE FUNCTION public.f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN END $$;\n",
        "CREATE TRIGGER t AFTER INSERT ON public.a EXECUTE FUNCTION public.f();\n",
        "CREATE VIEW public.v AS SELECT 1;\n",
        "CREATE RULE r AS ON INSERT TO public.a DO ALSO DELETE FROM public.b;\n",
        "CREATE EXTENSION dblink;\n",
        "COPY public.a FROM PROGRAM 'id';\n",
        "\\! id\n",
        "DO $$ BEGIN END $$;\n",
        "ALTER TABLE public.a ALTER COLUMN b SET DEFAULT pg_read_file('/etc/passwd');\n",
        "CREATE INDEX i ON public.a USING btree (lo_import('/etc/passwd'));\n",
        "SELECT 1;\n",
    ],
)
def test_a_dump_with_a_statement_of_somebody_else_is_refused(more: str) -> None:
    postgres.refuse_foreign(OURS)
    with pytest.raises(BackupError, match="foreign statement"):
        postgres.refuse_foreign(OURS + more)


def test_what_a_newer_dump_sets_is_left_out_where_the_server_does_not_know_it() -> None:
    """The client may be newer than its server, as in a container: 17 sets this, 15 fails by it."""
    newer = "SET transaction_timeout = 0;\n"
    table = (
        "CREATE TABLE public.events_event (id bigint);\nCOPY public.events_event (id) FROM stdin;\n"
    )
    script = postgres.for_server(
        f"SET statement_timeout = 0;\n{newer}{table}{newer}\\.\n", {"statement_timeout"}
    )
    assert script == f"SET statement_timeout = 0;\n{table}{newer}\\.\n"


def test_a_backup_on_a_full_disk_ends_in_words(
    played: Event, var: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_target: Path) -> dict[str, int]:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(VENDORS[connection.vendor], "save", full)
    with (
        override_settings(VAR_DIR=var),
        pytest.raises(CommandError, match=r"No backup could be written .* disk is full"),
    ):
        call_command("backup", str(tmp_path / "full"))
    assert list((tmp_path / "full").iterdir()) == []


def test_a_backup_whose_words_unpack_to_too_much_is_refused(played: Event, var: Path) -> None:
    with override_settings(VAR_DIR=var):
        path = make_backup(var / "backups").path
        bomb = repack(path, {"backup.json": b" " * (MOST_ABOUT + 1)})
        with pytest.raises(BackupError, match="is not a backup, or damaged"):
            read_backup(bomb, var)


@pytest.mark.parametrize(
    "name",
    [
        "99999999T999999999999Z-rounds-0001-by-itself.zip",
        "99991231T235959999999Z-rounds-0001-by-itself.zip",
        "20260230T000000000000Z-rounds-0001-by-itself.zip",
    ],
)
def test_an_odd_file_among_backups_stops_none(played: Event, var: Path, name: str) -> None:
    """Each of these names had stopped every later backup."""
    folder = var / "backups"
    folder.mkdir()
    (folder / name).write_bytes(b"")
    with override_settings(VAR_DIR=var):
        assert make_backup(folder).path.exists()
    thin_out(folder)


def test_a_clock_before_1980_stops_no_backup(
    played: Event, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 86_400.0)
    os.utime(var / "secret_key", (86_400, 86_400))
    with override_settings(VAR_DIR=var):
        backup = make_backup(var / "backups")
    with zipfile.ZipFile(backup.path) as packed:
        assert packed.read("secret_key") == b"the key of before"


def test_the_other_kind_of_database_is_refused(played: Event, var: Path, tmp_path: Path) -> None:
    other = "postgresql" if connection.vendor == "sqlite" else "sqlite"
    with override_settings(VAR_DIR=var):
        changed = repack(make_backup(tmp_path).path, vendor=other)
        with pytest.raises(BackupError):
            restore_backup(changed)


def test_nothing_is_restored_under_a_running_server(
    played: Event, var: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.hosting.backups.restore.WAIT", 0.5)
    with override_settings(VAR_DIR=var):
        backup = make_backup(tmp_path)
        served = hold(var / SERVING, alone=False)
        assert served is not None
        with served, pytest.raises(BackupError, match="Stop it"):
            restore_backup(backup.path)
        restore_backup(backup.path)


def test_a_folder_that_takes_nothing_says_so(played: Event, var: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with override_settings(VAR_DIR=var):
        with pytest.raises(BackupError, match="No backup could be written"):
            make_backup(tmp_path / "file" / "folder")
        with pytest.raises(BackupError, match="is the stick plugged in"):
            copy_backup(make_backup(tmp_path).path, tmp_path / "not there")


def test_the_last_hour_is_kept_and_one_of_each_round_before(tmp_path: Path) -> None:
    now = datetime(2025, 5, 3, 18, 0, tzinfo=UTC)
    made = {
        (minutes, rounds): tmp_path
        / f"{now - timedelta(minutes=minutes):%Y%m%dT%H%M%S%fZ}-rounds-{rounds:04}-{AUTOMATIC}.zip"
        for minutes, rounds in [(5, 3), (30, 3), (59, 3), (61, 3), (70, 2), (80, 2), (120, 1)]
    }
    by_hand = tmp_path / "20200101T000000000000Z-rounds-0001-by-hand.zip"
    for path in [*made.values(), by_hand]:
        path.write_text("")
    removed = thin_out(tmp_path, now)
    assert set(removed) == {made[61, 3], made[80, 2]}
    assert by_hand.exists()
    assert thin_out(tmp_path, now) == []
