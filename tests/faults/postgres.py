"""A PostgreSQL server that a test owns and may kill."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from glob import glob
from pathlib import Path
from typing import Any

import psycopg

from events.hosting.rehearsal.own_server import free_port
from tests.faults.running import children_of, prepare
from tests.faults.waiting import wait_for

PROGRAMS = os.pathsep.join([os.environ.get("PATH", ""), *sorted(glob("/usr/lib/postgresql/*/bin"))])
INITDB, POSTGRES = (shutil.which(name, path=PROGRAMS) for name in ("initdb", "postgres"))
NOT_THERE = "no PostgreSQL is installed"
OPTIONS = ["-A", "trust", "-U", "matchslip", "--locale=C.UTF-8", "-E", "UTF8", "--no-sync"]


class Cluster:
    """A server with its data in a folder; a start continues with that data."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of its database."""
        return f"postgres://matchslip@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start serving, and wait until it answers; after a kill it recovers first."""
        assert POSTGRES is not None
        places = ["-D", str(self.folder / "data"), "-k", str(self.folder), "-p", str(self.port)]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [POSTGRES, *places, "-c", "listen_addresses=127.0.0.1"],
                stdout=log,
                stderr=log,
                **as_whom(),
            )
        assert wait_for(self.answers, 120), (self.folder / "log").read_text()[-2000:]

    def answers(self) -> bool:
        """Return whether it accepts connections."""
        with (
            contextlib.suppress(psycopg.OperationalError),
            psycopg.connect(self.url, connect_timeout=5),
        ):
            return True
        return False

    def kill(self) -> None:
        """Kill all of its processes at once, as a crash would."""
        assert self.process is not None
        # It starts no further ones while the existing ones are counted.
        self.process.send_signal(signal.SIGSTOP)
        children = children_of(self.process.pid)
        for pid in (*children, self.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(30)
        # Its memory is freed once the last of them has exited.
        assert wait_for(lambda: not any(map(is_there, children)))

    def stop(self) -> None:
        """Stop it cleanly."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)


def as_whom() -> dict[str, Any]:
    """Return arguments for Popen that select another user: PostgreSQL refuses to run as root."""
    return {} if os.geteuid() else {"user": "postgres", "group": "postgres", "cwd": "/"}


def is_there(pid: int) -> bool:
    """Return whether a process is running; a zombie that its parent has not reaped is not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    return False


def prepared_data(kept: Path) -> Path:
    """Store the data of a server with the event of `prepare` in this folder, for copies."""
    assert INITDB is not None
    with own_folder() as folder, tempfile.TemporaryDirectory() as var:
        subprocess.run(
            [INITDB, *OPTIONS, "-D", str(folder / "data")],
            check=True,
            capture_output=True,
            **as_whom(),
        )
        cluster = Cluster(folder)
        try:
            cluster.start()
            prepare(Path(var), DATABASE_URL=cluster.url)
        finally:
            cluster.stop()
        _copy(folder / "data", kept)
    return kept / "data"


@contextlib.contextmanager
def own_cluster(data: Path) -> Iterator[Cluster]:
    """Start PostgreSQL on a copy of this data, and serve until the test is done."""
    with own_folder() as folder:
        _copy(data, folder)
        cluster = Cluster(folder)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()


@contextlib.contextmanager
def own_folder() -> Iterator[Path]:
    """Return a folder that PostgreSQL's user may enter."""
    folder = Path(tempfile.mkdtemp(prefix="matchslip-postgres-"))
    try:
        if not os.geteuid():
            shutil.chown(folder, "postgres", "postgres")
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def program(name: str) -> str:
    """Return the path of a program of PostgreSQL."""
    where = shutil.which(name, path=PROGRAMS)
    assert where is not None, name
    return where


def _copy(folder: Path, into: Path) -> None:
    """Copy a folder, with the owner of every file."""
    subprocess.run(["cp", "-a", str(folder), str(into)], check=True)
