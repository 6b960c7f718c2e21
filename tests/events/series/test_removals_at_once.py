"""Removals of people while others write to the same series; see test_concurrency."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections

from events.core.event_write import lock_name
from events.core.series.series_places import published_rows
from events.hosting.personal_data import actions
from events.hosting.personal_data.actions import pseudonymize_player
from events.models import Event, Series
from events.series.actions import choose_event, declare_over
from tests import factories
from tests.events.series.test_series import BASE, FORM, finished, owner_of
from tests.events.test_concurrency import WAIT

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]


def together(*writes: Callable[[], Any]) -> list[Any]:
    """Run writes at the same time, each on a connection of its own."""

    def run(write: Callable[[], Any]) -> Any:
        try:
            return write()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(writes)) as pool:
        return list(pool.map(run, writes))


def removes(event: Event, owner: User, name: str) -> Callable[[], Any]:
    number = event.enrollments.get(name=name).number
    return lambda: pseudonymize_player(event_id=event.pk, actor=owner, number=number, typed=name)


def names() -> set[str]:
    """Return the names in the final standings of the series."""
    return {line["name"] for line in Series.objects.get().declared or []}


def test_two_removals_from_one_closed_series_both_last(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = owner_of("shop")
    one = finished(owner, "One", 2, ("Ada Berg", "Cleo Vale"))
    two = finished(owner, "Two", 3, ("Dora Lind", "Emil Noor"))
    browser = factories.client_of(owner)
    browser.post(f"{BASE}new/", FORM | {"best": ""})
    browser.post(f"{BASE}1/over/")

    def slowly(events: list[Event]) -> Any:
        time.sleep(WAIT)
        return published_rows(events)

    monkeypatch.setattr("events.hosting.personal_data.closed_series.published_rows", slowly)
    together(removes(one, owner, "Ada Berg"), removes(two, owner, "Dora Lind"))
    assert names() & {"Ada Berg", "Dora Lind"} == set()
    assert {"Cleo Vale", "Emil Noor"} < names()


def meanwhile(monkeypatch: pytest.MonkeyPatch, write: Callable[[], Any]) -> Callable[[], Any]:
    """Begin a write as soon as a removal has looked for closed series, before it ends."""
    begun, last = threading.Event(), actions._tell_apart_from_before

    def slowly(event: Event) -> None:
        begun.set()
        time.sleep(WAIT)
        last(event)

    def then() -> Any:
        begun.wait(120)
        return write()

    monkeypatch.setattr(actions, "_tell_apart_from_before", slowly)
    return then


def test_a_series_that_is_closed_meanwhile_has_no_removed_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    owner = owner_of("shop")
    event = finished(owner, "One", 2, ("Ada Berg", "Cleo Vale"))
    factories.client_of(owner).post(f"{BASE}new/", FORM | {"best": ""})
    series = Series.objects.get()
    closes = meanwhile(monkeypatch, lambda: declare_over(series=series, actor=owner))
    together(removes(event, owner, "Ada Berg"), closes)
    assert len(names()) == 2
    assert "Ada Berg" not in names()


def test_an_event_is_put_into_a_series_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = owner_of("shop")
    event = finished(owner, "One", 2, ("Ada Berg", "Cleo Vale"))
    factories.client_of(owner).post(f"{BASE}new/", FORM | {"best": ""})
    series = Series.objects.get()
    begun, lock = threading.Event(), lock_name

    def later(what: str) -> None:
        # The other transaction has its first lock by now.
        begun.set()
        time.sleep(WAIT)
        lock(what)

    def chooses() -> None:
        begun.wait(120)
        choose_event(series=series, actor=owner, event_id=event.pk, included=False)

    monkeypatch.setattr("events.hosting.personal_data.closed_series.lock_name", later)
    together(removes(event, owner, "Ada Berg"), chooses)
    assert not event.enrollments.filter(name="Ada Berg").exists()
    assert not series.choices.get().included
