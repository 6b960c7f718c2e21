"""How the person at the terminal types a command: in a clone, with the package or the program."""

import shlex
import sys
from pathlib import Path


def is_package() -> bool:
    """Return whether the package or the program runs, not `manage.py` of a clone."""
    started = Path(sys.argv[0])
    return "matchslip" in (started.stem, started.parent.name if started.stem == "__main__" else "")


def typed(*words: str) -> str:
    """Return a command of this program with its words, quoted for a shell."""
    if getattr(sys, "frozen", False):
        start = [sys.executable]
    elif is_package():
        start = ["matchslip"]
    else:
        start = [sys.executable, "manage.py"]
    return shlex.join([*start, *words])


def typed_serve(**options: object) -> str:
    """Return the command that serves, with options such as port=8001."""
    if is_package():
        pairs = [(f"--{name.replace('_', '-')}", str(value)) for name, value in options.items()]
        return typed("serve", *(word for pair in pairs for word in pair))
    return " ".join(["make run", *(f"{name.upper()}={value}" for name, value in options.items())])
