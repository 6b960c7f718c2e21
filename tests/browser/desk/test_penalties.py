"""An infraction looked for by a part of its name, and its game loss at the entry box."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.venue import Desk
from tests.browser.words import Words
from tests.events.scenario import at_table
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_infraction_is_found_and_its_game_loss_shown_at_entry_until_it_is_applied(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    made = Played([f"Player {number}" for number in range(1, 5)])
    made.post(1)
    late = at_table(made.event, 1, 1).first
    laptop = open_window(viewport={"width": 1280, "height": 800}, locale="en-US")
    desk = Desk(laptop.new_page(), Words("en"), [made.organizer.username])
    desk.log_in(live_server.url, made.organizer.username)
    page, base = desk.page, f"{live_server.url}/staff/e/{made.event.slug}/"
    page.goto(f"{base}roster/players/{late.number}/")
    page.get_by_label("Search infractions").fill("tardi")
    page.keyboard.press("Enter")
    expect(page.locator("#proposed")).to_contain_text("game loss")
    desk.button("Record penalty").click()
    page.goto(base)
    box = page.locator("#entry")
    box.press_sequentially("1 20")
    expect(page.locator("#echo")).to_contain_text(f"game loss for {late.name}")
    box.fill("")
    box.press_sequentially("1 21 g1")
    expect(page.locator("#echo")).to_contain_text("beats")
    expect(page.locator("#echo")).not_to_contain_text("not in the result")
