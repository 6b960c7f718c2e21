"""The walks of docs/architecture.md are those that requests take today."""

import os
from dataclasses import replace

import pytest

from tests.walks import counts, tracing
from tests.walks.cases import WALKS
from tests.walks.tracing import Entry, Function, Walk, page_with


@pytest.mark.django_db
@pytest.mark.sqlite
def test_the_architecture_and_the_table_show_the_walks_of_today() -> None:
    walks = [tracing.walk(title, prepare) for title, prepare in WALKS.items()]
    text = tracing.section(walks)
    page = tracing.PAGE.read_text("utf-8")
    if os.environ.get("WALKS") == "write":
        tracing.PAGE.write_text(page_with(text, page), "utf-8")
        counts.write(walks)
        return
    assert page_with(text, page) == page, "a walk has changed: run `python -m tests.walks`"
    assert counts.changes(walks, counts.table()) == [], "on purpose? Run `python -m tests.walks`"


def test_a_walk_that_grows_by_a_tenth_is_told() -> None:
    known = {"Enter": (1000, 5)}

    def reported(calls: int, statements: int = 5) -> list[str]:
        return counts.changes([replace(walk_of(), calls=calls, statements=statements)], known)

    assert reported(1000) == reported(1099) == reported(901) == []
    assert reported(1101) == ["Enter: 1101 calls, 1000 in the table"]
    assert reported(899) == ["Enter: 899 calls, 1000 in the table"]
    assert reported(1000, 6) == ["Enter: 6 statements, 5 in the table"]
    assert counts.changes([replace(walk_of(), calls=7)], {}), "a new walk needs its line"


VIEW = Function("events/room/views.py", "enter")
ACTION = Function("events/core/topic/actions.py", "enter_result")


def walk_of(*entries: Entry) -> Walk:
    return Walk("Enter", "POST /enter/", VIEW, (Entry(VIEW, ()), *entries))


def test_a_step_is_the_function_of_a_file_that_leads_to_the_most_others() -> None:
    small = Function("events/core/topic/queries.py", "small")
    large = Function("events/core/topic/queries.py", "large")
    hidden = Function("events/core/topic/other.py", "_hidden")
    walk = walk_of(Entry(small, (VIEW,)), Entry(large, (VIEW,)), Entry(hidden, (large, VIEW)))
    assert walk.steps() == [VIEW, large]
    assert walk.steps([large]) == [VIEW]
    assert walk.files == {VIEW.path, large.path, hidden.path}


def test_actions_and_ways_into_an_engine_come_first() -> None:
    queries = [Function(f"events/core/topic{n}/queries.py", "look") for n in range(20)]
    way_in = Function("pairings/engine.py", "pair")
    inside = Function("pairings/groups.py", "first_try")
    helpers = [Function(ACTION.path, "_check"), Function(ACTION.path, "_write")]
    idle = Function("events/core/other/actions.py", "follow")
    walk = walk_of(
        *(Entry(query, (VIEW,)) for query in queries),
        Entry(ACTION, (VIEW,)),
        *(Entry(helper, (ACTION, VIEW)) for helper in helpers),
        Entry(idle, (VIEW,)),
        Entry(way_in, (ACTION, VIEW)),
        Entry(inside, (way_in, ACTION, VIEW)),
    )
    assert walk.steps() == [VIEW, *queries[: tracing.MOST_STEPS - 3], ACTION, way_in]


def test_what_surrounds_a_view_and_what_serves_every_page_is_no_step() -> None:
    middleware = Function("events/web/middleware.py", "security")
    around = Function("events/core/topic/queries.py", "look")
    form = Function("events/room/forms.py", "read")
    assert walk_of(Entry(middleware, ()), Entry(around, ()), Entry(form, (VIEW,))).steps() == [VIEW]


def test_what_every_write_does_is_said_once() -> None:
    write = walk_of(Entry(ACTION, (VIEW,)))
    read = Walk("Read", "GET /", VIEW, (Entry(VIEW, ()),))
    other = Function("events/other/views.py", "undo")
    undo = Walk("Undo", "POST /undo/", other, (Entry(other, ()), Entry(ACTION, (other,))))
    assert tracing.shared_steps([write, undo, read]) == [ACTION]


def test_a_page_without_the_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="no section"):
        page_with("text", "# The architecture")
