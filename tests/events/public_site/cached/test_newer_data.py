"""Before an address answers 404, a process looks for what another one has just made public."""

from http import HTTPStatus

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.public_site import requests_of_pages
from events.public_site.page_cache import page_cache
from events.public_site.reads import events
from events.public_site.requests_of_pages import public_facts
from tests import factories
from tests.events.public_site.cached.conftest import FOUR
from tests.events.support.public_events import Played

# About the second round or its standings. Programs request the first row after a webhook.
LATER = [
    "/api/v1/events/{slug}/rounds/2",
    "/api/v1/events/{slug}/rounds/2?format=ndjson",
    "/api/v1/events/{slug}/standings?round=2",
    "/e/{slug}/pairings/2/",
    "/e/{slug}/pairings/2/?q=anna",
    "/e/{slug}/standings/2/",
    "/e/{slug}/standings/2/?q=anna",
    "/e/{slug}/players/5/",
    "/e/{slug}/players/5.json",
]


def status(address: str) -> int:
    return Client().get(address).status_code


@pytest.fixture
def held(db: None, monkeypatch: pytest.MonkeyPatch) -> Played:
    """One published round in memory; since then another process published a second one."""
    made = Played(FOUR)
    made.play(1)
    made.publish(1)
    page_cache.open(made.event.slug)
    # As in a running server: only a poll of the database finds changes.
    monkeypatch.setattr(page_cache, "watched", True)
    return made


def move_on(played: Played) -> None:
    """Publish a second round with a late player, as another process does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_cache, "watched", False)
        factories.enroll_players(played.event, ["Late Player"])
        played.play(2)
        played.publish(2)


def test_what_another_process_published_is_found_at_once(held: Played) -> None:
    slug = held.event.slug
    before, paths = page_cache.cached[slug], [address.format(slug=slug) for address in LATER]
    for path in paths:
        before.readings.clear()
        assert status(path) == HTTPStatus.NOT_FOUND, path
    move_on(held)
    for path in paths:
        before.readings.clear()
        page_cache.cached[slug] = before
        assert status(path) == HTTPStatus.OK, path


def test_a_private_page_shows_what_another_process_posted(held: Played) -> None:
    assert public_facts(held.event.slug, 5) is None
    move_on(held)
    facts = public_facts(held.event.slug, 5)
    assert facts is not None
    assert facts.card["name"] == "Late Player"


def test_a_stored_build_is_taken_up_and_not_made_again(
    held: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    move_on(held)
    before = page_cache.cached.pop(held.event.slug)
    page_cache.open(held.event.slug)
    page_cache.save()
    page_cache.cached[held.event.slug] = before
    monkeypatch.setattr("events.public_site.page_cache.build", None)
    assert status(held.url("pairings", 2)) == HTTPStatus.OK


def test_asking_for_what_does_not_exist_reads_the_database_a_few_times(
    held: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests_of_pages, "SECONDS", 600)
    path = f"/api/v1/events/{held.event.slug}/rounds/99"
    assert status(path) == HTTPStatus.NOT_FOUND
    many = 4 * requests_of_pages.MOST_READINGS
    with CaptureQueriesContext(connection) as queries:
        assert {status(path) for _time in range(many)} == {HTTPStatus.NOT_FOUND}
    assert len(queries) < requests_of_pages.MOST_READINGS
    move_on(held)
    later = f"/api/v1/events/{held.event.slug}/rounds/2"
    assert status(later) == HTTPStatus.NOT_FOUND
    page_cache.cached[held.event.slug].readings.popleft()
    assert status(later) == HTTPStatus.OK


def test_without_a_database_a_404_comes_from_memory(
    held: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_slug: str) -> None:
        raise OperationalError

    monkeypatch.setattr(events, "event_stamp", gone)
    path = f"/api/v1/events/{held.event.slug}/rounds/2"
    assert status(path) == HTTPStatus.NOT_FOUND
