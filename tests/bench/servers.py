"""Servers to measure: ours as in production, and nginx with the same bytes in a file."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from events.hosting.rehearsal.own_server import free_port, serving, started
from events.hosting.server.supervisor import WATCH

NGINX = """
daemon off; worker_processes 1; worker_rlimit_nofile 20000;
pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 15000; }}
http {{
  access_log off; root {folder}; default_type text/html; keepalive_requests 100000000;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{port} backlog=65535; }}
}}
"""


@dataclass(frozen=True, slots=True)
class Running:
    """A server on the loopback address, and the processes that answer."""

    port: int
    workers: tuple[int, ...]

    def processor(self) -> float | None:
        """Return the processor seconds of its workers so far; None except on Linux."""
        try:
            fields = [
                Path(f"/proc/{worker}/stat").read_text("ascii").rsplit(")", 1)[1].split()
                for worker in self.workers
            ]
        except OSError:
            return None
        ticks = sum(int(times[11]) + int(times[12]) for times in fields)
        return ticks / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def ours(folder: Path, database: str) -> Iterator[Running]:
    """Serve a database as `make run` does."""
    port = free_port()
    environment = {
        **os.environ,
        "DATABASE_URL": database,
        "MATCHSLIP_VAR": str(folder),
        "MATCHSLIP_BACKUP_MINUTES": "0",
    }
    with started(serving(port), port, environment) as process:
        yield Running(port, _workers_of(process.pid))


@contextlib.contextmanager
def nginx(folder: Path) -> Iterator[Running | None]:
    """Serve the files of a folder with nginx; None if nginx is not installed."""
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        yield None
        return
    port = free_port()
    folder.chmod(0o755)
    setting = folder / "nginx.conf"
    setting.write_text(NGINX.format(folder=folder, port=port), "utf-8")
    with started([program, "-c", str(setting)], port) as process:
        yield Running(port, _workers_of(process.pid))


def _workers_of(server: int) -> tuple[int, ...]:
    workers = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = int(status.read_text("ascii").rsplit(")", 1)[1].split()[1])
            name = (status.parent / "comm").read_text("utf-8", "replace").strip()
            if parent == server and name != WATCH:
                workers.append(int(status.parent.name))
    return tuple(workers)
