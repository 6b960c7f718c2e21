"""A full disk: the desk shows it, players still get pages, nothing is lost."""

import resource
import sqlite3
import sys
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.faults.running import Desk, manage, prepare, running

pytestmark = pytest.mark.slow

SMALL = 4096


def results_in(folder: Path) -> list[tuple[int, int]]:
    with sqlite3.connect(folder / "matchslip.sqlite3") as database:
        return database.execute(
            'SELECT m."table", first_wins FROM events_match m JOIN events_round r '
            'ON r.id = m.round_id WHERE first_wins IS NOT NULL AND m."table" IS NOT NULL'
        ).fetchall()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are Linux")
def test_entries_are_refused_in_words_and_go_on_once_there_is_room(tmp_path: Path) -> None:
    prepare(tmp_path)
    with running(tmp_path, MATCHSLIP_BACKUP_MINUTES="0") as server:
        desk = Desk(server)
        desk.log_in()
        assert desk.enter("1 20")[0] == HTTPStatus.OK
        [worker] = server.workers()
        _soft, hard = resource.prlimit(worker, resource.RLIMIT_FSIZE)
        # No file of this process may grow past one page, so for it the disk is full.
        resource.prlimit(worker, resource.RLIMIT_FSIZE, (SMALL, hard))
        for text in ("2 20", "3 20", "4 20"):
            status, page = desk.enter(text)
            assert status == HTTPStatus.SERVICE_UNAVAILABLE, page[:500]
            assert "disk" in page
            assert text in page, "it comes back in the form"
        assert desk.get("/e/open/pairings/")[0] == HTTPStatus.OK
        assert desk.get("/staff/e/open/")[0] == HTTPStatus.OK
        resource.prlimit(worker, resource.RLIMIT_FSIZE, (hard, hard))
        for text in ("2 20", "3 20", "4 20"):
            assert desk.enter(text)[0] == HTTPStatus.OK
    assert sorted(results_in(tmp_path)) == [(1, 2), (2, 2), (3, 2), (4, 2)]
    assert "1 events" in manage(tmp_path, "backup")
