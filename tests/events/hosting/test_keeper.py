"""Automatic backups, and the desk's messages about them and about the disk."""

import time
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import pytest
from django.db import connection
from django.test import override_settings
from django.utils import translation

from events.hosting import desk_warnings
from events.hosting.backups import schedule as keeping
from events.hosting.backups.retention import (
    MOST_LATER,
    Status,
    backups_folder,
    read_status,
    thin_out,
)
from events.hosting.backups.schedule import Keeper
from events.hosting.desk_warnings import MEGABYTE, backup_warnings, warnings_of
from tests import factories
from tests.events.scenario import enter_slips, event_with_owner, start_round
from tests.events.support.doors import address

pytestmark = pytest.mark.django_db(transaction=True)


def look(keeper: Keeper) -> None:
    """Let the keeper look once what was written has been counted, as a later second would.

    PostgreSQL counts what a connection writes about once a second.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_force_next_flush()")
    keeper.look()


def made() -> int:
    return len(list(backups_folder().glob("*.zip")))


@pytest.mark.usefixtures("file_database")
def test_a_posted_round_is_saved_at_once_and_the_rest_soon(tmp_path: Path) -> None:
    clock = [1_000_000.0]
    event, owner = event_with_owner(8)
    with override_settings(VAR_DIR=tmp_path):
        keeper = Keeper(every=180, second=None, clock=lambda: clock[0])
        look(keeper)
        look(keeper)
        assert made() == 1, "once when it starts, and not again while nothing changes"
        start_round(event, owner, 1)
        clock[0] += 2
        look(keeper)
        assert made() == 2, "a posted round at once"
        enter_slips(event, owner, 1, "1 21")
        clock[0] += 2
        look(keeper)
        assert made() == 2, "a result can wait a little"
        assert keeper.status.unsaved == clock[0]
        clock[0] += 180
        look(keeper)
        assert made() == 3
        status = read_status()
        assert status is not None
        assert (status.saved, status.unsaved, status.trouble) == (clock[0], None, "")


@pytest.mark.usefixtures("file_database")
def test_a_second_copy_goes_to_the_stick_and_the_desk_hears_when_it_is_gone(tmp_path: Path) -> None:
    event, owner = event_with_owner(8)
    stick = tmp_path / "stick"
    stick.mkdir()
    with override_settings(VAR_DIR=tmp_path / "var"):
        keeper = Keeper(every=0, second=stick)
        look(keeper)
        [first] = backups_folder().glob("*.zip")
        assert (stick / first.name).read_bytes() == first.read_bytes()
        (stick / first.name).unlink()
        stick.rmdir()
        start_round(event, owner, 1)
        look(keeper)
        assert made() == 2
        assert "is the stick plugged in?" in keeper.status.second
        assert "stick" in backup_warnings(keeper.status, keeper.status.seen)[0]


@pytest.mark.usefixtures("file_database")
def test_a_backup_that_fails_is_said_and_tried_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event_with_owner(4)
    var = tmp_path / "var"
    var.write_text("a file where the folder should be")
    with override_settings(VAR_DIR=var):
        keeper = Keeper(every=0, second=None)
        look(keeper)
        assert "No backup could be written" in keeper.status.trouble
        assert any("failed" in one for one in backup_warnings(keeper.status, keeper.status.seen))
        var.unlink()
        look(keeper)
        assert made() == 0, "not at every look"
        monkeypatch.setattr(keeping, "TRY_AGAIN", 0.0)
        look(keeper)
        assert made() == 1
        assert keeper.status.trouble == ""


@pytest.mark.usefixtures("file_database")
def test_a_clock_that_is_set_back_stops_no_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    with override_settings(VAR_DIR=tmp_path):
        keeper = Keeper(every=0.01, second=None)
        look(keeper)
        yesterday = datetime.now(UTC) - timedelta(days=1)

        class SetBack(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
                return yesterday.astimezone(tz)

        monkeypatch.setattr("time.time", yesterday.timestamp)
        monkeypatch.setattr("events.hosting.backups.creation.datetime", SetBack)
        enter_slips(event, owner, 1, "1 21")
        time.sleep(0.02)
        look(keeper)
        assert made() == 2
        assert keeper.status.unsaved is None
        first, second = sorted(backups_folder().glob("*.zip"))
        assert second.stat().st_mtime_ns >= first.stat().st_mtime_ns, "the newer one sorts last"
        status = read_status()
        assert status is not None
        assert backup_warnings(status, time.monotonic()) == []


def test_a_clock_of_the_wall_that_goes_back_is_no_reason_to_wait(tmp_path: Path) -> None:
    clock = [1_000_000.0]
    with override_settings(VAR_DIR=tmp_path):
        keeper = Keeper(every=180, second=None, clock=lambda: clock[0])
        keeper.status = Status(seen=clock[0], saved=clock[0])
        keeper._state_saved = (0, 1)
        clock[0] -= 86400
        assert keeper._is_due((0, 2), clock[0])


def test_what_was_said_before_the_computer_started_is_old() -> None:
    [said] = backup_warnings(Status(seen=500_000.0, saved=500_000.0), 100.0)
    assert "No backups are being made. Stop the server and start it again." in said


def test_backups_of_a_clock_that_was_set_back_are_thinned_out(tmp_path: Path) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    for minute in range(60):
        made_at = now + timedelta(days=1, minutes=minute)
        (tmp_path / f"{made_at:%Y%m%dT%H%M%S%fZ}-rounds-0003-by-itself.zip").touch()
    thin_out(tmp_path, now)
    kept = sorted(tmp_path.iterdir())
    assert len(kept) == MOST_LATER
    assert "T0059" in kept[-1].name


def test_the_desk_is_warned_before_the_disk_is_full() -> None:
    assert warnings_of(free=2000 * MEGABYTE, size=20 * MEGABYTE) == []
    assert "Only 250 MB of disk space left" in warnings_of(free=250 * MEGABYTE, size=0)[0]
    assert len(warnings_of(free=2000 * MEGABYTE, size=500 * MEGABYTE)) == 1
    assert "has grown to" in warnings_of(free=20000 * MEGABYTE, size=1500 * MEGABYTE)[0]


def test_the_desk_is_warned_of_old_backups() -> None:
    now = 1_000_000.0
    assert backup_warnings(Status(seen=now, saved=now - 3000), now) == [], "nothing has changed"
    assert backup_warnings(Status(seen=now, saved=now, unsaved=now - 200), now) == []
    [said] = backup_warnings(Status(seen=now, saved=now - 900, unsaved=now - 660), now)
    assert "last 11 minutes" in said
    assert (
        "No backups are being made. Stop the server and start it again."
        in backup_warnings(None, now)[0]
    )
    assert (
        "No backups are being made. Stop the server and start it again."
        in backup_warnings(Status(seen=now - 200), now)[0]
    )


def test_warnings_stand_on_every_staff_page(monkeypatch: pytest.MonkeyPatch) -> None:
    event, owner = event_with_owner(4)
    monkeypatch.setattr(desk_warnings._seen, "get", lambda: (10 * MEGABYTE, 0, None))
    browser = factories.client_of(owner)
    for url in ("/staff/", address(event, "desk"), address(event, "roster")):
        assert "Only 10 MB of disk space left" in browser.get(url).content.decode(), url
    with translation.override("ja"):
        assert "10 MB" in desk_warnings.desk_warnings()[0]
    assert "MB" not in factories.client_of().get("/").content.decode()
