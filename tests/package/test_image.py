"""The image of the Dockerfile, built by buildah and run as compose runs it: read-only, not root.

Its base is Debian with Debian's Python instead of the one that the Dockerfile names: a registry of
images is not available everywhere, Debian's packages are.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from events.hosting.rehearsal.own_server import free_port
from matchslip.__main__ import SHORT
from tests.faults.postgres import own_cluster, prepared_data
from tests.faults.running import Desk, Server
from tests.faults.waiting import wait_for
from tests.package.kept_event import lay_kept_data, play_on
from tests.shared import ROOT

pytestmark = [
    pytest.mark.minutes,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root changes the root of a process"),
    pytest.mark.skipif(
        not all(map(shutil.which, ("buildah", "mmdebstrap"))),
        reason="buildah and mmdebstrap build the image, and are not installed",
    ),
]

BASE, IMAGE = "localhost/matchslip-base", "localhost/matchslip-test"
DEBIAN = ("--variant=minbase", "--include=python3,python3-venv,ca-certificates")
# Certificates that this computer trusts: those of the registries, or of a proxy.
TRUSTED = "/etc/ssl/certs/ca-certificates.crt"
BUILDAH = {**os.environ, "BUILDAH_ISOLATION": "chroot", "STORAGE_DRIVER": "vfs"}
# With separate mounts: everything except the volume and /tmp is read-only.
RUN = """
mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && mount -t tmpfs tmpfs "$1/tmp" &&
mount --bind "$2" "$1/app/var" && mount --rbind /dev "$1/dev" && mount --rbind /proc "$1/proc" &&
root=$1 user=$3 && shift 3 && exec chroot --userspec="$user" "$root" "$@"
"""


class Image:
    """An image that was built, laid out in a folder; `volume` is what compose mounts on it."""

    def __init__(self, root: Path, volume: Path, settings: dict[str, Any]) -> None:
        self.root = root
        self.volume = volume
        self.settings = settings

    def command(self, *words: str, **more: str) -> list[str]:
        """The words of a command in a container, with the image's user, folder and environment."""
        environment = [*self.settings["Env"], *(f"{name}={value}" for name, value in more.items())]
        inside = f'cd {self.settings["WorkingDir"]} && exec "$@"'
        start = ("env", "-i", "HOME=/", *environment, "sh", "-c", inside, "sh", *words)
        place = (str(self.root), str(self.volume), self.settings["User"])
        return ["unshare", "--mount", "sh", "-c", RUN, "sh", *place, *start]

    def run(self, *words: str, **more: str) -> bytes:
        """Call a command of manage.py, as `docker compose exec web` does; what it prints."""
        full = SHORT.get(words[0], words[0])
        asked = self.command("python", "manage.py", full, *words[1:], **more)
        return subprocess.run(asked, stdout=subprocess.PIPE, check=True).stdout

    @contextmanager
    def served(self, **more: str) -> Generator[Server]:
        """Start the container's own command, until the image's own check says that it is ready."""
        more["PORT"] = str(free_port())
        words = (*self.settings["Entrypoint"], "--no-demo", "--workers=2")
        process = subprocess.Popen(self.command(*words, **more), stdout=subprocess.DEVNULL)
        server = Server(self.volume, int(more["PORT"]), process)
        check = self.command(*self.settings["Healthcheck"]["Test"][1:], **more)
        try:
            assert wait_for(lambda: _succeeds(check))
            yield server
        finally:
            server.stop()


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


