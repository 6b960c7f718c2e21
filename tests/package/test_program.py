"""The program that needs no Python, in a root that has the C library and nothing else."""

import os
import re
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from events.hosting.rehearsal.own_server import free_port
from tests.faults.running import PREPARE, Desk, Server
from tests.faults.waiting import starts
from tests.package.kept_event import lay_kept_data, play_on
from tests.shared import ROOT

pytestmark = [
    pytest.mark.minutes,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root changes the root of a process"),
]

# Every Debian has these from the start: the C library and zlib.
CHROOT = shutil.which("chroot") or "/usr/sbin/chroot"
C_LIBRARY = re.compile(r"/(ld-linux\S*|lib(z|c|m|dl|pthread|rt|util|resolv|nss_files)\.so\S*)$")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with the program and the C library: no shell, no Python, no make, no compiler."""
    subprocess.run(["make", "program"], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    root = tmp_path_factory.mktemp("root")
    shutil.copytree(ROOT / "dist/program/matchslip", root / "matchslip", symlinks=True)
    for folder in ("dev", "etc", "home", "proc"):
        (root / folder).mkdir()
    (root / "tmp").mkdir(mode=0o1777)
    for path in _libraries(root / "matchslip"):
        target = root / path.relative_to("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    for device, minor in (("null", 3), ("zero", 5), ("random", 8), ("urandom", 9)):
        os.mknod(root / "dev" / device, 0o020666, os.makedev(1, minor))
    return root


def _libraries(program: Path) -> set[Path]:
    """The parts of the C library that a program asks for; AssertionError for anything else."""
    asked = subprocess.run(
        ["ldd", str(program / "matchslip"), *map(str, program.rglob("*.so*"))],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    outside = {
        Path(path)
        for path in re.findall(r"(/\S+) \(0x", asked)
        if not Path(path).resolve().is_relative_to(program.resolve())
    }
    # Packed libraries find each other through the program.
    packed = {path.name for path in program.rglob("*.so*")}
    assert [p for p in outside if not C_LIBRARY.search(str(p)) and p.name not in packed] == []
    return {path for path in outside if C_LIBRARY.search(str(path))}


def command(root: Path, *words: str) -> list[str]:
    return [CHROOT, str(root), "/matchslip/matchslip", *words]


@contextmanager
def served(root: Path) -> Generator[Server]:
    port = free_port()
    process = subprocess.Popen(
        command(root, "serve", "--no-demo", "--port", str(port)),
        env={"HOME": "/home", "LANG": "C.UTF-8"},
        stdout=subprocess.DEVNULL,
    )
    server = Server(root, port, process)
    try:
        assert starts(process, server.answers)
        yield server
    finally:
        server.stop()


def run(root: Path, *words: str) -> bytes:
    done = subprocess.run(
        command(root, *words),
        env={"HOME": "/home", "LANG": "C.UTF-8"},
        stdout=subprocess.PIPE,
        check=True,
    )
    return done.stdout


def test_no_start_compiles_it_or_makes_its_tables(root: Path) -> None:
    app = root / "matchslip/_internal/matchslip/app"
    assert (app / "events/hosting/empty.sqlite3").is_file()
    assert (app / "events/hosting/collected/collected.txt").is_file()
    sources = list(app.rglob("*.py"))
    assert len(sources) > 500
    missing = [path for path in sources if not Path(cache_from_source(str(path))).is_file()]
    assert missing == []


def test_an_event_in_round_3_survives_the_upgrade(root: Path) -> None:
    # An upgrade replaces only the program's folder.
    data = root / "home/.local/share/matchslip"
    lay_kept_data(data)
    with served(root) as server:
        play_on(server, data, partial(run, root))
    shutil.rmtree(data)


def test_an_event_is_played_without_python(root: Path) -> None:
    run(root, "migrate", "--verbosity", "0")
    run(root, "shell", "-c", PREPARE)
    with served(root) as server:
        desk = Desk(server)
        assert desk.log_in() == 200
        assert desk.enter("1 20")[0] == 200
        slips = desk.opener.open(f"{desk.site}/staff/e/open/rounds/1/print/slips.pdf")
        assert slips.read().startswith(b"%PDF-")
    assert b'"games"' in run(root, "export", "open")
    assert b"backups" in run(root, "backup")
    assert (root / "home/.local/share/matchslip/matchslip.sqlite3").exists()
