"""The table of a round that says who told each result."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.models import Role
from events.rules.score import Slip
from events.selectors.sources import sources_of
from events.services.results import ResultConflictError, enter_result
from tests import factories
from tests.events.phones import Phone, event_of_phones, pair_at
from tests.events.scenario import round_of
from tests.events.views.doors import EVERYBODY, address, check_refusals, check_wrong_method
from tests.markup import flat

pytestmark = pytest.mark.django_db


def test_who_may_look() -> None:
    event, _owner = event_of_phones()
    url = address(event, "sources", number=1)
    check_refusals("get", url, EVERYBODY, event)
    check_wrong_method("get", url, event)
    browser = factories.client_of(factories.staff_member(event))
    assert browser.get(address(event, "sources", number=9)).status_code == 404


def test_differences_come_first_and_two_that_agree_last() -> None:
    event, owner = event_of_phones(8)
    scorekeeper = factories.staff_member(event, Role.SCOREKEEPER)
    who: dict[str, Any] = {"event_id": event.pk, "number": 1}
    phones = {table: tuple(map(Phone, pair_at(event, table))) for table in (1, 2, 3)}
    one, other = phones[1]
    one.tell("2-1", other.enrollment)
    other.tell("1-2", one.enrollment)
    enter_result(**who, actor=owner, table=2, slip=Slip.of(2, 0))
    one, other = phones[3]
    one.tell("2-0", other.enrollment)
    other.tell("2-0", one.enrollment)
    tables = sources_of(round_of(event, 1)).tables
    told = [(line.match.table, line.agreement.value) for line in tables]
    assert told == [(3, "differ"), (4, "none"), (2, "one"), (1, "agreed")]
    with pytest.raises(ResultConflictError):
        enter_result(**who, actor=scorekeeper, table=2, slip=Slip.of(1, 2))
    page = flat(factories.client_of(owner).get(address(event, "sources", number=1)))
    assert "1 of 4 tables have two sources that say the same." in page
    assert "2 tables have sources that differ." in page
    assert page.index("tables/2/") < page.index("tables/3/") < page.index("tables/4/")


def test_one_person_who_says_it_twice_is_one_source() -> None:
    event, owner = event_of_phones()
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1, "table": 1}
    enter_result(**who, slip=Slip.of(2, 0))
    enter_result(**who, slip=Slip.of(2, 1), replace="2-0")
    [line] = [one for one in sources_of(round_of(event, 1)).tables if one.match.table == 1]
    assert line.agreement == "one"
    one, other = map(Phone, pair_at(event))
    other.tell("1-2", one.enrollment)
    [line] = [one for one in sources_of(round_of(event, 1)).tables if one.match.table == 1]
    assert line.agreement == "agreed"


def test_few_and_many_tables_ask_the_same_number_of_queries() -> None:
    counts = []
    for players in (4, 40):
        event, owner = event_of_phones(players)
        one, other = map(Phone, pair_at(event))
        one.tell("2-1", other.enrollment)
        browser = factories.client_of(owner)
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(address(event, "sources", number=1)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
