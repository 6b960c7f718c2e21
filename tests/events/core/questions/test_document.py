"""docs/reference/questions.md lists every question, with screens and calls that exist."""

import ast
import importlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from django.urls import NoReverseMatch, reverse

from events.api.calls import WRITES
from events.core.players.enrollment_questions import LEFT_PLAYER, NAMESAKE
from events.core.preflight.round_questions import ASKED
from events.core.steps.round_1_questions import CODES
from tests.events.core.questions.document import SECTIONS
from tests.shared import ROOT

# Codes that a question derives from its subject.
TAKEN = {
    "events.core.players.enrollment_questions code": {NAMESAKE, LEFT_PLAYER},
    "events.core.preflight.round_questions line.code.value": {code.value for code in ASKED},
    "events.core.steps.round_1_questions group.code.value": {code.value for code in CODES},
}


def test_the_document_lists_every_question_that_is_raised() -> None:
    """Each place that makes a question names a code of the table, and none is in vain."""
    raised = set().union(*(codes_of(path) for path in sorted((ROOT / "events").rglob("*.py"))))
    listed = set().union(*(section.answers for section in SECTIONS.values()))
    assert raised == listed
    steps = SECTIONS["Before pairing, publishing and finishing"]
    assert steps.answers.keys() == {code.value for code in ASKED}
    drops = SECTIONS["Before dropping a player"].answers.keys()
    assert drops == {"winner-drops", "leader-drops"}


def codes_of(path: Path) -> set[str]:
    """Return the codes of the questions that a module makes."""
    text = path.read_text(encoding="utf-8")
    if "Question(" not in text:
        return set()
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return set().union(*(_codes(module, code) for code in _made(ast.parse(text))))


def _made(tree: ast.Module) -> Iterator[ast.expr]:
    """Find what each question of a module has as its code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Question":
            named = [word.value for word in node.keywords if word.arg == "code"]
            yield (named or node.args)[0]


def _codes(module: str, code: ast.expr) -> set[str]:
    named = isinstance(code, ast.Name) and getattr(importlib.import_module(module), code.id, None)
    if named:
        return {named}
    taken = f"{module} {ast.unparse(code)}"
    assert taken in TAKEN, f"{taken}: name the codes that it takes"
    return TAKEN[taken]


def test_the_document_names_screens_and_calls_that_exist() -> None:
    screens = set().union(*(section.screens for section in SECTIONS.values()))
    for name in screens:
        assert any(_exists(name, values) for values in ([], ["x"], ["x", 1], ["x", 1, 1])), name
    calls = set().union(*(section.calls for section in SECTIONS.values()))
    assert calls == {write.name for write in WRITES if write.is_asked}


def _exists(screen: str, values: Sequence[object]) -> bool:
    try:
        return bool(reverse(f"staff:{screen}", args=values))
    except NoReverseMatch:
        return False
