"""The process that `manage.py serve` becomes: it holds the port and supervises the workers.

supervisor.py lists what it shares with them.
"""

import argparse
import os
import socket
import tempfile

from uvicorn.config import Config

from events.core.counted_in import COUNTED_IN
from events.hosting.parent_process import THREADS, WORKERS, be_watched
from events.hosting.server.connection_limits import run_every_second
from events.hosting.server.supervisor import GRACE_SECONDS, Supervisor

# The kernel's limit of waiting connections; a rejected client retries a second later.
BACKLOG = 65_535
# Idle phones poll every 10 to 20 seconds over an open connection.
KEEP_ALIVE_SECONDS = 75
# A worker in a long computation is still alive.
HANGS_AFTER_SECONDS = 60
ROOM = "events.hosting.server"
# Settings that require metrics.
WANTED = ("MATCHSLIP_METRICS", "MATCHSLIP_METRICS_TOKEN")


def listen(host: str, port: int) -> socket.socket:
    """Return the socket shared by all workers, so that others answer while one stops."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    listening.set_inheritable(True)
    return listening


def configured(workers: int, certificate: str | None = None, key: str | None = None) -> Config:
    """Return a worker's Uvicorn configuration; docs/reference/server.md explains every limit."""
    return Config(
        f"{ROOM}.worker:bridge",
        http=f"{ROOM}.worker:PageProtocol",
        ws="none",
        lifespan="off",
        interface="asgi3",
        workers=workers,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_worker_healthcheck=HANGS_AFTER_SECONDS,
        callback_notify=run_every_second,
        timeout_notify=0,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )


def main() -> None:
    """Serve until stopped: SIGTERM and Ctrl+C end it, SIGHUP replaces the workers."""
    parser = argparse.ArgumentParser(prog=f"python -m {ROOM}")
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--workers", type=int, required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--certificate", help="serve TLS with it")
    parser.add_argument("--key")
    asked = parser.parse_args()
    be_watched()
    os.environ[THREADS], os.environ[WORKERS] = str(asked.threads), str(asked.workers)
    config = configured(asked.workers, asked.certificate, asked.key)
    supervisor = Supervisor(config, [listen(asked.host, asked.port)], asked.port)
    if not any(os.environ.get(name, "0") not in ("", "0") for name in WANTED):
        supervisor.run()
        return
    # Each worker counts in its own file of a folder, so that any worker can sum them. The library
    # looks for the folder on import, and the supervisor imports it for all.
    with tempfile.TemporaryDirectory(prefix="matchslip-counts-") as folder:
        os.environ[COUNTED_IN] = folder
        supervisor.run()


if __name__ == "__main__":
    main()
