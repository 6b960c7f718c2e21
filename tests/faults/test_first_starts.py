"""Two nodes that start together on an empty database, and on a database of an older version."""

import contextlib
import http.client
import subprocess
import sys
from functools import partial
from http import HTTPStatus
from pathlib import Path

import psycopg
import pytest

from events.hosting.rehearsal.own_server import free_port
from tests.faults.nodes import NODE
from tests.faults.postgres import INITDB, NOT_THERE, Cluster
from tests.faults.running import environment_of, manage
from tests.faults.waiting import wait_for
from tests.longer import times
from tests.shared import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(INITDB is None, reason=NOT_THERE)]
# The step before the newest, so that both nodes find the same one pending.
STARTS = 2


def newest_two() -> tuple[str, str]:
    names = sorted(path.stem for path in (ROOT / "events" / "migrations").glob("0*.py"))
    return names[-2], names[-1]


def _settled(process: "subprocess.Popen[bytes]", port: int) -> bool:
    """Return whether a node answers or has ended."""
    return process.poll() is not None or ready(port)


def start_together(folder: Path, url: str) -> list[str]:
    """Start two nodes at once, wait until both answer, and stop them; return their output."""
    nodes = []
    for name in ("one", "other"):
        var = folder / name
        var.mkdir(parents=True, exist_ok=True)
        port = free_port()
        out = (var / "said.txt").open("w+")
        command = [sys.executable, "manage.py", "serve", "--no-demo", "--workers=1"]
        process = subprocess.Popen(
            [*command, f"--port={port}"],
            cwd=ROOT,
            env=environment_of(var, **{**NODE, "DATABASE_URL": url}),
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        nodes.append((process, port, out))
    try:
        for process, port, _out in nodes:
            assert wait_for(partial(_settled, process, port), 120)
        printed = []
        for process, _port, out in nodes:
            out.seek(0)
            printed.append(out.read())
            assert process.poll() is None, printed[-1]
        return printed
    finally:
        for process, _port, out in nodes:
            process.terminate()
            process.wait(30)
            out.close()


def ready(port: int) -> bool:
    with contextlib.suppress(OSError, http.client.HTTPException):
        asking = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        with contextlib.closing(asking):
            asking.request("GET", "/readyz")
            return asking.getresponse().status == HTTPStatus.OK
    return False


def applied(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT name FROM django_migrations WHERE app = 'events'")
        return [name for (name,) in rows]


def test_two_nodes_start_together(tmp_path: Path, cluster: Cluster) -> None:
    before, newest = newest_two()
    for start in range(times(STARTS)):
        name = f"start{start}"
        with psycopg.connect(cluster.url, autocommit=True) as admin:
            admin.execute(f"CREATE DATABASE {name}".encode())
        url = cluster.url.rpartition("/")[0] + f"/{name}"
        start_together(tmp_path / f"empty{start}", url)
        assert applied(url).count(newest) == 1
        manage(tmp_path, "migrate", "-v0", "events", before, DATABASE_URL=url)
        assert newest not in applied(url)
        start_together(tmp_path / f"older{start}", url)
        assert applied(url).count(newest) == 1
        assert len(applied(url)) == len(set(applied(url)))
