"""The first message of a stream: ETags of what is public, and nothing sooner than that is."""

import datetime
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from events.api import stream
from events.core.events.announcement_actions import announce
from events.core.events.finishing_actions import finish_event
from events.core.rounds.actions import post_round
from events.public_site.page_cache import page_cache
from events.public_site.program_data import make_ready
from tests.events.support.public_events import Played

pytestmark = pytest.mark.django_db

Heard = list[tuple[str, bytes, bool]]


@pytest.fixture(params=[0, 600], ids=["rendered each time", "cached"])
def seconds(request: pytest.FixtureRequest, settings: LazySettings) -> Iterator[int]:
    settings.PUBLIC_SECONDS = request.param
    page_cache.forget()
    yield request.param
    page_cache.forget()


@pytest.fixture
def heard() -> Iterator[Heard]:
    """Messages that the server is given to send."""
    came: Heard = []

    def hears(slug: str, message: bytes, is_over: bool) -> None:
        came.append((slug, message, is_over))

    stream.subscribe(hears)
    yield came
    stream._hearers.remove(hears)


def path_of(played: Played) -> str:
    return f"/api/v1/events/{played.event.slug}/stream"


def news_of(message: bytes) -> Any:
    lines = message.decode().splitlines()
    assert lines[:2] == ["retry: 10000", "event: change"]
    assert lines[3:] == [""]
    return json.loads(lines[2].removeprefix("data: "))


def test_a_message_names_the_answers_as_they_are(seconds: int, client: Client) -> None:
    played = Played(["Anna", "Bob", "Cy", "Di"])
    played.play(1)
    played.publish(1)
    answer = client.get(path_of(played))
    assert answer["Content-Type"] == "text/event-stream"
    assert answer["Cache-Control"] == "no-store"
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer["X-Accel-Buffering"] == "no"
    assert "Set-Cookie" not in answer
    news = news_of(answer.content)
    etags = news.pop("etags")
    assert news == {
        "event": played.event.slug,
        "state": "running",
        "round": 1,
        "results_through": 1,
    }
    assert {name for name, etag in etags.items() if etag is None} == {"bracket", "pods"}
    for name, etag in etags.items():
        part = "" if name == "event" else f"/{name}"
        there = client.get(f"/api/v1/events/{played.event.slug}{part}")
        assert there.get("ETag") == etag, name
    assert client.head(path_of(played)).content == b""
    assert client.get("/api/v1/events/none/stream").status_code == 404
    assert client.post(path_of(played)).status_code == 405


def test_it_changes_when_something_is_public_and_no_sooner(seconds: int, client: Client) -> None:
    played = Played(["Anna", "Bob", "Cy", "Di"])
    played.play(1)

    def now() -> Any:
        if seconds:
            page_cache.forget()
        return news_of(client.get(path_of(played)).content)

    before = now()
    assert before["etags"]["standings"] is None, "results that are not published"
    assert before["results_through"] is None
    played.publish(1)
    published = now()
    assert published["etags"]["standings"]
    assert published["results_through"] == 1
    played.pair(2)
    assert now() == published, "an unposted round"
    post_round(event_id=played.event.pk, actor=played.organizer, number=2)
    posted = now()
    changed = {name for name, etag in posted["etags"].items() if etag != published["etags"][name]}
    assert changed >= {"event", "rounds"}
    assert posted["round"] == 2


def test_a_finished_event_has_no_stream(seconds: int, client: Client) -> None:
    played = Played(["Anna", "Bob"], rounds=1)
    played.play(1)
    played.publish(1)
    finish_event(event_id=played.event.pk, actor=played.organizer)
    answer = client.get(path_of(played))
    assert (answer.status_code, answer.content) == (204, b"")


def test_the_server_hears_of_each_change_once_it_can_be_read(
    settings: LazySettings, heard: Heard, client: Client
) -> None:
    settings.PUBLIC_SECONDS = 600
    page_cache.forget()
    played = Played(["Anna", "Bob"], rounds=1)
    before = news_of(client.get(path_of(played)).content)
    until = timezone.now() + datetime.timedelta(minutes=30)
    announce(event_id=played.event.pk, actor=played.organizer, until=until, text_en="Lunch")
    page_cache.forget()
    make_ready(page_cache.open(played.event.slug))
    [(slug, message, is_over)] = heard
    assert (slug, is_over) == (played.event.slug, False)
    after = news_of(message)
    assert {name for name in after["etags"] if after["etags"][name] != before["etags"][name]} == {
        "announcements"
    }
    played.play(1)
    played.publish(1)
    finish_event(event_id=played.event.pk, actor=played.organizer)
    page_cache.forget()
    make_ready(page_cache.open(played.event.slug))
    assert heard[-1][2], "the last one"
    page_cache.forget()
