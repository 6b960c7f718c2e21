"""How people type a command of ours: in a clone, with the package or the program."""

import os
import shlex
import sys

# The command `matchslip` sets it for itself and for the processes that it starts.
PACKAGE = "MATCHSLIP_PACKAGE"


def is_package() -> bool:
    """Return whether the package or the program runs, not `manage.py` of a clone."""
    return PACKAGE in os.environ


def typed(*words: str) -> str:
    """Return a command of this program with its words, quoted for a shell."""
    if getattr(sys, "frozen", False):
        start = [sys.executable]
    elif is_package():
        start = ["matchslip"]
    else:
        start = [sys.executable, "manage.py"]
    return shlex.join([*start, *words])


def named(*words: str) -> str:
    """Return a command as a page names it, without the folders of the server's computer."""
    return shlex.join(["matchslip" if is_package() else "manage.py", *words])


def typed_serve(**options: object) -> str:
    """Return the command that serves, with options such as port=8001."""
    if is_package():
        pairs = [(f"--{name.replace('_', '-')}", str(value)) for name, value in options.items()]
        return typed("serve", *(word for pair in pairs for word in pair))
    return " ".join(["make run", *(f"{name.upper()}={value}" for name, value in options.items())])
