"""The same form twice at the same moment, each on a connection of its own; see test_concurrency."""

import threading
import time
import zlib
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client
from django.utils import timezone

from events.core.events.actions import create_event
from events.models import Event, Organisation, SentForm
from events.transfer.event_import import import_archive
from events.web.forms.sent_forms import KILLED_AFTER
from tests import factories
from tests.archives import as_bytes, small
from tests.events.settings.test_new_event import sent
from tests.events.test_concurrency import WAIT

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]


def slowly(write: Callable[..., Event]) -> Callable[..., Event]:
    """Make a write wait before it begins, so that two of them would both be on the way."""

    def later(**values: Any) -> Event:
        time.sleep(WAIT)
        return write(**values)

    return later


def double_click(owner: User, page: str, form: dict[str, str]) -> list[str]:
    """Send a form twice at the same moment; return where the answers lead."""
    begun = threading.Barrier(2)

    def click(browser: Client) -> str:
        begun.wait(120)
        try:
            return browser.post(page, form).headers.get("Location", "")
        finally:
            connections.close_all()

    browsers = [factories.client_of(owner) for _click in range(2)]
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(click, browsers))


def test_a_double_click_makes_one_event(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = factories.user()
    monkeypatch.setattr("events.settings.views.create_event", slowly(create_event))
    form = {**sent(factories.client_of(owner), name="Friday"), "form_key": "abc"}
    answers = double_click(owner, "/staff/new/", form)
    assert answers == [f"/staff/e/{Event.objects.get().slug}/"] * 2


def test_a_double_click_imports_one_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.transfer.views.import_archive", slowly(import_archive))
    packed = b64encode(zlib.compress(as_bytes(small()))).decode()
    form = {"packed": packed, "which": "0", "form_key": "abc"}
    answers = double_click(factories.user(), "/staff/import/", form)
    assert answers == [f"/staff/e/{Event.objects.get().slug}/"] * 2


def test_an_import_that_takes_long_leads_to_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.transfer.views.import_archive", slowly(import_archive))
    monkeypatch.setattr("events.web.forms.sent_forms.WAIT_SECONDS", 0)
    packed = b64encode(zlib.compress(as_bytes(small()))).decode()
    form = {"packed": packed, "which": "0", "form_key": "abc"}
    answers = double_click(factories.user(), "/staff/import/", form)
    assert set(answers) == {f"/staff/e/{Event.objects.get().slug}/", "/staff/"}


def test_an_import_that_was_refused_or_killed_can_be_sent_again() -> None:
    owner = factories.user()
    browser = factories.client_of(owner)
    packed = b64encode(zlib.compress(as_bytes(small()))).decode()
    form = {"packed": packed, "which": "0", "form_key": "abc"}
    browser.post("/staff/new/", sent(browser, name="Friday"))
    Organisation.objects.update(events_a_day=0)
    assert browser.post("/staff/import/", form).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    Organisation.objects.update(events_a_day=2)
    assert browser.post("/staff/import/", form).status_code == HTTPStatus.FOUND
    # The server was killed before it answered, and the form remains claimed.
    SentForm.objects.update(path="", at=timezone.now() - KILLED_AFTER)
    assert browser.post("/staff/import/", form).status_code == HTTPStatus.FOUND
    assert Event.objects.filter(name="Test Cup").count() == 2
