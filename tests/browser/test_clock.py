"""One clock on the desk and on a phone whose own clock is wrong; a second start does nothing."""

import datetime
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.browser.windows import PHONE
from tests.events.scenario import event_with_owner, round_of, start_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def desk_of(window: BrowserContext, server: str, owner: Any) -> Page:
    session = factories.client_of(owner).cookies["sessionid"].value
    window.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    return window.new_page()


def seconds(page: Page, selector: str) -> int:
    minutes, rest = re.split(":", page.locator(selector).first.inner_text()[:5])
    return int(minutes) * 60 + int(rest)


def test_desk_and_phone_count_the_same_seconds_and_stand_together(
    live_server: LiveServer, open_window: Callable[..., Any]
) -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    address = f"{live_server.url}/staff/e/{event.slug}/"
    first = desk_of(open_window(viewport={"width": 1280, "height": 800}), live_server.url, owner)
    second = desk_of(open_window(viewport={"width": 1280, "height": 800}), live_server.url, owner)
    problems: list[str] = []
    for desk in (first, second):
        desk.on("pageerror", lambda error: problems.append(str(error)))
    second.goto(address)
    first.goto(address)
    # The second tab learns of the start only after its own press.
    second.route("**/live/**", lambda route: route.abort())
    first.locator("#entry").fill("1 2")
    first.get_by_role("button", name="Start the clock").click()
    expect(first.locator("#desk-head .clock")).to_have_text(re.compile(r"^(50:00|49:\d\d)$"))
    expect(first.get_by_role("button", name="Start the clock")).to_have_count(0)
    expect(first.locator("#entry")).to_have_value("1 2")
    began = round_of(event, 1).started_at
    second.get_by_role("button", name="Start the clock").click()
    expect(second.get_by_text("was already started. Nothing was changed.")).to_be_visible()
    assert round_of(event, 1).started_at == began

    # A phone whose clock is an hour wrong shows the same as the desk.
    telephone = open_window(**PHONE)
    phone = telephone.new_page()
    phone.clock.install(time=datetime.datetime.now(datetime.UTC) - datetime.timedelta(hours=1))
    phone.goto(f"{live_server.url}/e/{event.slug}/pairings/")
    expect(phone.locator(".clock")).to_have_text(re.compile(r"^(50:00|49:\d\d)$"))
    at_first = seconds(first, "#desk-head .clock")
    there = seconds(phone, ".clock")
    assert at_first + 1 >= there >= seconds(first, "#desk-head .clock") - 1

    # Below 50:00 the clock's buttons are there, and 50:00 or more shows that the minute was added.
    expect(first.locator("#desk-head .clock")).to_have_text(re.compile(r"^49:\d\d$"))
    first.locator(".clock-menu > summary").click()
    first.get_by_role("button", name="+1 min").click()
    expect(first.locator("#desk-head .clock")).to_have_text(re.compile(r"^50:\d\d$"))
    first.get_by_role("button", name="Pause").click()
    expect(first.get_by_role("button", name="Resume")).to_be_visible()
    expect(first.locator("#desk-head .clock")).to_contain_text("paused")
    phone.reload()
    expect(phone.get_by_text("The clock is paused.")).to_be_visible()
    assert seconds(phone, ".clock") == seconds(first, "#desk-head .clock")
    assert not problems
