"""docs/reference/questions.md lists every question, with screens and calls that exist."""

import ast
import re

from django.urls import reverse

from events.api.calls import WRITES
from events.core.judging.penalty_questions import RECOMMENDATION_CHANGED
from events.core.players.enrollment_questions import LEFT_PLAYER, NAMESAKE
from events.core.preflight.round_questions import ASKED
from events.core.results.result_questions import BOTH_DROP, RESULT_DIFFERS
from events.core.steps.finishing_question import UNFINISHED
from events.core.steps.round_1_questions import CODES, SHORT_ROUND, WITHOUT_ID
from tests.shared import ROOT

DOCUMENT = ROOT / "docs" / "reference" / "questions.md"


def documented() -> dict[str, set[str]]:
    """Return the codes of the document, by the heading that they stand under."""
    codes: dict[str, set[str]] = {}
    heading = ""
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:]
            codes[heading] = set()
        elif row := re.match(r"\| `([\w-]+)` \|", line):
            codes[heading].add(row[1])
    return codes


def test_the_document_lists_every_question() -> None:
    drops = {"winner-drops", "leader-drops"}
    assert documented() == {
        "Before round 1": {*CODES, WITHOUT_ID, SHORT_ROUND},
        "Before pairing, publishing and finishing": {code.value for code in ASKED},
        "Before finishing alone": {UNFINISHED},
        "Before a second result of a table": {RESULT_DIFFERS},
        "Before both players of a table drop": {BOTH_DROP},
        "Before recording a penalty": {RECOMMENDATION_CHANGED},
        "Before enrolling a list": {NAMESAKE},
        "Before enrolling a player": {NAMESAKE, LEFT_PLAYER},
        "Before dropping a player": drops,
    }
    made = {
        str(path.relative_to(ROOT / "events"))
        for path in (ROOT / "events").rglob("*.py")
        if any(
            isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Question"
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        )
    }
    assert made == {
        "core/judging/penalty_questions.py",
        "core/players/enrollment_questions.py",
        "core/preflight/round_questions.py",
        "core/results/result_questions.py",
        "core/steps/finishing_question.py",
        "core/steps/round_1_questions.py",
        "roster/list_actions.py",
    }, "a question made elsewhere belongs into the document"


def test_the_document_names_screens_and_calls_that_exist() -> None:
    screens, calls = set(), set()
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("Screen"):
            on_screens, _call, by_calls = line.partition("call")
            screens |= set(re.findall(r"`([\w-]+)`", on_screens))
            calls |= set(re.findall(r"`([\w-]+)`", by_calls))
    assert len(screens) == 12
    for name in screens:
        numbers = [] if name == "finish" or name.startswith("roster-") else [1]
        tables = [1] if name.startswith("table-") else []
        reverse(f"staff:{name}", args=["x", *numbers, *tables])
    assert calls == {write.name for write in WRITES if write.is_asked}
