"""Where sentences that Python builds take a name as it is stored."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

EVENTS = Path(settings.BASE_DIR) / "events"
# Modules that write for programs, tests and operators.
_OTHERS = frozenset({"migrations", "management", "simulation"})
# Named things that are not people.
THINGS = frozenset(
    [
        "LISTEN",
        "added",
        "archive",
        "backup",
        "card",
        "chosen",
        "document",
        "error",
        "event",
        "factor",
        "fault",
        "field",
        "file",
        "form",
        "frame",
        "guess",
        "hook",
        "operation",
        "option",
        "organisation",
        "other_event",
        "owner",
        "path",
        "place",
        "preset",
        "profile",
        "program",
        "query",
        "read",
        "queue",
        "record",
        "removed",
        "revoked",
        "room",
        "self",
        "series",
        "stage",
        "state",
        "template",
        "token",
        "upload",
        "venue",
    ]
)


def stored_names() -> Iterator[str]:
    """Return where a sentence takes `player.name`, as "file:line expression"."""
    for path in sorted(EVENTS.rglob("*.py")):
        if not _OTHERS & {*path.parts}:
            file = path.relative_to(EVENTS.parent)
            for name in names_in(ast.parse(path.read_text())):
                yield f"{file}:{name.lineno} {ast.unparse(name)}"


def names_in(tree: ast.AST) -> Iterator[ast.Attribute]:
    """Return the stored names of people that go into a sentence of this code.

    A sentence is a text that `%` fills in, from a dictionary there or in a variable of the
    function, and a text of several names that `join` makes.
    """
    filled = {
        node.right.id
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)
        if isinstance(node.right, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            yield from _names_of(node.right)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            if any(isinstance(name, ast.Name) and name.id in filled for name in node.targets):
                yield from _names_of(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "join":
                yield from (name for part in node.args for name in _names_of(part))
        elif isinstance(node, ast.JoinedStr):
            yield from _names_of(node)


def _names_of(values: ast.AST) -> Iterator[ast.Attribute]:
    written = {
        inner
        for node in ast.walk(values)
        if isinstance(node, ast.Call) and _called(node.func)
        for inner in ast.walk(node)
    }
    for node in ast.walk(values):
        if isinstance(node, ast.Attribute) and node.attr == "name" and node not in written:
            owner = node.value
            head = owner.attr if isinstance(owner, ast.Attribute) else ast.unparse(owner)
            if head not in THINGS:
                yield node


def _called(function: ast.expr) -> bool:
    """Whether this function writes a name, or reads it for something else than a sentence."""
    name = function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)
    return name in {"written", "written_name", "name_html", "escape", "with_family_name"}
