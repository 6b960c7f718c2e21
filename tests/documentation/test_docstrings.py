"""Docstrings name what the code has: they are not checked by the type checker."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests import structure
from tests.shared import ROOT

FOLDERS = ("archive", "config", "domain", "events", "interchange", "pairings", "standings")
Documented = ast.FunctionDef | ast.ClassDef
# `name`: and `name`, `other`: explain a parameter, a column or an attribute.
EXPLAINED = re.compile(r"`([a-z_]+)`(?=(?:(?:,| and) `[a-z_]+`)*:)")
NAME = re.compile(r"`([a-z]+(?:_[a-z]+)+)(?:\(\))?`")


@pytest.fixture(autouse=True, scope="module")
def trees_are_forgotten() -> Iterator[None]:
    """Keep no tree for the tests that follow."""
    yield
    structure.forget_trees()


def modules() -> Iterator[tuple[Path, str]]:
    """Yield the code of the product, without migrations."""
    for name in FOLDERS:
        for path in sorted((ROOT / name).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, path.read_text(encoding="utf-8")


def documented() -> Iterator[tuple[str, Documented, str]]:
    """Yield each function and class with its place and its docstring."""
    for path, code in modules():
        for node in structure.nodes_of(code):
            if isinstance(node, Documented):
                yield f"{path.relative_to(ROOT)} {node.name}", node, ast.get_docstring(node) or ""


def names_in(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names that code has: of parameters, variables, attributes, keys."""
    for node in nodes:
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                yield name.rpartition(".")[2]
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name
            case ast.Constant(value=str(text)) if "\n" not in text and "`" not in text:
                yield from re.findall(r"\w+", text)


def test_an_explained_name_is_one_of_the_code_below() -> None:
    wrong = [
        f"{where}: `{name}`"
        for where, node, text in documented()
        for name in EXPLAINED.findall(text)
        if name not in set(names_in(ast.walk(node)))
    ]
    assert wrong == []


def test_a_name_of_several_words_exists() -> None:
    known = set().union(
        *({path.stem, *names_in(structure.nodes_of(code))} for path, code in modules())
    )
    wrong = [
        f"{where}: `{name}`"
        for where, _node, text in documented()
        for name in NAME.findall(text)
        if name not in known
    ]
    assert wrong == []
