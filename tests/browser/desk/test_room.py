"""The room is described and drawn: a table that is blocked, one kept free, a seat that is fixed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from events.models import Enrollment
from tests.browser.venue import Desk
from tests.browser.windows import PHONE
from tests.browser.words import Words
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_room_is_drawn_with_a_blocked_and_a_fixed_table(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    made = Played([f"Player {number}" for number in range(1, 13)])
    Enrollment.objects.filter(event=made.event, number=3).update(fixed_table=12)
    phone = open_window(**PHONE, locale="en-US")
    desk = Desk(phone.new_page(), Words("en"), [made.organizer.username])
    desk.resume(live_server.url, made.organizer.username)
    page = desk.page
    page.goto(f"{live_server.url}/staff/e/{made.event.slug}/room/")
    page.get_by_label("Table rows").fill("1-10\n11-20")
    page.get_by_label("Blocked tables").fill("2")
    page.get_by_label("Tables kept free").fill("5 Stream")
    desk.button("Save room").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".room-row")).to_have_count(2)
    made.post(1)
    page.reload()
    assert page.locator(".room-row .blocked").inner_text().split()[0] == "2"
    expect(page.locator(".room-row .special")).to_contain_text("Stream")
    fixed = page.locator(".room-row .outstanding", has_text="Player 3")
    expect(fixed).to_contain_text("12")
    playing = page.locator(".room-row .outstanding a")
    assert {int(one) for one in playing.all_inner_texts()} == {1, 3, 4, 6, 7, 12}
    # A long row scrolls within the map; the page stays as wide as the phone.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    playing.first.click()
    desk.heading("Table %(table)s", table=1)
