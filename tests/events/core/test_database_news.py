"""While nobody writes, those that look for news ask SQLite for nothing."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from events.core import database_news
from events.core.database_news import DatabaseNews
from events.integrations.delivery import Courier
from events.models import Event
from events.public_site.page_cache import page_cache
from events.public_site.refresher import look_for
from tests import factories

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
    pytest.mark.sqlite,
]


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch) -> Event:
    # However slow a busy machine is, time alone causes no notification here.
    monkeypatch.setattr(database_news, "REST_SECONDS", 600.0)
    return factories.event()


def elsewhere(write: Callable[[], Any]) -> None:
    """Write on a connection of its own."""

    def run() -> None:
        try:
            write()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(run).result()


def moved(event: Event, venue: str) -> Callable[[], Any]:
    # Each time to a different place, because an unchanged row causes no notification.
    return partial(Event.objects.filter(pk=event.pk).update, venue=venue)


def test_others_writes_are_news_and_own_ones_are_not(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    news = DatabaseNews()
    assert (news.may_be(), news.may_be()) == (True, False)
    moved(event, "Hall 2")()
    assert not news.may_be()
    elsewhere(moved(event, "Hall 3"))
    assert (news.may_be(), news.may_be()) == (True, False)
    connection.close()
    assert (news.may_be(), news.may_be()) == (True, False), "a new connection counts anew"
    monkeypatch.setattr(database_news, "REST_SECONDS", 0.0)
    assert news.may_be(), "what time alone changes is looked at now and then"


@pytest.mark.parametrize("looker", ["pages", "programs"])
def test_a_look_without_news_asks_nothing(event: Event, looker: str) -> None:
    news, courier = DatabaseNews(), Courier()
    look = partial(look_for, news) if looker == "pages" else courier.look
    page_cache.open(event.slug)
    page_cache.save()

    def asked() -> int:
        with CaptureQueriesContext(connection) as statements:
            look()
        return len(statements)

    asked()
    page_cache.confirmed = 0.0
    assert asked() == 0
    elsewhere(moved(event, "Hall 3"))
    assert asked() > 0
    if looker == "pages":
        assert time.monotonic() - page_cache.confirmed < 600, "the database was heard of"
