"""While nobody writes, those that look for news ask SQLite for nothing."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from events.core.database_news import DatabaseNews
from events.hosting import watch_process
from events.hosting.watch_process import on_news
from events.integrations import delivery
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


# However slow a busy machine is, time alone causes no notification here.
LONG = 600.0


@pytest.fixture
def event() -> Event:
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


def test_others_writes_are_news_and_own_ones_are_not(event: Event) -> None:
    news = DatabaseNews(LONG)
    assert (news.may_be(), news.may_be()) == (True, False)
    moved(event, "Hall 2")()
    assert not news.may_be()
    elsewhere(moved(event, "Hall 3"))
    assert (news.may_be(), news.may_be()) == (True, False)
    connection.close()
    assert (news.may_be(), news.may_be()) == (True, False), "a new connection counts anew"
    often = DatabaseNews(0.0)
    assert (often.may_be(), often.may_be()) == (True, True), "time alone changes things, too"


@pytest.mark.parametrize("looker", ["pages", "programs"])
def test_a_look_without_news_asks_nothing(
    event: Event, looker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "WAITING_EVERY", LONG)
    news, courier = DatabaseNews(LONG), Courier()
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


def test_pods_and_delayed_results_are_looked_for_after_news_or_while_some_wait(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch_process, "DatabaseNews", partial(DatabaseNews, LONG))
    waits, looks = [False, True, False], []

    def look() -> bool:
        looks.append(1)
        return waits.pop(0)

    after = on_news(look)
    for times in (1, 1):
        after()
        assert len(looks) == times, "nothing was written, and nothing waits"
    elsewhere(moved(event, "Hall 2"))
    for times in (2, 3, 3):
        after()
        assert len(looks) == times, "once more while something waits for its time"
