"""A compiled query answers as the queryset that it is compiled from."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model, QuerySet
from django.test.utils import CaptureQueriesContext

from events.core import event_write
from events.core.compiled import CompiledQuery, queries
from events.core.guards import posted_table
from events.models import Enrollment, Event, JournalEntry, Match, Report
from tests import structure
from tests.events.scenario import enter_slips, event_with_owner, start_round

pytestmark = pytest.mark.django_db

BENCH = "tests.bench desk: one result entered"
BENCHES = Path(structure.ROOT, "tests/bench")
NAMED = CompiledQuery(
    BENCH,
    lambda event, name: (
        Enrollment.objects.filter(event=event, name=name).select_related("event").order_by()
    ),
    int,
    str,
)


def test_answers_follow_the_values() -> None:
    event, _owner = event_with_owner(3)
    for one in event.enrollments.all():
        assert NAMED(event.pk, one.name) == [one]
        assert NAMED(event.pk, one.name)[0].event == event
        assert NAMED(event.pk + 1, one.name) == []
    assert NAMED(event.pk, "Nobody at all") == []
    assert NAMED.first(10**30, "Nobody at all") is None


def test_a_value_that_is_not_asked_with_is_a_mistake() -> None:
    forgetful = CompiledQuery(
        BENCH, lambda _event, name: Enrollment.objects.filter(name=name), int, str
    )
    with pytest.raises(ValueError, match="every value"):
        forgetful(1, "x")


def _reports_with_all(event: int) -> "QuerySet[Report]":
    joined = (
        "match__first",
        "match__second__dropped_by_report",
        "account",
        "enrollment",
        "replaces",
    )
    reports = Report.objects.weighed().filter(match__round__event=event)
    return reports.select_related(*joined).defer("account__password").order_by()


def _entries(event: int) -> "QuerySet[JournalEntry]":
    return JournalEntry.objects.filter(event=event).order_by("pk")


def test_objects_are_those_that_a_queryset_makes() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20")
    [plain] = _reports_with_all(event.pk)
    [built] = CompiledQuery(BENCH, _reports_with_all, int)(event.pk)
    assert _insides(built) == _insides(plain)
    told = CompiledQuery(BENCH, _entries, int)(event.pk)
    assert [_insides(entry) for entry in told] == [_insides(entry) for entry in _entries(event.pk)]


def _insides(row: Model) -> dict[str, Any]:
    """Return everything that an object holds, and what the objects that it points at hold."""
    own = {name: value for name, value in vars(row).items() if name != "_state"}
    # Django 6.1 puts the default there when it is first read.
    getattr(row._state, "fetch_mode", None)
    state = dict(vars(row._state))
    pointed = state.pop("fields_cache", {})
    inner = {
        name: other and other.pk if other is row else other and _insides(other)
        for name, other in pointed.items()
    }
    return {"model": type(row), **own, "state": state, "joined": inner}


def test_tuples_are_those_that_a_queryset_makes() -> None:
    event, _owner = event_with_owner(3)

    def created(event: int) -> "QuerySet[Event, tuple[Any, ...]]":
        return Event.objects.filter(pk=event).values_list("created_at", "profile", "slug")

    assert CompiledQuery(BENCH, created, int)(event.pk) == list(created(event.pk))


def test_a_table_comes_with_its_round_and_players() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    with CaptureQueriesContext(connection) as asked:
        match = posted_table(event, 1, 1)
    assert len(asked) == 1
    with CaptureQueriesContext(connection) as asked:
        assert match.round.event == match.round.stage.event == event
        people = (match.first, match.second)
    assert len(asked) == 0
    plain = Match.objects.get(round__event=event, table=1)
    assert (match, *people) == (plain, plain.first, plain.second)


def test_what_is_not_built_here_is_a_mistake() -> None:
    event, _owner = event_with_owner(2)
    with pytest.raises(ValueError, match="prefetches"):
        CompiledQuery(BENCH, lambda number: event.enrollments.filter(number=number), int)(1)
    slugs = CompiledQuery(
        BENCH, lambda pk: Event.objects.filter(pk=pk).values_list("slug", flat=True), int
    )
    with pytest.raises(ValueError, match="FlatValues"):
        slugs(event.pk)


def test_each_names_the_bench_that_justifies_it() -> None:
    modules = (event_write, queries)
    compiled = [
        query
        for module in modules
        for query in vars(module).values()
        if isinstance(query, CompiledQuery)
    ]
    benches = {query.bench.partition(": ")[0] for query in compiled}
    assert benches == {"tests.bench desk", "tests.bench reports"}
    assert all((BENCHES / f"{bench.split()[1]}.py").exists() for bench in benches)
    places = structure.compiled_queries(structure.code_of())
    assert len(compiled) < len(places) <= 15
    assert len({place.partition(":")[0] for place in places}) <= 4
