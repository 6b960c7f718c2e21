"""Every place of the code that names some kinds of matches or of stages, and not all of them."""

import ast
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path

from domain.kinds import MatchKind, StageKind

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("domain", "archive", "pairings", "standings", "interchange", "events")
# Names of an enum where it is used, with their prefixes.
NAMES: Mapping[type[Enum], tuple[tuple[str, ...], ...]] = {
    MatchKind: (("MatchKind",), ("Match", "Kind"), ("kinds", "MatchKind")),
    StageKind: (("StageKind",), ("Stage", "Kind"), ("kinds", "StageKind")),
}
# Kinds that only the standings engine has: how a match of two ended.
MORE = frozenset({"DOUBLE_LOSS"})


def places(kinds: type[Enum]) -> Iterator[str]:
    """Yield "path function" of each place that names some members of an enum by hand."""
    members = frozenset(member.name for member in kinds)
    for path in _modules():
        tree = ast.parse(path.read_text("utf-8"))
        for name, node in _parts(tree):
            named = {
                found.attr
                for found in ast.walk(node)
                if isinstance(found, ast.Attribute) and _spelled(found.value) in NAMES[kinds]
            }
            if named & members and not named >= members:
                yield f"{path.relative_to(ROOT).as_posix()} {name}"


def _modules() -> Iterator[Path]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def _parts(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield the functions of a module by name, methods with their class, and the rest of it."""
    rest = ast.Module(body=[], type_ignores=[])
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner
                else:
                    rest.body.append(inner)
        else:
            rest.body.append(node)
    yield "-", rest


def _spelled(node: ast.AST) -> tuple[str, ...]:
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Attribute):
        return (*_spelled(node.value), node.attr)
    return ()
