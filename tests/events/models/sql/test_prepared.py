"""A question that is composed once answers as one that is composed every time."""

import datetime
from typing import Any

import pytest
from django.db import connection
from django.db.models import Count, F, Model, QuerySet
from django.test.utils import CaptureQueriesContext

from events.core.rounds.guards import find_round, table_of
from events.models import Enrollment, Event, JournalEntry, Match, Report
from events.models.sql.prepared import Prepared, PreparedUpdate
from tests.events.scenario import enter_slips, event_with_owner, start_round

pytestmark = pytest.mark.django_db

NAMED = Prepared(
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
    forgetful = Prepared(lambda _event, name: Enrollment.objects.filter(name=name), int, str)
    with pytest.raises(ValueError, match="every value"):
        forgetful(1, "x")


def test_a_table_comes_with_its_round_and_players() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    with CaptureQueriesContext(connection) as asked:
        match = table_of(find_round(event, 1), 1)
    assert len(asked) == 2
    with CaptureQueriesContext(connection) as asked:
        assert match.round.event == match.round.stage.event == event
        people = (match.first, match.second)
    assert len(asked) == 0
    plain = Match.objects.get(round__event=event, table=1)
    assert (match, *people) == (plain, plain.first, plain.second)


def _reports_with_all(event: int) -> "QuerySet[Report]":
    joined = ("match__first", "match__second__left_with", "account", "enrollment", "replaces")
    reports = Report.objects.weighed().filter(match__round__event=event)
    return reports.select_related(*joined).defer("account__password").order_by()


def _entries(event: int) -> "QuerySet[JournalEntry]":
    return JournalEntry.objects.filter(event=event).order_by("pk")


def _counted(event: int) -> "QuerySet[Match, Any]":
    matches = Match.objects.filter(round__event=event).order_by()
    return matches.values("round").annotate(n=Count("pk"))


def test_objects_are_those_that_a_queryset_makes() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20")
    [plain] = _reports_with_all(event.pk)
    [built] = Prepared(_reports_with_all, int)(event.pk)
    assert _insides(built) == _insides(plain)
    told = Prepared(_entries, int)(event.pk)
    assert [_insides(entry) for entry in told] == [_insides(entry) for entry in _entries(event.pk)]


def _insides(row: Model) -> dict[str, Any]:
    """Return everything that an object holds, and what the objects that it points at hold."""
    own = {name: value for name, value in vars(row).items() if name != "_state"}
    state = dict(vars(row._state))
    pointed = state.pop("fields_cache", {})
    inner = {
        name: other and other.pk if other is row else other and _insides(other)
        for name, other in pointed.items()
    }
    return {"model": type(row), **own, "state": state, "joined": inner}


def test_dictionaries_are_those_that_a_queryset_makes() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    assert Prepared(_counted, int)(event.pk) == list(_counted(event.pk))


def test_what_is_not_built_here_is_a_mistake() -> None:
    event, _owner = event_with_owner(2)
    with pytest.raises(ValueError, match="prefetches"):
        Prepared(lambda number: event.enrollments.filter(number=number), int)(1)
    flat = Prepared(lambda pk: Event.objects.filter(pk=pk).values_list("pk", flat=True), int)
    with pytest.raises(ValueError, match="FlatValues"):
        flat(event.pk)


def test_an_update_changes_the_rows_that_are_named() -> None:
    event, _owner = event_with_owner(2)
    other, _owner = event_with_owner(2)
    move_on = PreparedUpdate(
        lambda event: Event.objects.filter(pk=event), {"revision": F("revision") + 1}, int
    )
    assert [move_on(event.pk), move_on(event.pk), move_on(-1)] == [1, 1, 0]
    assert Event.objects.get(pk=event.pk).revision == event.revision + 2
    assert Event.objects.get(pk=other.pk).revision == other.revision


def test_a_moment_is_asked_with() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20")
    before = Prepared(
        lambda event, until: Report.objects.filter(match__round__event=event, at__lt=until),
        int,
        datetime.datetime,
    )
    [report] = Report.objects.filter(match__round__event=event)
    instant = datetime.timedelta(microseconds=1)
    elsewhere = datetime.timezone(datetime.timedelta(hours=9))
    assert before(event.pk, report.at) == []
    assert before(event.pk, report.at + instant) == [report]
    assert before(event.pk, (report.at + instant).astimezone(elsewhere)) == [report]
    assert before(event.pk, (report.at - instant).astimezone(elsewhere)) == []


def test_rows_as_the_driver_gives_them() -> None:
    event, _owner = event_with_owner(3)
    people = Prepared(
        lambda event: (
            Enrollment.objects.filter(event=event).order_by("number").values_list("pk", "name")
        ),
        int,
    )
    assert people.flat(event.pk) == people(event.pk)
    assert len(people.flat(event.pk)) == 3
    assert people.flat(10**30) == []
