"""Facts said twice and imports that run back up: a part of `python -m tests.structure`."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from tests.structure import ROOT, Code, nodes_of, tree_of

CORE = "events.core."
ARCHITECTURE = ROOT / "docs" / "architecture.md"
PRIVATE = ROOT / "docs" / "reference" / "private-interfaces.md"


def rows(code: Code) -> list[tuple[str, int, str]]:
    """Return the figures, each with where it comes from."""
    arrows = core_arrows(code)
    knots = topics_in_knots(arrows)
    upward = arrows_back_up(arrows)
    lists = lists_of_settings(code)
    places = places_of_calls(code)
    twice = enums_twice(code)
    return [
        ("topics of core in a knot", len(knots), ", ".join(sorted(knots))),
        ("  arrows back up", len(upward), ", ".join(upward)),
        ("lists a setting stands in", len(lists), ", ".join(lists)),
        ("places an API call stands in", max(map(len, places.values()), default=0), ""),
        ("enums twice", len(twice), ", ".join(twice)),
        ("files a result enters", _number(r"Enter a result\*\* \((\d+) files\)"), ""),
        ("kinds of cache", _table_rows(ARCHITECTURE.read_text("utf-8"), "what ends it"), ""),
        ("rows of private interfaces", _private_rows(), "of Django and Uvicorn"),
        words_of_docs(),
    ]


def core_arrows(code: Code) -> set[tuple[str, str]]:
    """Return which topic of core imports which other one."""
    return {
        (topic, other)
        for name, text in code.items()
        if name.startswith("events/core/")
        for topic in [_topic(name.removesuffix(".py").replace("/", "."))]
        for node in nodes_of(text)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("events.core")
        for imported in _modules(node)
        for other in [_topic(imported)]
        if other not in ("", topic)
    }


def module_arrows(code: Code) -> set[tuple[str, str]]:
    """Return which module imports which other one as soon as it is imported itself."""
    modules = {_module_of(name): text for name, text in code.items()}
    return {
        (module, named if named in modules else node.module)
        for module, text in modules.items()
        for node in tree_of(text).body
        if isinstance(node, ast.ImportFrom) and node.module
        for named in [f"{node.module}.{alias.name}" for alias in node.names]
        if named in modules or node.module in modules
    }


def _module_of(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def topics_in_knots(arrows: Iterable[tuple[str, str]]) -> set[str]:
    """Return the topics that reach themselves."""
    after: dict[str, set[str]] = defaultdict(set)
    for topic, other in arrows:
        after[topic].add(other)
    return {topic for topic in after if topic in _reached(after, topic)}


def arrows_back_up(arrows: Iterable[tuple[str, str]]) -> list[str]:
    """Return the imports from a lower storey of core, as lint has them, to a higher one."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = declared["tool"]["importlinter"]["contracts"]
    [layers] = [
        known["layers"] for known in contracts if known.get("containers") == ["events.core"]
    ]
    height = {
        topic.strip(): -place for place, line in enumerate(layers) for topic in line.split("|")
    }
    return sorted(f"{topic} > {other}" for topic, other in arrows if height[other] >= height[topic])


def lists_of_settings(code: Code) -> list[str]:
    """Return the definitions that name the setting of an event that the fewest name.

    Those of the interface for programs, which declares its values itself, are not counted.
    """
    named = [
        (f"{name}:{node.lineno}", set(_named_in(node)))
        for name, text in code.items()
        if not name.startswith("events/api/")
        for node in tree_of(text).body
    ]
    places = [[place for place, names in named if setting in names] for setting in _settings(code)]
    return min(places, key=len, default=[])


def _settings(code: Code) -> set[str]:
    return {
        line.target.id
        for name, text in code.items()
        if name.startswith("events/core/events/")
        for node in tree_of(text).body
        if isinstance(node, ast.ClassDef) and node.name == "EventData"
        for line in node.body
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
    }


def places_of_calls(code: Code) -> Mapping[str, list[str]]:
    """Return the modules of the interface that name a call, by its name of several words."""
    modules = {name: text for name, text in code.items() if name.startswith("events/api/")}
    names = {
        str(node.args[0].value)
        for text in modules.values()
        for node in nodes_of(text)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "call" and node.args
        if isinstance(node.args[0], ast.Constant) and "-" in str(node.args[0].value)
    }
    return {
        known: [name for name, text in modules.items() if f'"{known}"' in text] for known in names
    }


def enums_twice(code: Code) -> list[str]:
    """Return the enumerations of models with the values of one of plain Python."""
    plain = {
        values
        for name, text in code.items()
        if name.startswith(("domain/", "standings/", "archive/"))
        for _kind, values in _enums(text, "StrEnum")
    }
    return [
        f"{name.removeprefix('events/')} {kind}"
        for name, text in code.items()
        if name.startswith("events/")
        for kind, values in _enums(text, "TextChoices")
        if values in plain
    ]


def _enums(text: str, base: str) -> Iterator[tuple[str, frozenset[str]]]:
    for node in nodes_of(text):
        if isinstance(node, ast.ClassDef) and any(
            base in ast.unparse(known) for known in node.bases
        ):
            lines = [line.value for line in node.body if isinstance(line, ast.Assign)]
            firsts = [line.elts[0] if isinstance(line, ast.Tuple) else line for line in lines]
            yield node.name, frozenset(ast.unparse(first) for first in firsts)


def _last_name(node: ast.expr) -> str:
    return ast.unparse(node).rpartition(".")[2]


def _named_in(node: ast.AST) -> Iterator[str]:
    """Yield what a definition names: strings, keywords, annotated names."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value
        elif isinstance(part, ast.keyword) and part.arg:
            yield part.arg
        elif isinstance(part, (ast.AnnAssign, ast.Assign)):
            targets = [part.target] if isinstance(part, ast.AnnAssign) else part.targets
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def _topic(module: str) -> str:
    return module.removeprefix(CORE).split(".")[0] if module.startswith(CORE) else ""


def _modules(node: ast.ImportFrom) -> list[str]:
    if node.module == "events.core":
        return [f"{CORE}{alias.name}" for alias in node.names]
    return [node.module or ""]


def _reached(after: Mapping[str, set[str]], topic: str) -> set[str]:
    reached: set[str] = set()
    waiting = [*after.get(topic, ())]
    while waiting:
        other = waiting.pop()
        if other not in reached:
            reached.add(other)
            waiting += after.get(other, ())
    return reached


def _number(pattern: str) -> int:
    match = re.search(pattern, ARCHITECTURE.read_text("utf-8"))
    return int(match[1]) if match else 0


def _table_rows(text: str, heading: str) -> int:
    """Count the rows of the table whose head has these words."""
    lines = text.partition(heading)[2].splitlines()[2:]
    ends = [place for place, line in enumerate(lines) if not line.startswith("|")]
    return min(ends, default=len(lines))


def words_of_docs() -> tuple[str, int, str]:
    """Count the pages of docs/ as `wc -w` does, and without the bars of their tables."""
    pages = sorted((ROOT / "docs").rglob("*.md"))
    words = [word for page in pages for word in page.read_text("utf-8").split()]
    read = sum(bool(re.search(r"\w", word)) for word in words)
    return "words of the docs", len(words), f"{read} without the bars of tables"


def _private_rows() -> int:
    """Count the rows below the headings of Django and of Uvicorn."""
    sections = re.split(r"^## ", PRIVATE.read_text("utf-8"), flags=re.M)
    own = [part for part in sections if re.match(r"(Django|Uvicorn)", part)]
    return sum(len(re.findall(r"^\|", part, flags=re.M)) - 2 for part in own)
