"""The tutorial, played as it is written: every name in its order, every text typed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext
from pytest_django.live_server_helper import LiveServer

from tests.browser.tutorial import ABROAD, LAPTOP, FirstEvent
from tests.browser.windows import PHONE
from tests.test_tutorial import text

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# A name in bold, or a text to type.
NAMED = re.compile(r"\*\*(.+?)\*\*|`(.+?)`")


def test_the_tutorial_can_be_followed(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    desk = open_window(**LAPTOP, **ABROAD).new_page()
    phone = open_window(**PHONE, **ABROAD).new_page()
    event = FirstEvent(desk, phone, f"{live_server.url}/", lambda _seen, _name: None)
    event.play()
    _legend, _heading, steps = text().partition("## Start Matchslip")
    written = [bold or typed for bold, typed in NAMED.findall(steps.replace("\n", " "))]
    assert written == event.named
