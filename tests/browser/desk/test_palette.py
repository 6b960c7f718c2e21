"""The palette (Ctrl K) and the list of keys (?), by keyboard alone."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.simulation.made_up_results import made_up_field
from tests import factories
from tests.browser.test_accessibility import FAULTS, PALE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS = 1200
MOST_MILLISECONDS = 500
# As the server orders them: tests/events/finder/test_order.py.
FIRST = {
    "add someone who came late": "Add a late player",
    "deck check": "Deck checks",
    "judge call": "Floor",
    "announcemnt": "Announcements",
    "add buzzer bell": "Set the clock",
    "swapping opponents": "Re-pair the round",
    "player 00777": "777",
}


@pytest.fixture
def page(open_window: Callable[..., BrowserContext], live_server: LiveServer) -> Page:
    """The roster of an event of 1,200 players whose first round is being played."""
    event, actor = made_up_field(PLAYERS)
    pair_next_round(event_id=event.pk, actor=actor, number=1)
    post_round(event_id=event.pk, actor=actor, number=1)
    window = open_window(viewport={"width": 1280, "height": 800}, locale="en-US")
    session = factories.client_of(actor).cookies["sessionid"].value
    window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    opened = window.new_page()
    opened.goto(f"{live_server.url}/staff/e/{event.slug}/journal/")
    return opened


def test_anything_is_reached_by_keyboard(page: Page) -> None:
    palette = page.locator("#palette")
    box = page.get_by_role("combobox", name="Player, table, round, page or action")
    options = palette.get_by_role("option")
    page.keyboard.press("Control+k")
    expect(box).to_be_focused()
    expect(options.first).to_have_attribute("aria-selected", "true")

    def is_quick() -> bool:
        box.fill("")
        expect(options).not_to_have_count(2)
        began = time.monotonic()
        page.keyboard.insert_text("player 00777")
        expect(options).to_have_count(2)
        return (time.monotonic() - began) * 1000 < MOST_MILLISECONDS

    # A slow search is slow every time; a busy machine only sometimes.
    assert any(is_quick() for _time in range(5))
    expect(box).to_have_attribute("aria-activedescendant", "palette-0")
    assert page.evaluate(FAULTS) == []
    assert page.evaluate(PALE) == []
    page.keyboard.press("ArrowDown")
    expect(box).to_have_attribute("aria-activedescendant", "palette-1")
    expect(options.nth(1)).to_contain_text("Table")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/roster/players/777/")
    page.keyboard.press("Control+k")
    page.keyboard.type("42")
    expect(options.first).to_contain_text("Table")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rounds/1/tables/42/")
    page.keyboard.press("Control+k")
    page.keyboard.type("table 7")
    expect(options).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_url("**/rounds/1/tables/7/")
    page.keyboard.press("Control+k")
    for text, name in FIRST.items():
        box.fill(text)
        expect(options.first, text).to_contain_text(name)
    box.fill("")
    page.keyboard.type("complete")
    expect(options.first).to_contain_text("Complete round 1")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rounds/1/complete/")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("button", name="Complete round 1")).to_be_focused()
    assert page.url.endswith("/complete/"), "a chord does nothing but lead there"
    page.keyboard.press("Control+k")
    expect(palette).to_be_visible()
    page.keyboard.press("Escape")
    expect(palette).to_be_hidden()


def test_the_keys_of_a_page_and_its_search(page: Page) -> None:
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Shortcuts")
    expect(keys).to_contain_text("Ctrl K")
    assert page.evaluate(FAULTS) == []
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.locator(".account > summary").click()
    page.get_by_role("link", name="Shortcuts").click()
    expect(keys).to_be_visible()
    page.keyboard.press("Enter")
    expect(keys).to_be_hidden()
    page.goto(page.url.replace("journal/", "roster/"))
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox").first).to_be_focused()


def test_keys_lead_to_the_tables_around_one(page: Page) -> None:
    page.goto(page.url.replace("journal/", "rounds/1/tables/7/"))
    page.keyboard.press("n")
    page.wait_for_url("**/tables/8/")
    page.locator(".switches [type=checkbox]").first.focus()
    page.keyboard.press("p")
    page.wait_for_url("**/tables/7/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Shortcuts")).to_contain_text("next table")
