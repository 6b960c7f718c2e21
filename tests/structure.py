"""The size and the seams of the code: `python -m tests.structure [COMMIT]`, without one of now.

Prints a table; tests/test_architecture.py holds what has to stay.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = (
    "archive",
    "config",
    "domain",
    "events",
    "interchange",
    "pairings",
    "standings",
)
# The same thing for the other side: comparing the two shows the winner.
SIDES = (("first", "second"), ("[0]", "[1]"), ("won", "lost"), ("wins", "losses"))
WINS = re.compile(r"win|won|games|score")
OPENINGS = {
    "atomic",
    "accounts_write",
    "event_write",
    "events_write",
    "imported_event_write",
    "named_write",
    "new_event_write",
    "owner_write",
    "queue_write",
    "slice_write",
}
DECODERS = {"json.load", "json.loads", "msgspec.json.decode"}

# Ways around Django's ORM: SQL that is compiled once, rows from the driver, hand-written inserts.
COMPILED = {
    "CompiledQuery",
    "Prepared",
    "PreparedUpdate",
    "insert_alike",
    "insert_rows",
    "save_columns",
}
# The modules that implement these ways.
MACHINERY = re.compile(r"/(prepared|inserting|compiled/(query|insert))\.py$")

# A sentence starts with the thing or with the action; a question may ask.
FREE_OPENING = re.compile(r"(?:^|[.:!?] )(?:Who|What|Whose|Whoever|Whatever)\b(?![^.]*\?)")
# Modules that every room may have.
LAYERS = {
    "__init__",
    "__main__",
    "actions",
    "forms",
    "public_views",
    "queries",
    "urls",
    "urls_public",
    "views",
    "words",
}
# Names that do not describe their content.
VAGUE = {"one", "found", "said"}
# Node fields without relevant nodes: whether a name is read or set.
NO_NODES = {"ctx"}
# Every node that can bind a name.
BINDING = (ast.stmt, ast.expr, ast.pattern, ast.arg, ast.ExceptHandler)

Code = Mapping[str, str]


@lru_cache(maxsize=1_000)
def tree_of(text: str) -> ast.Module:
    """Parse a module: once, although many rules look at it."""
    return ast.parse(text)


@lru_cache(maxsize=1_000)
def nodes_of(text: str) -> tuple[ast.AST, ...]:
    """Return every node of a module, in the order of `ast.walk`, but the contexts of names."""
    nodes: list[ast.AST] = [tree_of(text)]
    # The list grows during iteration, which is several times faster than `ast.walk`.
    for node in nodes:
        # Only its fields, because coverage marks nodes that all trees share with others.
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                if name not in NO_NODES:
                    nodes.append(value)
            elif isinstance(value, list):
                nodes += [part for part in value if isinstance(part, ast.AST)]
    return tuple(nodes)


def forget_trees() -> None:
    """Keep no tree for the tests that follow: those of all modules fill 200 MB."""
    nodes_of.cache_clear()
    tree_of.cache_clear()


def code_of(commit: str | None = None) -> dict[str, str]:
    """The text of every module by its path, of a commit or of the working tree."""
    if commit is None:
        found = {
            path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
            for package in PACKAGES
            for path in sorted((ROOT / package).rglob("*.py"))
        }
    else:
        names = _git("ls-tree", "-r", "--name-only", commit, "--", *PACKAGES).splitlines()
        found = {name: _git("show", f"{commit}:{name}") for name in names if name.endswith(".py")}
    return {name: text for name, text in found.items() if "/migrations/" not in name}


def decide_who_won(code: Code) -> list[str]:
    """The places that compare what the one side won with what the other side won."""
    return [
        f"{name}:{node.lineno}"
        for name, text in code.items()
        if WINS.search(text)
        for node in nodes_of(text)
        if isinstance(node, ast.Compare) and _compares_sides(node)
    ]


# Functions that insert rows in their caller's transaction.
INSERTS = ("bulk_create", "insert_event")


def is_of_actions(name: str) -> bool:
    """Whether a module writes: one of actions, or a part of the import of archives."""
    if not name.startswith("events/") or name.startswith("events/management/"):
        return False
    if name.startswith("events/transfer/parts/"):
        return not name.endswith("/__init__.py")
    return name.endswith(("/actions.py", "_actions.py", "_import.py"))


def actions_without_a_transaction(code: Code) -> list[str]:
    """The modules among the actions that open no transaction, and are no part of one.

    A part of one writes rows for a module that opens it, as the parts of an import do.
    """
    return [
        name
        for name, text in code.items()
        if is_of_actions(name)
        if not OPENINGS & _called(text) and not any(one in text for one in INSERTS)
    ]


def readers_of_archives(code: Code) -> list[str]:
    """The modules that decode JSON and speak of archives."""
    return [
        name for name, text in code.items() if re.search(r"archive", text, re.I) and _decodes(text)
    ]


def compiled_queries(code: Code) -> list[str]:
    """Return the places that go past Django's ORM by a compiled query, raw rows or own inserts."""
    return [
        f"{name}:{node.lineno}"
        for name, text in code.items()
        if not MACHINERY.search(name) and any(way in text for way in (*COMPILED, "flat("))
        for node in nodes_of(text)
        if isinstance(node, ast.Call) and _goes_past_the_orm(node.func)
    ]


