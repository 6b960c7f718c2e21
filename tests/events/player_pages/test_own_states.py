"""States of a player's own page, and what each costs."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.models import Enrollment, Event
from events.public_site.live_values import live
from events.public_site.page_cache import page_cache
from tests.events.support.phones import Phone, event_of_phones, pair_at

pytestmark = pytest.mark.django_db


def test_the_page_asks_the_same_number_of_queries_for_few_and_many(settings: Any) -> None:
    counts = []
    for players in (4, 40):
        event, _owner = event_of_phones(players)
        one, other = (Phone(player) for player in pair_at(event))
        one.tell("2-1", other.enrollment)
        settings.PUBLIC_SECONDS = 60
        one.page()
        live.forget()
        with CaptureQueriesContext(connection) as queries:
            one.page()
        settings.PUBLIC_SECONDS = 0
        counts.append(len(queries))
    page_cache.forget()
    live.forget()
    assert counts[0] == counts[1] <= 13, (
        "five to know what all phones show, one for the other events of the day"
    )


def test_the_page_leads_to_the_other_events_of_the_day_and_warns_of_two_at_once() -> None:
    event, _ = event_of_phones(4)
    one, other = (Phone(player) for player in pair_at(event))
    second, _owner = event_of_phones(4, posted=False, date=event.date)
    elsewhere = second.enrollments.get(number=3)
    Enrollment.objects.filter(pk=elsewhere.pk).update(player=one.enrollment.player)
    page = text_of(one)
    assert "Your other events" in page
    assert f'href="/e/{second.slug}/players/3/"' in page
    assert "If two matches overlap" not in page
    assert "Your other events" not in text_of(other)
    Event.objects.filter(pk=second.pk).update(state=Event.State.RUNNING)
    assert "If two matches overlap" in text_of(one)
    # Not where the person has another name, nor on another day, nor once it is over.
    for column, value in (
        ("public_names", "number"),
        ("date", event.date - timedelta(days=2)),
        ("state", Event.State.FINISHED),
    ):
        kept = getattr(second, column) if column != "state" else Event.State.RUNNING
        Event.objects.filter(pk=second.pk).update(**{column: value})
        assert "Your other events" not in text_of(one)
        Event.objects.filter(pk=second.pk).update(**{column: kept})
    Enrollment.objects.filter(pk=elsewhere.pk).update(alias="Fox")
    assert "Your other events" not in text_of(one)


def text_of(phone: Phone) -> str:
    return phone.page()
