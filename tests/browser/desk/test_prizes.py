"""Prizes of a Friday night: a list in a minute, a pool that adds up, handed out by phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from events.models import HandedPrize
from tests import factories
from tests.browser.test_accessibility import FAULTS, PALE, SMALL
from tests.browser.windows import PHONE
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_friday_night_has_its_prizes_in_a_minute(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    made = Played([f"Player {number}" for number in range(1, 12)])
    made.play(1)
    phone = open_window(**PHONE, locale="en-US")
    session = factories.client_of(made.organizer).cookies["sessionid"].value
    phone.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = phone.new_page()
    base = f"{live_server.url}/staff/e/{made.event.slug}/prizes/"
    page.goto(f"{base}list/")
    page.get_by_label("From each entry").fill("5")
    page.get_by_role("button", name="Prizes for the top places").tap()
    lines = page.get_by_label("Prizes", exact=True)
    expect(lines).to_have_value("1: 26\n2: 13\n3-4: 8")
    lines.fill("1: 30\n2: 15\n3-4: 10")
    page.get_by_role("button", name="Calculate").tap()
    expect(page.locator("main")).to_contain_text("Missing from the pool")
    page.get_by_role("button", name="Fit to pool").tap()
    expect(page.locator("main")).not_to_contain_text("Missing from the pool")
    page.get_by_role("button", name="Save prizes").tap()
    expect(page.locator("#messages")).to_contain_text("The prizes were saved.")
    assert [*page.evaluate(FAULTS), *page.evaluate(SMALL, 43.5), *page.evaluate(PALE)] == []
    winner = page.locator("table.prizes tbody tr").first
    name = winner.locator("th").inner_text()
    page.get_by_role("searchbox").fill(name)
    page.get_by_role("button", name="Find").tap()
    page.get_by_role("button", name=f"Hand out {name}").tap()
    expect(page.locator("#messages")).to_contain_text(f"The prize was handed out to {name}.")
    assert HandedPrize.objects.get().enrollment.name == name
    assert [*page.evaluate(FAULTS), *page.evaluate(SMALL, 43.5), *page.evaluate(PALE)] == []
    page.get_by_role("button", name=f"Undo {name}").tap()
    expect(page.locator("#messages")).to_contain_text("no longer marked as handed out")