def vague_names(code: Code) -> list[str]:
    """The places that give something a vague name: variable, parameter, attribute, function."""
    return [
        f"{name}:{node.lineno} {bound}"
        for name, text in code.items()
        for node in nodes_of(text)
        if isinstance(node, BINDING)
        for bound in _bound(node)
        if bound in VAGUE
    ]


def free_openings(code: Code) -> list[str]:
    """The sentences of comments and docstrings that start with a free-standing who or what."""
    return [
        f"{name}:{token.start[0]}"
        for name, text in code.items()
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
        or (token.type == tokenize.STRING and '"""' in token.string)
        for _sentence in FREE_OPENING.finditer(" ".join(token.string.lstrip('#"').split()))
    ]


def repeated_stems(code: Code) -> list[str]:
    """The stems that three modules or more have, apart from the words of the layers."""
    stems = Counter(Path(name).stem for name in code)
    return [f"{stem} {count}" for stem, count in stems.items() if count > 2 and stem not in LAYERS]


def fullest_folders() -> list[tuple[int, str]]:
    """The folders with the most files, the fullest first, without migrations."""
    files = Counter(
        str(path.parent.relative_to(ROOT))
        for folder in (*PACKAGES, "templates", "static", "tests")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not {"__pycache__", "migrations"}.intersection(path.parts)
    )
    return sorted(((count, name) for name, count in files.items()), reverse=True)


def table(code: Code) -> str:
    """The numbers, a line each."""
    lines = sum(text.count("\n") for text in code.values())
    actions = [name for name in code if is_of_actions(name)]
    without = actions_without_a_transaction(code)
    compiled = compiled_queries(code)
    rows = [
        ("modules", len(code), ""),
        ("lines", lines, ""),
        ("longest module", max(text.count("\n") for text in code.values()), ""),
        ("modules of actions", len(actions), ""),
        ("  of them without a transaction", len(without), ", ".join(without)),
        ("places that decide who won", *_counted(decide_who_won(code))),
        ("readers of archives", *_counted(readers_of_archives(code))),
        ("compiled queries", len(compiled), ""),
        ("  modules that have any", len({place.split(":")[0] for place in compiled}), ""),
        ("free-standing who and what", len(free_openings(code)), ""),
        ("stems used three times or more", *_counted(repeated_stems(code))),
        ("files of the fullest folder", *fullest_folders()[0]),
    ]
    return "\n".join(f"{name:<34}{count:>7}  {where}".rstrip() for name, count, where in rows)


def _counted(places: list[str]) -> tuple[int, str]:
    return len(places), ", ".join(places)


def _goes_past_the_orm(func: ast.expr) -> bool:
    """Whether a call compiles a query or reads raw rows: `flat(...)`, `_NAMES.flat(...)`."""
    if isinstance(func, ast.Attribute):
        return func.attr == "flat"
    return isinstance(func, ast.Name) and func.id in COMPILED | {"flat"}


def _bound(node: ast.AST) -> tuple[str | None, ...]:
    """Return the names that a node itself binds, without those of the nodes in it."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            return (name,)
        case ast.arg(arg=name):
            return (name,)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return (name,)
        case ast.ExceptHandler(name=name) | ast.MatchAs(name=name) | ast.MatchStar(name=name):
            return (name,)
        case ast.MatchMapping(rest=name):
            return (name,)
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            return tuple(alias.asname or alias.name for alias in aliases)
    return ()


def _compares_sides(node: ast.Compare) -> bool:
    if len(node.ops) != 1 or not isinstance(node.ops[0], ast.Gt | ast.Lt):
        return False
    left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
    if not WINS.search(left + right):
        return False
    return any(
        one in left and left.replace(one, other) == right
        for pair in SIDES
        for one, other in (pair, pair[::-1])
    )


def _called(text: str) -> set[str]:
    calls = [node.func for node in nodes_of(text) if isinstance(node, ast.Call)]
    names = {call.id for call in calls if isinstance(call, ast.Name)}
    return names | {call.attr for call in calls if isinstance(call, ast.Attribute)}


def _decodes(text: str) -> bool:
    calls = [node.func for node in nodes_of(text) if isinstance(node, ast.Call)]
    return bool(DECODERS & {ast.unparse(call) for call in calls})


def _git(*words: str) -> str:
    command = ["git", "-C", str(ROOT), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _main() -> None:
    from tests.documentation.seams import rows

    code = code_of(*sys.argv[1:2])
    print(table(code))
    for name, count, where in rows(code):
        print(f"{name:<34}{count:>7}  {where}".rstrip())


if __name__ == "__main__":
    _main()
