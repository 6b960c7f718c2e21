"""The day page with several running events: what one sees at once, and how it lives."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.clock.actions import start_clock
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.models import Announcement
from tests import factories
from tests.browser.desk.test_screens import LAPTOP, in_sight
from tests.browser.venue import shows
from tests.browser.windows import PHONE
from tests.events.day.test_day import playing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EVENTS = 6


def test_six_events_at_a_glance_that_live_and_hear_one_announcement(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    user = factories.user()
    events = [
        playing(user, 8, name=f"Event {number}", first_table=10 * number)
        for number in range(1, EVENTS + 1)
    ]
    start_clock(event_id=events[0].pk, actor=user, number=1)
    session = factories.client_of(user).cookies["sessionid"].value

    def open_day(**options: object) -> Page:
        window = open_window(**options)
        window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = window.new_page()
        if options.get("java_script_enabled", True):
            page.clock.install()
        page.goto(f"{live_server.url}/staff/")
        return page

    page = open_day(**LAPTOP)
    rows = page.locator("#day tbody tr")
    assert rows.count() == EVENTS
    assert all(in_sight(page, row) for row in rows.all())
    assert page.locator("main .primary").count() == 1, "one next action"
    order = [row.get_attribute("id") for row in rows.all()]
    first = page.locator(f"#day-{events[0].pk}")
    expect(first.locator(".clock")).to_contain_text("49:")
    height = first.bounding_box()
    go = page.locator(f"#go-{events[0].pk}")
    go.focus()
    for table in range(10, 14):
        enter_result(event_id=events[0].pk, actor=user, number=1, table=table, slip=Slip.of(2, 0))
    shows(page, lambda: expect(first).to_contain_text("All results in"), interval=5_000)
    assert [row.get_attribute("id") for row in rows.all()] == order, "nothing jumps"
    assert first.bounding_box() == height
    expect(page.locator(f"#go-{events[0].pk}")).to_be_focused()
    page.reload()
    expect(rows.first).to_contain_text("Event 1")
    page.locator("main .primary").click()
    expect(page.get_by_role("button", name="Complete round 1")).to_be_visible()

    phone = open_day(**PHONE, java_script_enabled=False)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    button = phone.locator("#day .button").first.bounding_box()
    assert button
    assert button["height"] >= 44
    phone.get_by_label("English").fill("The food stand closes at 16:00.")
    phone.get_by_role("button", name="Announce", exact=True).click()
    expect(phone.locator("#messages")).to_contain_text("Announced in 6 events")
    assert Announcement.objects.filter(ended_at=None).count() == EVENTS
    phone.get_by_role("button", name="Take down").click()
    expect(phone.locator("#messages")).to_contain_text("was taken down in 6 events")
    assert not Announcement.objects.filter(ended_at=None).exists()
