"""Finished events: in memory while requested, from the stored build afterwards."""

import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.core.events.finishing_actions import finish_event
from events.models import Event
from events.public_site import page_cache as caches
from events.public_site.page_cache import page_cache
from events.report import public_views
from tests.events.public_site.cached.conftest import FOUR
from tests.events.public_site.cached.test_page_cache import ADDRESSES, phone, url
from tests.events.support.public_events import Played


@pytest.fixture(autouse=True)
def serving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold events as a server does."""
    monkeypatch.setattr(page_cache, "watched", True)
    monkeypatch.setattr(page_cache, "confirmed", time.monotonic())


@pytest.fixture
def finished(db: None) -> Played:
    made = Played(FOUR, rounds=1)
    made.play(1)
    made.publish(1)
    finish_event(event_id=made.event.pk, actor=made.organizer)
    page_cache.forget()
    return made


def test_a_finished_event_goes_from_memory_and_comes_back_the_same(
    finished: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {address: phone(url(finished, address)).content for address in ADDRESSES}
    page_cache.look()
    assert list(page_cache.cached) == [finished.event.slug], "somebody asked just now"
    page_cache.save()
    held = page_cache.open(finished.event.slug)
    monkeypatch.setattr(held, "used", held.used - caches.FINISHED_SECONDS - 1)
    page_cache.look()
    assert page_cache.cached == {}
    assert page_cache.entries == {}

    def never(*_args: object, **_named: object) -> None:
        pytest.fail("the build is in the database")

    monkeypatch.setattr(caches, "build", never)
    assert {address: phone(url(finished, address)).content for address in ADDRESSES} == before


def test_a_finished_event_that_changes_elsewhere_is_shown_as_it_is(
    finished: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = phone(finished.url("standings")).content
    Event.objects.filter(pk=finished.event.pk).update(name="Renamed", public_revision=999)
    monkeypatch.setattr(caches, "GRACE_SECONDS", -1)
    page_cache.look()
    after = phone(finished.url("standings")).content
    assert b"Renamed" in after
    assert b"Renamed" not in before


def test_the_pictures_of_all_players_read_the_report_once(
    finished: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_views, "_drawn", lambda picture: picture.data["label"].encode())
    shown = {}
    for number in (1, 2):
        with CaptureQueriesContext(connection) as queries:
            shown[number] = phone(f"/e/{finished.event.slug}/players/{number}/share.png").content
    assert len(queries) == 0
    assert shown[1] != shown[2]
