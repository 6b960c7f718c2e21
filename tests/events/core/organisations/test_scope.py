"""No code looks for players across organisations."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.shared import ROOT

# A query of players without one of these would find those of other organisations.
SCOPES = {"organisation", "pk", "pk__in", "enrollments__event"}
READING = {"filter", "get", "exclude", "all", "first", "values_list", "values", "annotate"}


def unscoped(text: str) -> Iterator[int]:
    """Give the lines of queries of players that begin without an organisation, event or key."""
    # Parsing all modules took a second, and few contain queries of players.
    for node in ast.walk(ast.parse(text)) if "Player" in text and ".objects" in text else ():
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        begins = ast.unparse(node.func.value) == "Player.objects"
        named = {keyword.arg for keyword in node.keywords}
        if begins and node.func.attr in READING and not named & SCOPES:
            yield node.lineno


def modules() -> list[Path]:
    paths = (ROOT / "events").rglob("*.py")
    return [path for path in paths if "migrations" not in path.parts]


def test_a_query_without_an_organisation_is_found() -> None:
    assert list(unscoped("Player.objects.filter(email='a').exists()")) == [1]
    assert list(unscoped("Player.objects.all()")) == [1]
    assert not list(unscoped("Player.objects.filter(organisation=1).filter(email='a')"))


def test_every_query_of_players_is_of_an_organisation_or_an_event() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in modules()
        for line in unscoped(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []
