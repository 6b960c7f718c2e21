"""Every cache of the code is in the list of docs/architecture.md, and the list names no other."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from django.test import override_settings

from events.hosting.server import public_answers
from events.public_site import responses
from tests.shared import ROOT

PAGE = ROOT / "docs" / "architecture.md"
PACKAGES = (
    "archive",
    "config",
    "domain",
    "events",
    "interchange",
    "pairings",
    "standings",
)
# Ways to keep a value between two requests: decorators, and stores.
DECORATORS = {"cache", "lru_cache"}
STORES = {"OrderedDict", "WeakKeyDictionary", "WeakValueDictionary"}
# Every module with a cache contains one of these words, so the others need no parsing.
WORDS = re.compile(r"[cC]ache|\{\}|default_factory=dict|" + "|".join(sorted(STORES)))
# These count or wait, and never return a stored value.
NO_CACHES = {
    "events/hosting/server/request_bodies.py",
    "events/hosting/server/connection_limits.py",
    "events/web/rate_limits.py",
}


def caches_in(text: str) -> list[str]:
    """Return the names of what a module keeps between two requests."""
    if not WORDS.search(text):
        return []
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    return sorted({*_decorated(nodes), *_stores(nodes), *_kept_by_the_module(tree)})


def _name(node: ast.expr | None) -> str:
    if isinstance(node, ast.Call | ast.Subscript):
        return _name(node.func if isinstance(node, ast.Call) else node.value)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _decorated(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and DECORATORS & {
            _name(one) for one in node.decorator_list
        }:
            yield node.name


def _stores(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Call):
            made_by = {_name(node), *(_name(keyword.value) for keyword in node.keywords)}
            if made_by & STORES or _name(node).endswith("Cache"):
                yield _name(node)
        if isinstance(node, ast.ImportFrom) and node.module == "django.core.cache":
            yield "django.core.cache"


def _kept_by_the_module(tree: ast.Module) -> Iterator[str]:
    """Find empty dictionaries of a module, and its one object of a class that has some."""
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            [target, *_more] = node.targets if isinstance(node, ast.Assign) else [node.target]
            made = classes.get(_name(node.value))
            of_class = ast.unparse(made) if made else ""
            is_empty = isinstance(node.value, ast.Dict) and not node.value.keys
            if is_empty or "= {}" in of_class or "default_factory=dict" in of_class:
                yield _name(target)


@cache
def caches_of_the_code() -> dict[str, list[str]]:
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            place = path.relative_to(ROOT).as_posix()
            names = caches_in(path.read_text("utf-8"))
            if names and "/migrations/" not in place and place not in NO_CACHES:
                found[place] = names
    return found


def listed() -> set[str]:
    """Return the modules and folders that the table names."""
    section = PAGE.read_text("utf-8").split("\n## The caches\n")[1].split("\n## ")[0]
    rows = [line.split("|") for line in section.splitlines() if line.startswith("| ")][1:]
    assert all(len(row) == 5 and row[2].strip() and row[3].strip() for row in rows)
    places = {place for row in rows for place in re.findall(r"`([\w/.]+)`", row[1])}
    return {place if (ROOT / place).exists() else f"events/{place}" for place in places}


def test_every_cache_is_in_the_list() -> None:
    found = caches_of_the_code()
    assert len(found) > 20
    places = listed()
    missing = {
        place: names
        for place, names in found.items()
        if place not in places and f"{Path(place).parent.as_posix()}/" not in places
    }
    assert missing == {}


def test_the_list_names_what_is_there() -> None:
    found = caches_of_the_code()
    for place in listed():
        assert (ROOT / place).exists(), place
        if place.endswith("/"):
            assert any(module.startswith(place) for module in found), place


def test_the_search_finds_each_kind_of_cache() -> None:
    for text in (
        "@cache\ndef a(): ...",
        "@lru_cache(maxsize=3)\ndef a(): ...",
        "@functools.cache\ndef a(): ...",
        "a: RevisionCache[int] = RevisionCache()",
        "a: dict[str, int] = {}",
        "class A:\n    def __init__(self):\n        self.b = {}\na = A()",
        "class A:\n    b: dict = field(default_factory=OrderedDict)",
        "from django.core.cache import cache",
    ):
        assert caches_in(text), text
    for text in ("a = {'b': 1}", "def a():\n    b = {}", "class A:\n    b = 1\na = A()"):
        assert not caches_in(text), text


@override_settings(ALLOWED_HOSTS=["here.example"])
def test_what_a_test_sets_stays_in_no_cache_of_a_function() -> None:
    there = b"there.example"
    added = responses.security_headers()
    assert not public_answers._is_host(there)
    with override_settings(ALLOWED_HOSTS=["there.example"], X_FRAME_OPTIONS="SAMEORIGIN"):
        assert public_answers._is_host(there)
        assert responses.security_headers()["X-Frame-Options"] == "SAMEORIGIN"
    assert not public_answers._is_host(there)
    assert responses.security_headers() == added
