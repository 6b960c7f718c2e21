"""Run the commands of the clone and of the package; errors at the start end in one sentence."""

import _thread
import os
import sys
import threading

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError

# Exit status of a program that Ctrl+C stopped, as shells have it.
STOPPED = 130
STANDARD_FILES = range(3)
INTERRUPT_AGAIN_SECONDS = 0.05


def run_command(words: list[str]) -> None:
    """Run a command; exit with one sentence for a problem that its user can solve.

    `--traceback` shows where it arose.
    """
    _open_standard_files()
    sys.unraisablehook = _interrupt_again
    try:
        _without_pool()
        execute_from_command_line(words)
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped.\n")
        sys.exit(STOPPED)
    except (ImproperlyConfigured, DatabaseError, OSError) as error:
        sentence = "" if "--traceback" in words else _sentence_about(error)
        if not sentence:
            raise
        sys.exit(sentence)


def _sentence_about(error: Exception) -> str:
    if isinstance(error, ImproperlyConfigured):
        return str(error)
    # Only here, because it needs settings that were read.
    from events.management.start_failures import sentence_about

    return sentence_about(error)


def _open_standard_files() -> None:
    """Open what the caller closed: a lock or the database would get its number, and our output."""
    for number in STANDARD_FILES:
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def _interrupt_again(ignored: "sys.UnraisableHookArgs") -> None:
    """Repeat a Ctrl+C that arrived in a finalizer, where Python drops it and goes on."""
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        # At once it would arrive in this function, and be dropped again.
        again = threading.Timer(INTERRUPT_AGAIN_SECONDS, _thread.interrupt_main)
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(ignored)


def _without_pool() -> None:
    """Connect directly: a pool tries for seconds, and hides why there is no connection."""
    from django.conf import settings

    settings.DATABASES["default"].get("OPTIONS", {}).pop("pool", None)
