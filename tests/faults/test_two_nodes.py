"""Two nodes behind nginx on a PostgreSQL with a replica, under writers.

A node is killed in the middle of a round, the replica is stopped, and the primary is failed over by
hand, as docs/hosting.md says. `make faults ARGS=-s` prints how long desks pause.
"""

import contextlib
import random
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path

import psycopg
import pytest

from tests.events.hosting.server.test_serve_process import free_port
from tests.faults import test_nginx
from tests.faults.postgres import INITDB, NOT_THERE, Cluster, as_whom, own_folder, program
from tests.faults.running import Desk, Server, running, wait_for
from tests.faults.writers import SEEN, TABLES, answer_to, check_archive, found_in, missing_of

pytestmark = [
    pytest.mark.minutes,
    pytest.mark.skipif(INITDB is None, reason=NOT_THERE),
    pytest.mark.skipif(test_nginx.PROGRAM is None, reason="nginx is not installed"),
]
WRITERS = 4
# Desks go on so soon after a node is killed. A busy machine may take longer for a failover.
GO_ON, FAILOVER = 5.0, 30.0
KEY = "one key for both nodes, of the tests alone"


class Writers:
    """Desks that enter results of their own tables; `pauses`: the longest time without one."""

    def __init__(self, desks: Sequence[Desk]) -> None:
        self.desks = desks
        self.entered: dict[int, str] = {}
        self.acknowledged = 0
        self._seen: dict[int, str] = dict.fromkeys(range(1, TABLES + 1), "")

    def write(self, seconds: float, act: Callable[[], None]) -> float:
        """Enter results until so long after `act`; return the longest pause of a desk."""
        ends = [float("inf")]
        with ThreadPoolExecutor(len(self.desks)) as pool:
            writing = [pool.submit(self._enter, place, ends) for place in range(len(self.desks))]
            time.sleep(2)
            act()
            ends[0] = time.monotonic() + seconds
            return max(one.result(seconds + 120) for one in writing)

    def _enter(self, place: int, ends: Sequence[float]) -> float:
        tables = list(range(place + 1, TABLES + 1, len(self.desks)))
        longest, last = 0.0, time.monotonic()
        while time.monotonic() < ends[0]:
            table = random.choice(tables)
            seen = self._seen[table]
            score = random.choice([score for score in SEEN if SEEN[score] != seen])
            status, page = answer_to(self.desks[place], f"{table} {score}!", seen)
            if status == HTTPStatus.OK:
                self.entered[table], self._seen[table] = score, SEEN[score]
                self.acknowledged += 1
                longest, last = max(longest, time.monotonic() - last), time.monotonic()
            elif status == HTTPStatus.CONFLICT:
                self._seen[table] = found_in(page) or SEEN[score]
            else:
                # No answer says whether it is in: only acknowledged entries are compared.
                self.entered.pop(table, None)
                time.sleep(0.1)
        return max(longest, time.monotonic() - last)


@contextlib.contextmanager
def replica_of(primary: Cluster) -> Iterator[Cluster]:
    """Return a streaming replica of a server, made as deploy/nodes/replica.sh makes it."""
    with own_folder() as folder:
        place = ["-h", "127.0.0.1", "-p", str(primary.port), "-U", "matchslip"]
        subprocess.run(
            [program("pg_basebackup"), *place, "-D", str(folder / "data"), "-R", "-c", "fast"],
            check=True,
            capture_output=True,
            **as_whom(),
        )
        replica = Cluster(folder)
        try:
            replica.start()
            yield replica
        finally:
            replica.stop()


def both(primary: Cluster, replica: Cluster) -> str:
    """Return the address of the server of both that takes writes."""
    ports = f"{primary.port},{replica.port}"
    return (
        f"postgres://matchslip@/postgres?host=127.0.0.1,127.0.0.1&port={ports}"
        "&target_session_attrs=read-write"
    )


def has_caught_up(primary: Cluster) -> bool:
    """Return whether the replica has everything that the primary wrote."""
    behind = "SELECT count(*) FROM pg_stat_replication WHERE replay_lsn >= pg_current_wal_lsn()"
    with psycopg.connect(primary.url) as asked:
        row = asked.execute(behind).fetchone()
    return bool(row and row[0])


def fail_over(primary: Cluster, replica: Cluster) -> None:
    """Stop the primary in order, which sends the replica the rest, and promote the replica."""
    primary.stop()
    with psycopg.connect(replica.url, autocommit=True) as asked:
        asked.execute("SELECT pg_promote(true, 60)")


def test_two_nodes_a_replica_and_nginx(tmp_path: Path, cluster: Cluster) -> None:
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    with contextlib.ExitStack() as stack:
        replica = stack.enter_context(replica_of(cluster))
        environment = {
            "DATABASE_URL": both(cluster, replica),
            "MATCHSLIP_SECRET_KEY": KEY,
            "MATCHSLIP_BACKUP_MINUTES": "0",
            "MATCHSLIP_PROXIES": "127.0.0.1",
        }

        def node(folder: Path, port: int) -> Server:
            serving = running(folder, "--workers=1", port=port, **environment)
            return stack.enter_context(serving)

        ports = [free_port(), free_port()]
        nodes = [node(folder, port) for folder, port in zip(folders, ports, strict=True)]
        front = stack.enter_context(test_nginx.before(*nodes))
        desks = [Desk(front) for _ in range(WRITERS)]
        assert all(desk.log_in() == HTTPStatus.OK for desk in desks)
        writers = Writers(desks)
        figures = {"a node is killed": writers.write(8, nodes[0].kill_all)}
        assert missing_of(desks[0], writers.entered) == {}
        node(folders[0], ports[0])
        figures["the replica is stopped"] = writers.write(4, replica.stop)
        assert missing_of(desks[0], writers.entered) == {}
        replica.start()
        assert wait_for(lambda: has_caught_up(cluster), 60)
        figures["the primary is failed over"] = writers.write(
            15, lambda: fail_over(cluster, replica)
        )
        assert wait_for(lambda: desks[0].get("/staff/e/open/")[0] == HTTPStatus.OK, 60)
        assert missing_of(desks[0], writers.entered) == {}
        check_archive(desks[0])
    for words, pause in figures.items():
        print(f"{words}: the longest pause of a desk is {pause:.1f} s")
    print(f"{writers.acknowledged} results acknowledged, none lost")
    assert figures["a node is killed"] < GO_ON, figures
    assert figures["the replica is stopped"] < GO_ON, figures
    assert figures["the primary is failed over"] < FAILOVER, figures
