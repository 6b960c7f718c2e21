"""The call of a draft on the big screen: its step by the server's clock, and no buttons."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from events.core.clock.draft_call_actions import start_call
from tests.browser.phones import REFRESH
from tests.events.scenario import event_with_owner

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCREEN = {"viewport": {"width": 1280, "height": 720}, "locale": "en-US"}
NUMBERS = {"packs": 3, "cards": 14, "passing": 10, "construction_minutes": 25}


def test_the_wall_shows_the_call_that_staff_start(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    event, owner = event_with_owner(8)
    page = open_window(**SCREEN).new_page()
    page.goto(f"{live_server.url}/e/{event.slug}/projector/")
    expect(page.locator("#call")).to_have_count(0)
    start_call(event_id=event.pk, actor=owner, **NUMBERS)
    page.evaluate(REFRESH)
    expect(page.locator("#call-title")).to_have_text("Take your seats")
    expect(page.locator("#call-left")).to_have_text(re.compile(r"^\d+(:\d\d)?$"))
    expect(page.locator("#call-text")).to_contain_text("Please take your draft seats.")
    expect(page.locator("#call button")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
