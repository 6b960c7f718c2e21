"""Wait for the work of another thread or process: for a state, never for a time.

The time limit is for states that never happen: it is long, for machines that are busy otherwise.
"""

import contextlib
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

# A first start migrates, which takes minutes on a busy machine.
FIRST_START_SECONDS = 600


def wait_for(what: Callable[[], object], seconds: float = 120) -> bool:
    """Wait until a condition holds; return whether it did.

    The interval between checks grows, because checks take time from the work.
    """
    began = time.monotonic()
    while not what():
        waited = time.monotonic() - began
        if waited > seconds:
            return False
        time.sleep(min(0.02 + waited / 20, 0.5))
    return True


def starts(process: subprocess.Popen[bytes], answers: Callable[[], object]) -> bool:
    """Wait until a server answers; return False when it ends instead."""
    settled = wait_for(lambda: process.poll() is not None or answers(), FIRST_START_SECONDS)
    return settled and process.poll() is None


def wait_until_it_answers(process: subprocess.Popen[bytes], port: int, printed: Path) -> None:
    def answers() -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        return False

    assert starts(process, answers), printed.read_text()
