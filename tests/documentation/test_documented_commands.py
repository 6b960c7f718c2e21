"""Every command that the documentation names exists and takes the options that it names."""

import importlib
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec

from django.core.management import get_commands, load_command_class

from tests.bench.__main__ import NAMES as BENCHES
from tests.shared import ROOT
from tests.test_docs import pages

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"(?m)^([a-z][a-z-]*):", MAKEFILE))
VARIABLES = set(re.findall(r"(?m)^([A-Z_]+)\b *[?:]?=", MAKEFILE))
WORD = r" ([A-Za-z][\w-]*)(=(?:\"[^\"]*\"|\S*))?"
# Targets that other targets call, and the help itself.
PARTS = {"help", "next-python", "requirements-next"}


def commands_in(text: str) -> Iterator[str]:
    """Yield what a page sets as code: spans, indented lines and lines of blocks."""
    yield from (" ".join(span.split()) for span in re.findall(r"(?<!`)`([^`]+)`(?!`)", text))
    yield from (line.strip() for line in re.findall(r"(?m)^ {4,}(\S.*)$", text))
    for block in re.findall(r"(?ms)^ *```\w*\n(.*?)^ *```$", text):
        yield from (line.strip() for line in block.replace("\\\n", " ").splitlines())


def documented() -> list[tuple[str, str]]:
    """Return each command with the page that names it, without the comment behind it."""
    return [
        (str(page.relative_to(ROOT)), command.split(" #")[0])
        for page in pages()
        if page.name != "CHANGELOG.md"
        for command in commands_in(page.read_text(encoding="utf-8"))
    ]


def test_every_make_target_and_variable_exists() -> None:
    named = [
        (f"{page}: {command}", word, value)
        for page, command in documented()
        if command.startswith("make ")
        for word, value in re.findall(WORD, command)
    ]
    assert len(named) > 40
    missing = {at for at, word, value in named if word not in (VARIABLES if value else TARGETS)}
    assert missing == set()


def test_the_help_lists_every_target() -> None:
    helped = MAKEFILE.split("\nhelp:\n")[1].split("\n\n")[0]
    listed = set(re.findall(r"'make ([a-z-]+)", helped))
    assert TARGETS - listed - PARTS == set()
    phony = set(re.findall(r"[a-z-]+", " ".join(re.findall(r"(?m)^\.PHONY: (.*)$", MAKEFILE))))
    assert TARGETS - phony == set()


@cache
def help_of(name: str) -> str:
    """Return the help of a management command or of a bench; "" without such a command."""
    app = get_commands().get(name)
    if name in BENCHES:
        command = importlib.import_module(f"tests.bench.{name}").Command()
    elif app is None:
        return ""
    else:
        command = load_command_class(app, name) if isinstance(app, str) else app
    return str(command.create_parser("manage.py", name).format_help())


def test_every_management_command_takes_its_options() -> None:
    # The reference lists the commands without `manage.py` before the name.
    alone = "|".join(get_commands())
    named = re.compile(rf"(?:manage\.py|-m tests\.bench) ([a-z_]+)(.*)|^({alone})\b(.*)")
    count, wrong = 0, set()
    for page, command in documented():
        match = named.search(command)
        if match is None or (match[3] and page != "docs/reference/commands.md"):
            continue
        count += 1
        text = help_of(match[1] or match[3])
        options = re.findall(r"(?<![\w-])--[a-z][a-z-]*", match[2] or match[4] or "")
        known = set(re.findall(r"--[a-z][a-z-]*", text))
        if not text or not set(options) <= known:
            wrong.add(f"{page}: {command}")
    assert count > 60
    assert wrong == set()


def test_every_module_that_is_run_exists() -> None:
    named = [
        (page, name)
        for page, command in documented()
        for name in re.findall(r"python3? -m ([\w.]+\w)", command)
    ]
    assert len(named) > 20
    assert {(page, name) for page, name in named if not can_be_run(name)} == set()


def can_be_run(name: str) -> bool:
    """Whether `python -m` runs this module, or this package by its `__main__`."""
    spec = find_spec(name)
    if spec is None or spec.submodule_search_locations is None:
        return spec is not None
    return find_spec(f"{name}.__main__") is not None


def test_a_command_is_found_in_every_kind_of_code() -> None:
    text = "Run `make\nrun`.\n\n    make test   # all\n\n```sh\nmake lint \\\n  types\n```\n"
    assert list(commands_in(text)) == ["make run", "make test   # all", "make lint    types"]
