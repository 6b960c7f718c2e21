"""Keep the workers and the watch running.

On Linux they are forks of this process. It imports every page of the site once, before the first
fork, and they share its memory; a replacement worker answers after a moment. It has no connection
and no Python thread that a fork would lack. Elsewhere each process imports for itself.
"""

import gc
import multiprocessing
import signal
import socket
import sys
import time
from collections.abc import Sequence

import uvicorn._subprocess
from uvicorn.config import Config
from uvicorn.supervisors import Multiprocess

from domain.operating_system import show_name
from events.hosting.parent_process import copies_leave_lock
from events.hosting.server.garbage import pass_by_what_stays

# Requests in progress when the server stops get this many seconds.
GRACE_SECONDS = 5
# A watch process that exits immediately is restarted only after this delay.
WATCH_AGAIN_SECONDS = 5.0
WATCH = "matchslip watch"
COPIES = sys.platform == "linux"


class Supervisor(Multiprocess):
    """Uvicorn's supervisor, plus a watch; it waits for no process forever."""

    def __init__(self, config: Config, sockets: list[socket.socket], port: int) -> None:
        super().__init__(config, sockets)
        self._port = port
        self._watch: multiprocessing.process.BaseProcess | None = None
        self._watch_began = 0.0

    def init_processes(self) -> None:
        """Start the workers, then the watch."""
        if COPIES:
            load()
            copies_leave_lock()
            uvicorn._subprocess.spawn = multiprocessing.get_context("fork")  # type: ignore[assignment]
        super().init_processes()
        self._begin_watch()

    def keep_subprocess_alive(self) -> None:
        """Restart processes that have ended."""
        super().keep_subprocess_alive()
        if self._watch is None or self._watch.is_alive() or self.should_exit.is_set():
            return
        if time.monotonic() - self._watch_began > WATCH_AGAIN_SECONDS:
            self._begin_watch()

    def terminate_all(self) -> None:
        """Ask all processes to end."""
        super().terminate_all()
        if self._watch is not None:
            self._watch.terminate()

    def join_all(self) -> None:
        """Wait for the processes to end, and kill those that do not."""
        processes = [worker.process for worker in self.processes]
        for process in [*processes, *filter(None, [self._watch])]:
            process.join(2 * GRACE_SECONDS)
            if process.is_alive():
                process.kill()
            process.join()

    def _begin_watch(self) -> None:
        context = uvicorn._subprocess.spawn
        self._watch = context.Process(
            target=watch, args=(self._port, self.sockets if COPIES else [])
        )
        self._watch_began = time.monotonic()
        self._watch.start()


def load() -> None:
    """Import every page of the site, for this process and all its forks."""
    gc.disable()
    import django

    django.setup()
    from django.urls import resolve

    import events.hosting.server.protocol
    import events.hosting.server.wsgi_bridge
    import events.hosting.watch_process
    import events.public_site.refresher  # noqa: F401 - for the copies

    resolve("/")
    gc.enable()
    pass_by_what_stays()


def watch(port: int, copied: Sequence[socket.socket]) -> None:
    """Run the watch in this process until the server ends.

    `copied`: inherited sockets on which only workers listen.
    """
    for listening in copied:
        listening.close()
    # Ctrl+C is meant for the server, which ends this process. A running backup removes its files.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit())
    if COPIES:
        show_name(WATCH)
    import django
    from django.core.management import call_command

    django.setup()
    call_command("keep_watch", port=port)
