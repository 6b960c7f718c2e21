"""One announcement to several events, and taking it down again."""

import datetime
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.events.announcement_actions import announce
from events.models import Announcement, Event, Verb
from tests import factories
from tests.events.day.test_day import playing
from tests.events.scenario import journaled
from tests.markup import flat

pytestmark = pytest.mark.django_db

UNTIL = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=2)).strftime("%H:%M")


def two_events() -> tuple[list[Event], User, Client]:
    user = factories.user()
    events = [playing(user, name=name) for name in ("Alpha", "Beta")]
    return events, user, factories.client_of(user)


def form(*events: Event, **fields: Any) -> dict[str, Any]:
    typed = {"text_en": "The food stand closes soon.", "until": UNTIL, **fields}
    keys = [str(event.pk) for event in events]
    return {f"announce-{name}": value for name, value in (typed | {"events": keys}).items()}


def test_one_text_is_announced_in_each_event_and_taken_down_again() -> None:
    events, user, client = two_events()
    answer = client.post("/staff/day/announce/", form(*events), follow=True)
    assert "Announced in 2 events: Alpha, Beta." in flat(answer)
    for event in events:
        (entry,) = journaled(event, Verb.ANNOUNCED)
        assert entry.actor == user
    keys = [announcement.pk for announcement in Announcement.objects.all()]
    assert all(f'name="announcement" value="{key}"' in flat(answer) for key in keys)
    answer = client.post("/staff/day/take-down/", {"announcement": keys}, follow=True)
    assert "The announcement was taken down in 2 events: Alpha, Beta." in flat(answer)
    assert not Announcement.objects.filter(ended_at=None).exists()
    assert all(journaled(event, Verb.ANNOUNCEMENT_ENDED) for event in events)
    answer = client.post("/staff/day/take-down/", {"announcement": keys}, follow=True)
    assert "Alpha: This announcement is no longer shown." in flat(answer)


def test_an_event_that_refuses_does_not_stop_the_others() -> None:
    events, user, client = two_events()
    moment = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1)
    announce(event_id=events[0].pk, actor=user, until=moment, text_en="The food stand closes soon.")
    page = flat(client.post("/staff/day/announce/", form(*events), follow=True))
    assert "Announced in 1 event: Beta." in page
    assert "Alpha: This announcement is already shown." in page
    answer = client.post("/staff/day/announce/", form(*events))
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Beta: This announcement is already shown." in flat(answer)
    assert "The food stand closes soon.</textarea>" in flat(answer)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"text_en": " ", "text_ja": ""}, "Enter the announcement text."),
        ({"until": "soon"}, "Enter a time in “Shown until”, such as 14:30."),
        ({"text_en": "x" * 301}, "Use at most 300 characters."),
        ({"events": []}, "Choose at least one event."),
    ],
)
def test_bad_input_is_shown_at_its_field_and_nothing_is_lost(
    fields: dict[str, Any], words: str
) -> None:
    events, _user, client = two_events()
    data = form(*events, text_ja="売店はまもなく閉まります。")
    data |= {f"announce-{name}": value for name, value in fields.items()}
    answer = client.post("/staff/day/announce/", data)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert words in flat(answer)
    assert f"{data['announce-text_ja']}</textarea>" in flat(answer)
    assert not Announcement.objects.exists()


def test_only_who_may_announce_in_an_event_does_so_there() -> None:
    events, _user, _client = two_events()
    judge = factories.user()
    for event in events:
        event.staff.create(user=judge, judge=True)
    client = factories.client_of(judge)
    assert "Announce to several events" not in client.get("/staff/").content.decode()
    mine = [playing(judge), playing(judge)]
    answer = client.post("/staff/day/announce/", form(*events, *mine))
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not Announcement.objects.exists()
    owner_client = factories.client_of(events[0].staff.get(organizer=True).user)
    owner_client.post("/staff/day/announce/", form(*events))
    keys = [announcement.pk for announcement in Announcement.objects.all()]
    client.post("/staff/day/take-down/", {"announcement": keys})
    assert Announcement.objects.filter(ended_at=None).count() == 2


def test_other_methods_are_refused() -> None:
    _events, _user, client = two_events()
    for path in ("day/announce/", "day/take-down/"):
        assert client.get(f"/staff/{path}").status_code == HTTPStatus.METHOD_NOT_ALLOWED
    for path in ("", "day/live/"):
        assert client.post(f"/staff/{path}").status_code == HTTPStatus.METHOD_NOT_ALLOWED
