"""The primary PostgreSQL is lost without warning: the replica is promoted, and desks continue.

The line to the replica breaks shortly before. With an asynchronous replica the entries since then
are lost. With a synchronous one the desks wait, and nothing is lost. `make faults ARGS=-s` prints
how many entries were lost, and how long desks pause.
"""

import contextlib
import time
from pathlib import Path

import psycopg
import pytest

from tests.faults import test_nginx
from tests.faults.nodes import Pair, both, has_caught_up, replica_of
from tests.faults.postgres import INITDB, NOT_THERE, Cluster
from tests.faults.waiting import wait_for
from tests.faults.writers import check_archive, missing_of

pytestmark = [
    pytest.mark.minutes,
    pytest.mark.skipif(INITDB is None, reason=NOT_THERE),
    pytest.mark.skipif(test_nginx.PROGRAM is None, reason="nginx is not installed"),
]
# How long the replica is disconnected before the primary is lost.
CUT_OFF = 3.0
FAILOVER = 30.0
SYNCHRONOUS = ("synchronous_standby_names = '*'", "synchronous_commit = remote_apply")


def make_synchronous(primary: Cluster, replica: Cluster) -> None:
    """Let each commit wait until the replica has applied it; both servers get the same settings."""
    for server in (primary, replica):
        with psycopg.connect(server.url, autocommit=True) as asked:
            for line in SYNCHRONOUS:
                asked.execute(f"ALTER SYSTEM SET {line}")
            asked.execute("SELECT pg_reload_conf()")
    assert wait_for(lambda: is_synchronous(primary))


def is_synchronous(primary: Cluster) -> bool:
    """Return whether the replica confirms each commit."""
    with psycopg.connect(primary.url) as asked:
        row = asked.execute("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
        return row.fetchone() == (1,)


def cut_off(replica: Cluster) -> None:
    """Stop the replica from receiving data, as if the line between both were broken."""
    with psycopg.connect(replica.url, autocommit=True) as asked:
        asked.execute("ALTER SYSTEM SET primary_conninfo = ''")
        asked.execute("SELECT pg_reload_conf()")
        receiving = "SELECT count(*) FROM pg_stat_wal_receiver"
        assert wait_for(lambda: asked.execute(receiving).fetchone() == (0,))


@pytest.mark.parametrize("synchronous", [False, True], ids=["asynchronous", "remote_apply"])
def test_the_primary_is_lost(tmp_path: Path, cluster: Cluster, *, synchronous: bool) -> None:
    with contextlib.ExitStack() as stack:
        replica = stack.enter_context(replica_of(cluster))
        assert wait_for(lambda: has_caught_up(cluster), 60)
        if synchronous:
            make_synchronous(cluster, replica)
        pair = Pair(stack, tmp_path, DATABASE_URL=both(cluster, replica))
        writers = pair.writers()
        before: list[int] = []

        def lose() -> None:
            cut_off(replica)
            before.append(writers.acknowledged)
            time.sleep(CUT_OFF)
            before.append(writers.acknowledged)
            cluster.kill()
            with psycopg.connect(replica.url, autocommit=True) as asked:
                if synchronous:
                    # The promoted server has no replica to wait for.
                    asked.execute("ALTER SYSTEM RESET synchronous_standby_names")
                    asked.execute("SELECT pg_reload_conf()")
                asked.execute("SELECT pg_promote(true, 60)")

        pause = writers.write(15, lose)
        assert wait_for(lambda: writers.desks[0].get("/staff/e/open/")[0] == 200, 60)
        lost = writers.lost(replica.url)
        check_archive(writers.desks[0])
        missing = missing_of(writers.desks[0], writers.entered)
    meanwhile, after = before[1] - before[0], writers.acknowledged - before[1]
    print(f"acknowledged: {writers.acknowledged}, of them {meanwhile} while the line was broken")
    print(f"lost: {lost}; the longest pause of a desk is {pause:.1f} s, the cut included")
    assert after, "desks went on"
    assert pause < CUT_OFF + FAILOVER
    if synchronous:
        assert (lost, missing) == (0, {})
        # A commit in progress may still be confirmed when the connection breaks.
        assert meanwhile <= len(writers.desks)
    else:
        assert 0 < lost <= meanwhile + len(writers.desks)
