"""Take away the parts of Python's library that Windows lacks, also as a plugin of pytest.

    make test ARGS="-p tests.domain.without_unix tests/events/desk"

Modules that choose their part by the system's name are imported first: they stay those of this one.
"""

# ruff: noqa: F401 - imported for themselves
import asyncio
import concurrent.futures.process
import multiprocessing.connection
import os
import pty
import signal
import subprocess
import sys
import types

import _pytest.tmpdir
import platformdirs

for name in ("fcntl", "resource", "pwd", "grp", "termios", "pty", "syslog"):
    sys.modules[name] = None  # type: ignore[assignment]
for name in ("fork", "geteuid", "getuid", "nice", "getloadavg", "fchmod", "chown", "sysconf"):
    delattr(os, name)
for name in ("SIGHUP", "SIGALRM", "alarm", "SIGUSR1"):
    delattr(signal, name)
sys.modules["msvcrt"] = types.SimpleNamespace(  # type: ignore[assignment]
    LK_NBLCK=2, locking=lambda *_: None
)
# pytest chooses by the name of the system whether its folder has an owner.
_pytest.tmpdir.get_user_id = lambda: None  # type: ignore[attr-defined]
