"""The clock of a draft and of deck construction before a round."""

import datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from events.core.clock import preparation_actions as preparation
from events.core.clock.preparation_clock import preparation_of
from events.core.clock.round_clock import clock_of
from events.models import Event, Verb
from events.web.access import Action
from tests import factories
from tests.events.scenario import event_with_owner, journaled, refused, start_round
from tests.events.support.access_cases import Route, check_access
from tests.markup import flat

pytestmark = pytest.mark.django_db


def timed(kind: str = "draft", minutes: int = 40) -> tuple[Event, User, Client]:
    event, owner = event_with_owner(8)
    preparation.start_preparation(event_id=event.pk, actor=owner, kind=kind, minutes=minutes)
    event.refresh_from_db()
    return event, owner, factories.client_of(owner)


def seen(event: Event) -> str:
    event.refresh_from_db()
    running = preparation_of(event)
    assert running is not None
    return clock_of(running).token


def page_of(event: Event, *parts: str) -> str:
    path = "/".join(["", "e", event.slug, *parts, ""])
    return flat(factories.client_of(None).get(path).content.decode())


@pytest.mark.parametrize(
    "route",
    [
        Route("preparation/", Action.SEE),
        Route("preparation/", Action.CLOCK, "post", {"do": "pause"}),
    ],
    ids=str,
)
def test_access(route: Route) -> None:
    check_access(timed()[0], route)


@pytest.mark.parametrize(
    ("kind", "words"),
    [("draft", "Draft time left"), ("construction", "Deck construction time left")],
)
def test_players_desk_and_projector_see_the_clock(kind: str, words: str) -> None:
    event, _owner, client = timed(kind)
    for page in (page_of(event), page_of(event, "projector")):
        assert words in page
        assert 'data-minutes="40"' in page
    desk = flat(client.get(f"/staff/e/{event.slug}/").content.decode())
    assert words in desk
    assert f"/staff/e/{event.slug}/preparation/" in desk


def test_it_is_started_paused_extended_and_removed_on_its_page() -> None:
    event, owner = event_with_owner(8)
    client = factories.client_of(owner)
    path = f"/staff/e/{event.slug}/preparation/"
    page = client.get(path).content.decode()
    assert all(words in page for words in ('value="40"', "Draft (minutes)", "Start draft"))
    client.post(path, {"do": "start", "kind": "draft", "minutes": "35"})
    assert "<h2>Draft</h2>" in client.get(path).content.decode()
    client.post(path, {"do": "add", "minutes": "5", "seen": seen(event)})
    event.refresh_from_db()
    assert (event.preparation_minutes, event.preparation_added_seconds) == (35, 300)
    client.post(path, {"do": "pause", "seen": seen(event)})
    assert "The clock is paused." in page_of(event)
    client.post(path, {"do": "resume", "seen": seen(event)})
    assert "The clock is paused." not in page_of(event)
    client.post(path, {"do": "start", "kind": "construction", "minutes": "30"})
    assert "Deck construction time left" in page_of(event)
    client.post(path, {"do": "end", "seen": seen(event)})
    assert "time left" not in page_of(event)
    done = [entry.data["done"] for entry in journaled(event, Verb.PREPARATION_TIMED)]
    assert done == ["started", "changed", "paused", "resumed", "started", "ended"]
    journal = flat(client.get(f"/staff/e/{event.slug}/journal/").content.decode())
    assert "The clock for the draft was started: 35 min." in journal


def test_a_pause_gives_its_time_back() -> None:
    event, owner, _client = timed()
    ago = timezone.now().replace(microsecond=0) - datetime.timedelta(minutes=3)
    Event.objects.filter(pk=event.pk).update(preparation_paused_at=ago)
    preparation.resume_preparation(event_id=event.pk, actor=owner, token=seen(event))
    event.refresh_from_db()
    assert 180 <= event.preparation_added_seconds <= 190


def test_two_who_press_at_once_change_it_once() -> None:
    event, owner, client = timed()
    mark = seen(event)
    preparation.extend_preparation(event_id=event.pk, actor=owner, minutes=5, token=mark)
    answer = client.post(
        f"/staff/e/{event.slug}/preparation/", {"do": "add", "minutes": "5", "seen": mark}
    )
    assert answer.status_code == 409
    assert (
        "The clock changed a moment ago. Check it, then press again if needed."
        in answer.content.decode()
    )
    event.refresh_from_db()
    assert event.preparation_added_seconds == 300


@pytest.mark.parametrize("minutes", ["", "x", "0", "1000000"])
def test_impossible_minutes_are_refused_and_shown_again(minutes: str) -> None:
    event, owner = event_with_owner(8)
    client = factories.client_of(owner)
    data = {"do": "start", "kind": "draft", "minutes": minutes}
    answer = client.post(f"/staff/e/{event.slug}/preparation/", data)
    assert answer.status_code == 409
    assert f'value="{minutes}"' in answer.content.decode()
    event.refresh_from_db()
    assert not event.preparation


def test_it_ends_with_the_round_that_is_posted_and_does_not_run_beside_it() -> None:
    event, owner, _client = timed()
    start_round(event, owner, 1)
    event.refresh_from_db()
    assert preparation_of(event) is None
    assert "Draft time left" not in page_of(event)
    with refused("A round is in progress and has its own clock."):
        preparation.start_preparation(event_id=event.pk, actor=owner, kind="draft", minutes=40)


def test_what_is_not_there_is_refused() -> None:
    event, owner, _client = timed()
    same = {"event_id": event.pk, "actor": owner}
    with refused("This clock was already started. Nothing was changed."):
        preparation.start_preparation(**same, kind="draft", minutes=40)  # type: ignore[arg-type]
    with refused("Choose draft or deck construction.", "kind"):
        preparation.start_preparation(**same, kind="lunch", minutes=40)  # type: ignore[arg-type]
    with refused("The clock is already running."):
        preparation.resume_preparation(**same, token=seen(event))  # type: ignore[arg-type]
    with refused("There is not that much time left to remove.", "minutes"):
        preparation.extend_preparation(**same, minutes=-60, token=seen(event))  # type: ignore[arg-type]
    preparation.end_preparation(**same, token=seen(event))  # type: ignore[arg-type]
    with refused("No draft or deck construction clock is running."):
        preparation.end_preparation(**same, token="")  # type: ignore[arg-type]
