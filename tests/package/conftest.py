"""The image, built once for all tests that run it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.postgres import Cluster, own_cluster, prepared_data
from tests.package.images import Image, built_image, own


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    with built_image(tmp_path_factory.mktemp("image")) as image:
        yield image


@pytest.fixture
def image(built: Image, tmp_path: Path) -> Image:
    """The image with an empty volume of its own, owned as docker would leave it."""
    volume = tmp_path / "volume"
    empty = built.root / "app/var"
    shutil.copytree(empty, volume)
    own(volume, empty)
    tmp_path.chmod(0o755)
    return Image(built.root, volume, built.settings)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A PostgreSQL with an event in round 1."""
    kept = tmp_path / "postgres"
    kept.mkdir()
    with own_cluster(prepared_data(kept)) as cluster:
        yield cluster
