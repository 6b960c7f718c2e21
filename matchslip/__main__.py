"""The command `matchslip`: every command of manage.py, with the data in the user's own folder.

A wheel has the folders of the repository under `matchslip/app`, so that names like `config` or
`archive` do not clash. Only this process and those it starts import from there. The program that
needs no Python (deploy/program/) starts here too, and replaces Python in the processes that the
server starts.
"""

import multiprocessing
import os
import runpy
import sys
from pathlib import Path

import platformdirs

HERE = Path(__file__).resolve().parent
# Commands under the words that people try first.
SHORT = {"import": "import_event", "export": "export_event", "demo": "load_demo"}
# The double-click default: open to the venue's phones, and the browser opens by itself.
DOUBLE_CLICK = ["serve", "--host", "0.0.0.0", "--open"]  # noqa: S104 - that is what it is for


def program_folder() -> Path:
    """Return the folder with `config`, `events` and the rest: the package's, or the clone."""
    inside = HERE / "app"
    return inside if inside.is_dir() else HERE.parent


def data_folder() -> Path:
    """Return this user's data folder: MATCHSLIP_VAR, else the system's place for such data."""
    named = os.environ.get("MATCHSLIP_VAR")
    if named:
        return Path(named).expanduser().resolve()
    return platformdirs.user_data_path("matchslip", appauthor=False)


def prepare() -> None:
    """Let this process, and those that it starts, find the program and the data."""
    program = str(program_folder())
    sys.path.insert(0, program)
    others = filter(None, (program, os.environ.get("PYTHONPATH", "")))
    os.environ["PYTHONPATH"] = os.pathsep.join(others)
    data = data_folder()
    os.environ["MATCHSLIP_PACKAGE"] = "1"
    os.environ["MATCHSLIP_VAR"] = str(data)
    os.environ.setdefault("MATCHSLIP_STATIC", str(data / "staticfiles"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def ran_as_python(words: list[str]) -> bool:
    """Run `-m MODULE ...` or `FILE.py ...` as Python would; return whether it was one of them."""
    words = [word for place, word in enumerate(words) if place or word != "-I"]
    if words[:1] == ["-m"]:
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    elif words and words[0].endswith(".py"):
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")
    else:
        return False
    return True


def main() -> None:
    """Run one command; without one, serve."""
    multiprocessing.freeze_support()
    prepare()
    words = sys.argv[1:]
    frozen = getattr(sys, "frozen", False)
    if frozen and ran_as_python(words):
        return
    if not words:
        words = DOUBLE_CLICK if frozen else ["serve"]

    from config.command_line import run_command

    run_command(["matchslip", SHORT.get(words[0], words[0]), *words[1:]])


if __name__ == "__main__":
    main()
