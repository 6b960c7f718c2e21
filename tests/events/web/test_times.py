"""Pages about no single event show times in the zone of the newest event, and name it."""

import datetime
import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.urls import reverse

from events.core.events.today import usual_zone
from events.hosting.desk_warnings import taken_over_words
from events.models import AccessToken, AccountEntry, Event, Role
from tests import factories
from tests.events.support.doors import address
from tests.shared import ROOT

MOMENT = datetime.datetime(2026, 11, 24, 20, 5, tzinfo=datetime.UTC)
IN_TOKYO = "Nov. 25, 2026 05:05 (Asia/Tokyo)"


@pytest.mark.django_db
def test_an_account_shows_times_as_at_its_newest_event() -> None:
    user = factories.staff_member(factories.event(date=datetime.date(2026, 5, 1)))
    AccountEntry.objects.create(user=user, verb=AccountEntry.Verb.values[0])
    AccountEntry.objects.update(at=MOMENT)
    browser = factories.client_of(user)
    assert "20:05 (UTC)" in browser.get(reverse("account")).content.decode()
    Event.objects.update(time_zone="Asia/Tokyo")
    assert IN_TOKYO in browser.get(reverse("account")).content.decode()


@pytest.mark.django_db
def test_the_newest_event_decides() -> None:
    assert usual_zone(Event.objects.all()) == "UTC"
    factories.event(time_zone="Europe/Rome", date=datetime.date(2026, 5, 2))
    factories.event(time_zone="Asia/Tokyo", date=datetime.date(2026, 5, 1))
    assert usual_zone(Event.objects.all()) == "Europe/Rome"


@pytest.mark.django_db
def test_access_tokens_show_the_time_of_their_event() -> None:
    event = factories.event(time_zone="Asia/Tokyo")
    owner = factories.staff_member(event, list(Role))
    AccessToken.objects.create(event=event, name="Screen", made_by=owner, used_at=MOMENT)
    page = factories.client_of(owner).get(address(event, "tokens")).content.decode()
    assert IN_TOKYO in page


def test_a_laptop_that_took_over_says_when_with_the_zone() -> None:
    successor: Any = SimpleNamespace(claim=SimpleNamespace(since=MOMENT.timestamp()))
    assert "took over at Nov. 24, 2026 20:05 (UTC)." in taken_over_words(successor)


def test_no_template_shows_a_time_without_a_zone() -> None:
    bare = re.compile(r"[\w.]+\|(?:date|time):.(?:SHORT_)?(?:DATE)?TIME_FORMAT|\bUTC\b")
    zoned = {'called|time:"TIME_FORMAT', 'queue.time_zone|time:"TIME_FORMAT'}
    found = {
        str(path.relative_to(ROOT)): lines
        for path in (ROOT / "templates").rglob("*.html")
        if (lines := set(bare.findall(path.read_text(encoding="utf-8"))) - zoned)
    }
    assert found == {}
