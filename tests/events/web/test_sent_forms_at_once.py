"""The same form twice at the same moment, each on a connection of its own; see test_concurrency."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from events.core.events.actions import create_event
from events.models import Event
from tests import factories
from tests.events.settings.test_new_event import sent
from tests.events.test_concurrency import WAIT

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]


def test_a_double_click_makes_one_event(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = factories.user()
    begun = threading.Barrier(2)

    def slowly(**values: Any) -> Event:
        time.sleep(WAIT)
        return create_event(**values)

    monkeypatch.setattr("events.settings.views.create_event", slowly)
    form = {**sent(factories.client_of(owner), name="Friday"), "form_key": "abc"}

    def click(browser: Client) -> str:
        begun.wait(120)
        try:
            return browser.post("/staff/new/", form)["Location"]
        finally:
            connections.close_all()

    browsers = [factories.client_of(owner) for _click in range(2)]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(click, browsers))
    assert Event.objects.count() == 1
    assert answers == [f"/staff/e/{Event.objects.get().slug}/"] * 2
