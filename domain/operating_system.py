"""Differences between operating systems: process limits, file locks, owners, priorities.

Windows has no `fcntl` and no `resource`, and uses access control lists instead of mode bits. All
code that only some systems support is in this module.
"""

import contextlib
import importlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, NoReturn


def _where_there_is(name: str) -> Any:
    """Import a module of the standard library that only some systems have; else return None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


fcntl = _where_there_is("fcntl")
resource = _where_there_is("resource")
msvcrt = _where_there_is("msvcrt")

# Bytes of a lock file on Windows: each shared holder locks one, an exclusive holder locks all.
PLACES = 1024
LOCK_AGAIN_SECONDS = 0.05
# Windows: the right to wait for the end of a process.
SYNCHRONIZE = 0x00100000
# Linux: the name of this process.
COMM = Path("/proc/self/comm")


def lock(handle: IO[str], *, alone: bool, wait: bool) -> bool:
    """Lock an open file until it is closed or the process ends; return whether that succeeded.

    Several processes can share a lock; `alone` makes it exclusive.
    """
    if fcntl is not None:
        how = fcntl.LOCK_EX if alone else fcntl.LOCK_SH
        try:
            fcntl.flock(handle, how if wait else how | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
    while not _lock_bytes(handle, alone=alone):
        if not wait:
            return False
        time.sleep(LOCK_AGAIN_SECONDS)
    return True


def _lock_bytes(handle: IO[str], *, alone: bool) -> bool:
    """Lock bytes of a file on Windows, which only has exclusive locks."""
    tries = 1 if alone else 8
    for _ in range(tries):
        handle.seek(0 if alone else random.randrange(PLACES))
        with contextlib.suppress(OSError):
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, PLACES if alone else 1)
            return True
    return False


def limit_memory(most: int) -> None:
    """Limit the address space of this process, in bytes, on systems that support it."""
    if resource is None:
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or hard > most:
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def raise_file_limit() -> int:
    """Raise the limit of open files to the system's maximum; return the new limit."""
    if resource is None:
        return sys.maxsize
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard if hard != resource.RLIM_INFINITY else sys.maxsize


def most_memory_taken() -> int:
    """Return the peak memory of this process in KB; 0 if the system does not report it.

    On Linux `ru_maxrss` includes the memory of the server from which the process was forked.
    """
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text("ascii", "replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) if resource else 0


def end_after(seconds: int) -> None:
    """Let the system end this process after so many seconds, if it can; 0 cancels that."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def is_ours(status: os.stat_result) -> bool:
    """Return whether this process's user owns a file; always True on systems without owners."""
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()


def is_running(pid: int) -> bool:
    """Return whether a process with this number has not ended."""
    if sys.platform == "win32":
        # There, signal 0 is Ctrl+C.
        import ctypes

        kernel = ctypes.windll.kernel32
        handle = kernel.OpenProcess(SYNCHRONIZE, False, pid)
        ended = not handle or kernel.WaitForSingleObject(handle, 0) == 0
        kernel.CloseHandle(handle)
        return not ended
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def work_behind_others() -> None:
    """Lower the priority of this process below the server's, on systems with priorities."""
    if hasattr(os, "nice"):
        os.nice(10)


def show_name(name: str) -> None:
    """Show this process under a name in lists of processes; a root without /proc has none."""
    with contextlib.suppress(FileNotFoundError):
        COMM.write_text(name, "ascii")


def handed_down(descriptor: int) -> dict[str, Any]:
    """Return the arguments with which `subprocess.Popen` passes on this file descriptor."""
    if sys.platform == "win32":
        os.set_handle_inheritable(descriptor, True)
        only = {"handle_list": [descriptor]}
        return {"startupinfo": subprocess.STARTUPINFO(lpAttributeList=only)}
    return {"pass_fds": [descriptor]}


def become(command: list[str], environment: Mapping[str, str] = os.environ) -> NoReturn:
    """Replace this process with a command, so that signals reach it directly.

    Windows starts a child process instead; this one waits and exits with the same status.
    """
    if hasattr(os, "fork"):
        os.execve(command[0], command, environment)  # noqa: S606 - its own arguments, no shell wanted
    process = subprocess.Popen(command, env=environment)  # noqa: S603
    while True:
        try:
            sys.exit(process.wait())
        except KeyboardInterrupt:
            # The server received the signal too and shuts down cleanly.
            continue
