"""One announcement: at once on a desk, a phone and the wall, and gone by itself at its end."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.browser.venue import shows
from tests.browser.windows import PHONE
from tests.events.scenario import event_with_owner, start_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_everybody_reads_it_and_it_ends_by_itself(
    live_server: LiveServer, open_window: Callable[..., Any]
) -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    window = open_window(viewport={"width": 1280, "height": 800})
    session = factories.client_of(owner).cookies["sessionid"].value
    window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    problems: list[str] = []
    desk, page = window.new_page(), window.new_page()
    phone = open_window(**PHONE, locale="ja-JP").new_page()
    wall = open_window(viewport={"width": 1280, "height": 720}, locale="en-US").new_page()
    for one in (desk, page, phone, wall):
        one.on("pageerror", lambda error: problems.append(str(error)))
    desk.goto(f"{live_server.url}/staff/e/{event.slug}/")
    phone.clock.install()
    phone.goto(f"{live_server.url}/e/{event.slug}/pairings/")
    wall.clock.install()
    wall.goto(f"{live_server.url}/e/{event.slug}/projector/")

    page.goto(f"{live_server.url}/staff/e/{event.slug}/announcements/")
    page.get_by_label("Start or end time").fill("23:59")
    page.get_by_role("button", name="Round starts").click()
    expect(page.get_by_label("English")).to_have_value("Round 1 starts at 23:59.")
    expect(page.get_by_label("Japanese")).to_have_value("第1回戦は23:59に開始します。")
    page.get_by_role("button", name="Post announcement", exact=True).click()
    expect(
        page.get_by_text("The announcement is now on every phone, projector, and desk.")
    ).to_be_visible()
    expect(desk.locator(".announcement")).to_contain_text("Round 1 starts at 23:59.")
    announced = phone.locator(".announcement")
    shows(phone, lambda: expect(announced).to_contain_text("第1回戦は23:59に開始します。"))
    expect(phone.locator("#spoken")).to_contain_text("第1回戦は23:59に開始します。")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    on_wall = wall.locator(".announcement")
    shows(wall, lambda: expect(on_wall).to_contain_text("Round 1 starts at 23:59."))

    # It ends without a reload.
    made = event.announcements.get()
    made.until = timezone.now() + datetime.timedelta(minutes=2)
    made.save()
    wall.reload()
    expect(wall.locator(".announcement")).to_be_visible()
    wall.clock.fast_forward(121_000)
    expect(wall.locator(".announcement")).to_be_hidden()
    assert not problems