def buildah(*words: str) -> str:
    done = subprocess.run(
        ["buildah", *words], cwd=ROOT, env=BUILDAH, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout.strip()


def make_base(folder: Path) -> None:
    """Make the image that the Dockerfile starts from."""
    root = folder / "debian"
    subprocess.run(["mmdebstrap", "--quiet", *DEBIAN, "trixie", str(root)], check=True)
    shutil.copy(TRUSTED, root / TRUSTED.lstrip("/"))
    (root / "usr/bin/python").symlink_to("python3")
    made = buildah("from", "scratch")
    buildah("add", "--quiet", made, str(root), "/")
    buildah("config", "--env", "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", made)
    buildah("commit", "--quiet", "--rm", made, BASE)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    """The image, laid out; its volume is a copy of what the image has there."""
    folder = tmp_path_factory.mktemp("image")
    make_base(folder)
    base = ("--build-arg", f"PYTHON_IMAGE={BASE}")
    buildah("bud", "--quiet", "--format=docker", "--network=host", *base, "--tag", IMAGE, ".")
    about = json.loads(buildah("inspect", "--type", "image", IMAGE))
    container = buildah("from", IMAGE)
    yield Image(Path(buildah("mount", container)), folder / "none", about["Docker"]["config"])
    buildah("rm", container)
    buildah("rmi", IMAGE, BASE)


@pytest.fixture
def image(built: Image, tmp_path: Path) -> Image:
    """The image with an empty volume of its own, owned as docker would leave it."""
    volume = tmp_path / "volume"
    empty = built.root / "app/var"
    shutil.copytree(empty, volume)
    _own(volume, empty)
    tmp_path.chmod(0o755)
    return Image(built.root, volume, built.settings)


def _own(volume: Path, like: Path) -> None:
    owner = like.stat()
    for path in (volume, *volume.rglob("*")):
        os.chown(path, owner.st_uid, owner.st_gid)


def test_it_has_no_compiler_and_starts_nothing_as_root(built: Image) -> None:
    programs = {path.name for path in (built.root / "usr/bin").iterdir()}
    assert not programs & {"cc", "gcc", "make", "git"}
    assert built.settings["User"] == "matchslip"
    assert built.settings["Volumes"].keys() == {"/app/var"}


def test_no_start_compiles_it(built: Image) -> None:
    """Nothing can be written there: what is not compiled is compiled at each start."""
    sources = [
        path for path in (built.root / "app").rglob("*.py") if "migrations" not in path.parts
    ]
    assert len(sources) > 500
    assert [
        path for path in sources if not list(path.parent.glob(f"__pycache__/{path.stem}.*.pyc"))
    ] == []


@pytest.fixture
def database(tmp_path: Path) -> Iterator[str]:
    """The address of a PostgreSQL with an event in round 1."""
    kept = tmp_path / "postgres"
    kept.mkdir()
    with own_cluster(prepared_data(kept)) as cluster:
        yield cluster.url


def test_an_event_is_played_backed_up_and_restored(image: Image, database: str) -> None:
    ask = partial(image.run, DATABASE_URL=database)
    with image.served(DATABASE_URL=database) as server:
        desk = logged_in(server)
        assert desk.enter("1 20")[0] == 200
        slips = desk.opener.open(f"{desk.site}/staff/e/open/rounds/1/print/slips.pdf")
        assert slips.read().startswith(b"%PDF-")
        printed = ask("backup").decode()
        assert desk.enter("2 20")[0] == 200
    assert recorded(ask) == [1, 2]
    [kept] = re.findall(r"/app/var/backups/\S+[.]zip", printed)
    ask("restore", kept)
    with image.served(DATABASE_URL=database) as server:
        assert logged_in(server).enter("3 20")[0] == 200
    assert recorded(ask) == [1, 3]


def recorded(ask: Callable[..., bytes]) -> list[int]:
    """The tables of round 1 that have a result."""
    [round] = json.loads(ask("export", "open"))["rounds"]
    return sorted(
        match["table"] for match in round["matches"] if "games" in match and "table" in match
    )


def logged_in(server: Server) -> Desk:
    desk = Desk(server)
    assert desk.log_in() == 200
    return desk


def test_an_event_in_round_3_survives_the_upgrade(image: Image) -> None:
    lay_kept_data(image.volume)
    _own(image.volume, image.root / "app/var")
    with image.served() as server:
        play_on(server, image.volume, image.run)
