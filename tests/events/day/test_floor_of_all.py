"""One floor list over all events of a person."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from events.models import Call, Event, Role, Round
from tests import factories
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
FLOOR = "/staff/day/floor/"


def running(name: str, players: int = 4) -> Event:
    event: Event = factories.EventFactory.create(name=name, players=players, posted=True)
    return event


def test_calls_come_first_and_a_number_leads_to_its_table() -> None:
    main, side, foreign = running("Open"), running("Side"), running("Elsewhere")
    judge = factories.staff_member(main, Role.JUDGE)
    factories.StaffMemberFactory.create(event=side, user=judge, judge=True)
    factories.staff_member(foreign, Role.JUDGE)
    late = Round.objects.get(event=main)
    late.started_at = timezone.now() - timedelta(minutes=57)
    late.save()
    match = Round.objects.get(event=side).matches.order_by("table")[1]
    Call.objects.create(
        match=match,
        enrollment=match.first,
        kind=Call.Kind.JUDGE,
        at=timezone.now() - timedelta(minutes=4),
    )
    browser = factories.client_of(judge)
    page = browser.get(FLOOR).content.decode()
    # A call of the side event, then two tables of the open one that are over time.
    assert page.index("judge needed") < page.index("7 min over time")
    assert "4 min" in page
    assert page.count("over time") == 2
    assert "Elsewhere" not in page
    assert f"/staff/e/{side.slug}/rounds/1/tables/2/" in page
    # Both events have a table 1; only the open one has a table 9.
    both = browser.get(FLOOR, {"table": "1"}).content.decode()
    assert f"/staff/e/{main.slug}/rounds/1/tables/1/" in both
    assert f"/staff/e/{side.slug}/rounds/1/tables/1/" in both
    late.matches.filter(table=1).update(table=9)
    answer = browser.get(FLOOR, {"table": "9"})
    assert answer["Location"] == f"/staff/e/{main.slug}/rounds/1/tables/9/"
    assert browser.get(answer["Location"]).status_code == HTTPStatus.OK
    assert "Table 700 has no match now." in browser.get(FLOOR, {"table": "700"}).content.decode()
    assert Client().get(FLOOR)["Location"].startswith("/login/")
    stranger = factories.client_of(factories.user()).get(FLOOR).content.decode()
    assert "No round is in progress in your events." in stranger


def test_fifty_events_take_no_more_queries() -> None:
    judge = factories.user("judge")

    def add(number: int) -> None:
        event = running(f"Event {number}", 2)
        factories.StaffMemberFactory.create(event=event, user=judge, judge=True)

    for number in range(2):
        add(number)
    browser = factories.client_of(judge)
    few = queries_of(lambda: browser.get(FLOOR))
    for number in range(2, 50):
        add(number)
    assert queries_of(lambda: browser.get(FLOOR)) == few
