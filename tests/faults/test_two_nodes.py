"""Two nodes behind nginx on PostgreSQL with a replica, under writers.

A node is killed in the middle of a round, the replica is stopped, and the primary is failed over
manually, as in docs/hosting.md. `make faults ARGS=-s` prints how long desks pause.
"""

import contextlib
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.faults import test_nginx
from tests.faults.nodes import Pair, both, fail_over, has_caught_up, replica_of
from tests.faults.postgres import INITDB, NOT_THERE, Cluster
from tests.faults.waiting import wait_for
from tests.faults.writers import check_archive, missing_of

pytestmark = [
    pytest.mark.minutes,
    pytest.mark.skipif(INITDB is None, reason=NOT_THERE),
    pytest.mark.skipif(test_nginx.PROGRAM is None, reason="nginx is not installed"),
]
# Desks must continue within this time after a node is killed. A busy machine may take longer for a
# failover.
GO_ON, FAILOVER = 5.0, 30.0


def test_two_nodes_a_replica_and_nginx(tmp_path: Path, cluster: Cluster) -> None:
    with contextlib.ExitStack() as stack:
        replica = stack.enter_context(replica_of(cluster))
        pair = Pair(stack, tmp_path, DATABASE_URL=both(cluster, replica))
        writers = pair.writers()
        desks = writers.desks
        figures = {"a node is killed": writers.write(8, pair.nodes[0].kill_all)}
        assert missing_of(desks[0], writers.entered) == {}
        pair.start(0)
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
