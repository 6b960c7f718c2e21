"""Rules about the application's packages that `lint-imports` can't express."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

from domain.kinds import MatchKind, StageKind
from events.urls_staff import of_an_event
from tests import structure
from tests.documentation.seams import enums_twice, module_arrows
from tests.kinds.decided import decided
from tests.kinds.places import places

ROOT = Path(__file__).parent.parent
EVENTS = ROOT / "events"
DOOR = EVENTS / "core" / "event_write.py"
OPENINGS = {
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
MOST_FILES = 25
# Transactions outside the services: a backup reads one moment of the database, built pages are
# stored, several queries read one snapshot, the demonstration creates both events or none.
OTHER_TRANSACTIONS = {
    EVENTS / "hosting/backups/postgres.py",
    EVENTS / "public_site/stored_builds.py",
    EVENTS / "core/read_snapshot.py",
    EVENTS / "management/commands/load_demo.py",
}


@pytest.fixture(autouse=True, scope="module")
def trees_are_forgotten() -> Iterator[None]:
    """Keep no tree for the tests that follow."""
    yield
    structure.forget_trees()


def words_of(module: Path) -> set[str]:
    """Every name and attribute that a module speaks of."""
    nodes = structure.nodes_of(module.read_text(encoding="utf-8"))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def opens_a_write(module: Path) -> bool:
    """Whether a module has a `with` on one of the openings of the door."""
    nodes = structure.nodes_of(module.read_text(encoding="utf-8"))
    contexts = (
        item.context_expr for node in nodes if isinstance(node, ast.With) for item in node.items
    )
    return any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in OPENINGS
        for one in contexts
    )


def modules_of_actions() -> list[Path]:
    paths = (path.relative_to(ROOT) for path in EVENTS.rglob("*.py"))
    return [path for path in paths if structure.is_of_actions(path.as_posix())]


def test_every_module_of_actions_goes_through_the_one_door() -> None:
    # Parts of an import write inside the transaction that another module opens.
    modules = [
        path
        for path in modules_of_actions()
        if not path.name.endswith("_import.py") and path.parent.name != "parts"
    ]
    assert len(modules) > 10
    assert [path for path in modules if not opens_a_write(ROOT / path)] == []


def test_lint_knows_every_module_of_actions() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    [silent] = [
        contract["source_modules"]
        for contract in contracts["contracts"]
        if contract["name"] == "actions say nothing in words of their own"
    ]
    actions = {".".join(path.with_suffix("").parts) for path in modules_of_actions()}
    assert set(silent) == actions | {"events.core.event_write"}


def test_no_room_may_import_the_views_of_another() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    [rooms] = [one for one in contracts["contracts"] if one["type"] == "independence"]
    assert len(rooms["modules"]) > 20
    # Whole modules, so that a pair never extends unnoticed.
    imported = [pair.split(" -> ")[1] for pair in rooms["ignore_imports"]]
    assert [name for name in imported if "*" in name or name.endswith("views")] == []


def test_nothing_but_the_door_locks_an_event_begins_a_transaction_or_writes_the_journal() -> None:
    modules = [path for path in EVENTS.rglob("*.py") if "migrations" not in path.parts]
    assert words_of(DOOR) >= {"select_for_update", "atomic", "JournalEntry"}
    past_the_door = {
        path
        for path in modules
        if path != DOOR and {"select_for_update", "atomic"} & words_of(path)
    }
    assert past_the_door == OTHER_TRANSACTIONS
    told = re.compile(r"(?<!class )JournalEntry(\.objects\.\w*create|\()|\.journal\.\w*create")
    assert told.search(DOOR.read_text(encoding="utf-8"))
    assert [
        path for path in modules if path != DOOR and told.search(path.read_text(encoding="utf-8"))
    ] == []


def wrapped_in(view: Callable[..., Any]) -> Iterator[Path]:
    """The modules of a view and of every decorator around it."""
    around: Callable[..., Any] | None = view
    while around is not None:
        yield Path(around.__code__.co_filename)
        around = getattr(around, "__wrapped__", None)


def test_every_view_of_one_event_is_opened_by_the_one_decorator() -> None:
    assert len(of_an_event) > 50
    past_the_door = [
        str(pattern.pattern)
        for pattern in of_an_event
        if EVENTS / "web" / "access.py" not in wrapped_in(pattern.callback)
    ]
    assert past_the_door == []


# Modules that may read the journal: its page, the history of a table, and the texts of both.
TELLERS = {
    "core/journal_chain.py",
    "transfer/event_export.py",
    "core/journal/words/archived_entries.py",
    "models/__init__.py",
    "models/journal.py",
    "core/journal/queries.py",
    "core/event_write.py",
    "templatetags/results.py",
    "audit/urls.py",
    "core/journal/words/entries.py",
    "core/journal/words/stage_entries.py",
    # Programs are notified of a change, and what they read of it is current public data.
    "integrations/outbox.py",
}


def reads_the_journal(code: str) -> bool:
    """Whether code speaks of entries, of an event's or account's journal, or joins through it."""
    nodes = structure.nodes_of(code)
    # A write adds to the journal: `write.journal(Verb.X, ...)`.
    adding = {node.func for node in nodes if isinstance(node, ast.Call)}
    return any(
        (isinstance(node, ast.Name) and node.id == "JournalEntry")
        or (isinstance(node, ast.Attribute) and node.attr == "journal" and node not in adding)
        or (isinstance(node, ast.keyword) and (node.arg or "").startswith("journal__"))
        or (isinstance(node, ast.Constant) and re.match(r"journal(__|$)", str(node.value)))
        for node in nodes
    )


def test_no_code_reads_the_journal_to_know_what_is_true_now() -> None:
    assert reads_the_journal("event.journal.filter(verb=Verb.DROPPED)")
    assert reads_the_journal("Event.objects.filter(journal__verb=1)")
    assert reads_the_journal("Event.objects.exclude(**{'journal__verb': 1})")
    assert reads_the_journal("Event.objects.prefetch_related('journal')")
    assert not reads_the_journal("write.journal(Verb.DROPPED)")
    modules = [path for path in EVENTS.rglob("*.py") if "migrations" not in path.parts]
    readers = {
        path.relative_to(EVENTS).as_posix()
        for path in modules
        if reads_the_journal(path.read_text(encoding="utf-8"))
    }
    assert readers <= TELLERS, readers - TELLERS


def test_one_place_decides_who_won_and_one_reads_archives() -> None:
    code = structure.code_of()
    assert len(code) > 200
    assert {place.split(":")[0] for place in structure.decide_who_won(code)} == {
        "domain/results.py"
    }
    assert structure.readers_of_archives(code) == ["archive/document.py"]
    assert structure.actions_without_a_transaction(code) == []


def test_a_name_leads_to_one_module_and_no_folder_is_crowded() -> None:
    assert structure.repeated_stems(structure.code_of()) == []
    # Django looks for commands in a single folder.
    crowded = [row for row in structure.fullest_folders() if row[0] > MOST_FILES]
    assert [name for _count, name in crowded] in ([], ["events/management/commands"])


def test_no_module_needs_another_that_needs_it() -> None:
    """Which of the two is imported first would decide whether the server starts."""

    def order(code: Mapping[str, str]) -> None:
        needed: dict[str, set[str]] = defaultdict(set)
        for module, other in module_arrows(code):
            needed[module].add(other)
        TopologicalSorter(needed).prepare()

    order(structure.code_of())
    with pytest.raises(CycleError):
        order({"a/b.py": "from a.c import d", "a/c/__init__.py": "from a import b"})


def test_the_counts_find_what_they_count() -> None:
    made_up = {
        "a.py": "winner = one if games[0] > games[1] else two",
        "b.py": "import json\n# an archive\njson.loads(text)",
        "events/room/actions.py": "def look(): return 1",
    }
    assert structure.decide_who_won(made_up) == ["a.py:1"]
    assert structure.readers_of_archives(made_up) == ["b.py"]
    assert structure.actions_without_a_transaction(made_up) == ["events/room/actions.py"]


def test_names_say_what_they_hold() -> None:
    code = structure.code_of()
    assert len(code) > 200
    assert structure.vague_names(code) == []


@pytest.mark.parametrize(
    "planted",
    [
        "one = 1",
        "for one in rows: pass",
        "first, (said, *found) = pair",
        "names = [one.name for one in rows]",
        "by_key = {key: found for key, found in rows}",
        "if (found := look()): pass",
        "with look() as found: pass",
        "rows.sort(key=lambda one: one.name)",
        "def look(*, found=None): return found",
        "async def found(): pass",
        "class Row:\n    said: str",
        "row.said = 'so'",
        "from rows import row as one",
        "try: look()\nexcept OSError as found: pass",
        "match rows:\n    case [one, *_]: pass",
        "match rows:\n    case {**found}: pass",
    ],
)
def test_a_name_that_does_not_say_what_it_holds_is_seen(planted: str) -> None:
    assert structure.vague_names({"planted.py": planted}) != []
    plain = re.sub(r"\b(one|found|said)\b", "player", planted)
    assert structure.vague_names({"planted.py": plain + "\nprint(one, row.found, said='')"}) == []


def test_no_state_is_compared_with_a_bare_string() -> None:
    root = ROOT
    code = [
        path
        for path in (root / "events").rglob("*.py")
        if not {"migrations", "models"} & set(path.parts)
    ]
    pages = list((root / "templates").rglob("*.html"))
    assert len(code) > 100
    assert len(pages) > 50
    names = "kind|outcome|winner|cut_by|play_first|seating|leaver|paper_size|re_entry|source|ending"
    bare = re.compile(
        r"""state ?([!=]=|=|in \() ?["'](?!["'])|\b("""
        + names
        + r""") ?([!=]=|in \() ?["'](?!["'])"""
    )
    assert bare.search('round.state == "posted"')
    assert bare.search("rounds.filter(round__state='posted')")
    assert bare.search('{% if match.kind == "bye" %}')
    assert not bare.search('Model(kind="bye")')
    found = [
        f"{path.relative_to(root)}: {line.strip()}"
        for path in (*code, *pages)
        for line in path.read_text(encoding="utf-8").splitlines()
        if bare.search(line)
    ]
    assert found == []


def test_no_enumeration_exists_twice() -> None:
    assert enums_twice(structure.code_of()) == []


@pytest.mark.parametrize("kinds", [MatchKind, StageKind])
def test_each_place_that_names_kinds_has_decided_about_all(kinds: type[Enum]) -> None:
    """Look at a place first: does it ask about the new kind? Then write that into the list."""
    everything = frozenset(str(kind.value) for kind in kinds)
    listed = decided(kinds)
    assert {place: everything - listed.get(place, frozenset()) for place in places(kinds)} == {
        place: frozenset() for place in listed
    }
