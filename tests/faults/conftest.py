"""Fixtures for the fault tests."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.postgres import Cluster, own_cluster, prepared_data

# These tests need several machines at one PostgreSQL, so SQLite has nothing to test.
if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
    collect_ignore = ["test_several_machines.py"]


@pytest.fixture(scope="session")
def postgres_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data of a server with the event of `prepare`, made once and then copied."""
    return prepared_data(tmp_path_factory.mktemp("postgres"))


@pytest.fixture
def cluster(postgres_data: Path) -> Iterator[Cluster]:
    """Return a server for one test, with the event of `prepare`."""
    with own_cluster(postgres_data) as cluster:
        yield cluster
