"""Two nodes behind nginx on PostgreSQL with a replica, and desks that write to them."""

import contextlib
import random
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path

import psycopg

from events.hosting.rehearsal.own_server import free_port
from tests.faults import test_nginx
from tests.faults.postgres import Cluster, as_whom, own_folder, program
from tests.faults.running import Desk, Server, running
from tests.faults.waiting import wait_for
from tests.faults.writers import SEEN, TABLES, answer_to, found_in
from tests.shared import ROOT

WRITERS, REST = 4, 0.2
# For each node: both sign with the same key, and nginx forwards for the desks.
NODE = {
    "MATCHSLIP_SECRET_KEY": "one key for both nodes, of the tests alone",
    "MATCHSLIP_BACKUP_MINUTES": "0",
    "MATCHSLIP_PROXIES": "127.0.0.1",
}


class Pair:
    """Two nodes, each with a folder, and nginx in front, until the stack is closed."""

    def __init__(self, stack: contextlib.ExitStack, folder: Path, **environment: str) -> None:
        self.folders = [folder / "one", folder / "other"]
        for own in self.folders:
            own.mkdir()
        self._stack, self._environment = stack, {**NODE, **environment}
        self._ports = [free_port(), free_port()]
        self.nodes = [self._start(0, ROOT), self._start(1, ROOT)]
        self.front = stack.enter_context(test_nginx.before(*self.nodes))

    def start(self, place: int, checkout: Path = ROOT) -> None:
        """Start this version of a node again at an address, and wait until it is ready."""
        self.nodes[place] = node = self._start(place, checkout)
        assert wait_for(lambda: node.ask("/readyz")[0] == HTTPStatus.OK, 60)

    def _start(self, place: int, checkout: Path) -> Server:
        served = running(
            self.folders[place],
            "--workers=1",
            port=self._ports[place],
            checkout=checkout,
            **self._environment,
        )
        return self._stack.enter_context(served)

    def writers(self) -> "Writers":
        """Return desks that are logged in through nginx."""
        desks = [Desk(self.front) for _ in range(WRITERS)]
        assert all(desk.log_in() == HTTPStatus.OK for desk in desks)
        return Writers(desks)


class Writers:
    """Desks that enter results of their own tables.

    `entered` is the last acknowledged result of each table, `history` all of them in order;
    `unanswered` counts entries that failed and were sent again.
    """

    def __init__(self, desks: Sequence[Desk]) -> None:
        self.desks = desks
        self.entered: dict[int, str] = {}
        self.history: dict[int, list[str]] = {table: [] for table in range(1, TABLES + 1)}
        self.unanswered = 0
        self._seen: dict[int, str] = dict.fromkeys(range(1, TABLES + 1), "")

    @property
    def acknowledged(self) -> int:
        """The number of acknowledged results."""
        return sum(map(len, self.history.values()))

    def lost(self, database: str) -> int:
        """Return the number of acknowledged results without a report in this database."""
        asked = (
            "SELECT m.\"table\", r.first_wins || '-' || r.second_wins FROM events_report r"
            " JOIN events_match m ON m.id = r.match_id JOIN events_round o ON o.id = m.round_id"
            " WHERE o.number = 1 ORDER BY r.id"
        )
        stored: dict[int, list[str]] = {table: [] for table in self.history}
        with psycopg.connect(database) as connection:
            for table, result in connection.execute(asked):
                stored.setdefault(table, []).append(result)
        return sum(
            len(entries) - longest_common(entries, stored[table])
            for table, entries in self.history.items()
        )

    def write(self, seconds: float, act: Callable[[], None]) -> float:
        """Enter results for some time after `act`; return the longest pause of a desk."""
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
                self.history[table].append(SEEN[score])
                longest, last = max(longest, time.monotonic() - last), time.monotonic()
                # An archive takes at most a hundred reports of a match.
                time.sleep(REST)
            elif status == HTTPStatus.CONFLICT:
                self._seen[table] = found_in(page) or SEEN[score]
            else:
                # No answer shows whether it was saved, so only acknowledged entries are compared.
                self.entered.pop(table, None)
                self.unanswered += 1
                time.sleep(0.1)
        return max(longest, time.monotonic() - last)


def longest_common(some: Sequence[str], others: Sequence[str]) -> int:
    """Return the length of the longest common subsequence."""
    row = [0] * (len(others) + 1)
    for value in some:
        above, left = row, 0
        row = [0]
        for place, other in enumerate(others):
            left = above[place] + 1 if value == other else max(above[place + 1], left)
            row.append(left)
    return row[-1]


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
    """Return a database address for both servers that selects the writable one."""
    ports = f"{primary.port},{replica.port}"
    return (
        f"postgres://matchslip@/postgres?host=127.0.0.1,127.0.0.1&port={ports}"
        "&target_session_attrs=read-write"
    )


def has_caught_up(primary: Cluster) -> bool:
    """Return whether the replica has applied everything that the primary wrote."""
    behind = "SELECT count(*) FROM pg_stat_replication WHERE replay_lsn >= pg_current_wal_lsn()"
    with psycopg.connect(primary.url) as asked:
        row = asked.execute(behind).fetchone()
    return bool(row and row[0])


def fail_over(primary: Cluster, replica: Cluster) -> None:
    """Stop the primary cleanly, so that the replica has everything, and promote the replica."""
    primary.stop()
    with psycopg.connect(replica.url, autocommit=True) as asked:
        asked.execute("SELECT pg_promote(true, 60)")
