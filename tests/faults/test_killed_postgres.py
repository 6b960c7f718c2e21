"""PostgreSQL under writers: the server and the database are killed repeatedly."""

from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from tests.faults.postgres import INITDB, NOT_THERE, Cluster
from tests.faults.running import Desk, Server, running
from tests.faults.waiting import wait_for
from tests.faults.writers import check_archive, desks_of, kill_while_they_write, missing_of
from tests.longer import times

pytestmark = [pytest.mark.slow, pytest.mark.skipif(INITDB is None, reason=NOT_THERE)]


def check_all_is_there(desk: Desk, entered: dict[int, str]) -> None:
    assert missing_of(desk, entered) == {}
    check_archive(desk)


def test_nothing_acknowledged_is_lost_on_postgresql(tmp_path: Path, cluster: Cluster) -> None:
    more: dict[str, Any] = {"DATABASE_URL": cluster.url, "MATCHSLIP_BACKUP_MINUTES": "0"}
    entered: dict[int, str] = {}
    for _turn in range(times(1)):
        with running(tmp_path, "--workers=2", **more) as server:
            kill_both(server, cluster, entered)
    with running(tmp_path, "--workers=1", **more) as server:
        desk = Desk(server)
        desk.log_in()
        check_all_is_there(desk, entered)
    assert entered


def kill_both(server: Server, cluster: Cluster, entered: dict[int, str]) -> None:
    """Kill the database, restart it, and check that the server recovers; then kill the server."""
    desks = desks_of(server)
    check_all_is_there(desks[0], entered)
    kill_while_they_write(desks, entered, cluster.kill)
    cluster.start()
    assert wait_for(lambda: desks[0].get("/staff/e/open/")[0] == HTTPStatus.OK)
    check_all_is_there(desks[0], entered)
    kill_while_they_write(desks, entered, server.kill_all)
